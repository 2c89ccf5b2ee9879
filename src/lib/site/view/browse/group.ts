import { EMPTY_QUERY, renderSearchQuery } from '../../search/query.ts'
import { type Page, relativeLink } from '../link.ts'
import { type Fact, factOf, type Locale } from '../locale.ts'
import type { Mirror } from '../mirror.ts'
import { groupPage, NO_SLOT, RELATIONS, type RelationGroup, type RelationName } from '../relation.ts'
import type { DatasetSummary } from '../summary.ts'
import { descriptionOf, titleOf } from '../text.ts'
import { showFields } from '../value.ts'
import type { FacetValue } from './facet.ts'
import { allOf, type Choice, type FacetView, restOf } from './facet-view.ts'

export type GroupView = ReturnType<typeof groupViewOf>

/** What is known about a category or publisher, and totals of its datasets, for its page. */
export function groupViewOf(mirror: Mirror, value: FacetValue, page: Page) {
  const relation = value.facet === 'category' ? 'categories' : 'oivs'
  const group = value.key === undefined ? undefined : mirror.groups[relation].byKey.get(value.key)
  const description = group ? descriptionOf(group.entry) : mirror.words.listPage.unfiledNote[relation]
  const others = relation === 'categories' ? 'oivs' : 'categories'
  const related = withinOf(mirror, value, others, mirror.words.browse.group.related[others], page)
  return {
    ...(description !== undefined && { description }),
    facts: factsOf(mirror, value.members),
    // The publishers of a category, or the categories of a publisher, each with its number of these datasets.
    ...(related && { related }),
    fields: group ? showFields(mirror, group.entry.fields) : [],
  }
}

function factsOf(locale: Locale, members: readonly DatasetSummary[]): Fact[] {
  const { facts, browse } = locale.words
  const records = members.reduce((sum, { records = 0 }) => sum + records, 0)
  const bytes = members.reduce((sum, { bytes = 0 }) => sum + bytes, 0)
  const last =
    members
      .map(({ changedAt }) => changedAt)
      .toSorted()
      .at(-1) ?? ''
  return [
    factOf(locale, members.length, facts.datasets),
    factOf(locale, records, facts.records),
    { figure: locale.format.bytes(bytes), label: browse.group.size },
    ...(last === '' ? [] : [{ figure: locale.format.day(last).text, label: facts.changed }]),
  ]
}

const MOST_RELATED = 12
const MOST_FOLDED = 200

/**
 * The categories or publishers of the datasets of a value, those with the most datasets first. A count is shown only if the link leads to
 * exactly these datasets: to the own page of an entry that has no others, or to the search with both filters.
 */
export function withinOf(
  mirror: Mirror,
  value: FacetValue,
  relation: RelationName,
  name: string,
  page: Page,
): FacetView | undefined {
  const counts = new Map<string, number>()
  for (const member of value.members)
    for (const key of new Set(member[relation])) counts.set(key, (counts.get(key) ?? 0) + 1)
  const { byKey } = mirror.groups[relation]
  const found = [...counts]
    .flatMap(([key, count]) => {
      const group = byKey.get(key)
      return group ? { ...group, count } : []
    })
    .sort((a, b) => b.count - a.count || mirror.format.compare(titleOf(a.entry), titleOf(b.entry)))
  if (found.length === 0) return undefined
  const values = found.map(
    ({ count, ...group }): Choice => ({
      text: titleOf(group.entry),
      current: false,
      foreign: true,
      ...linkOf(mirror, value, relation, group, count, page),
    }),
  )
  const folded = values.slice(MOST_RELATED, MOST_RELATED + MOST_FOLDED)
  return {
    facet: RELATIONS[relation].prefix,
    name,
    values: values.slice(0, MOST_RELATED),
    ...(folded.length > 0 && { rest: restOf(mirror, folded) }),
    ...(values.length > MOST_RELATED + MOST_FOLDED && {
      more: allOf(mirror, RELATIONS[relation].operation, byKey.size, page),
    }),
  }
}

function linkOf(
  locale: Locale,
  value: FacetValue,
  relation: RelationName,
  { entry, slot, members }: RelationGroup,
  count: number,
  page: Page,
): Pick<Choice, 'href' | 'count'> {
  const own = relativeLink(page, groupPage(relation, slot))
  if (members.length === count) return { href: own, count: locale.format.count(count) }
  const filter = searchFilterOf(value)
  if (filter === undefined) return { href: own }
  const query = renderSearchQuery({ ...EMPTY_QUERY, ...filter, [RELATIONS[relation].prefix]: entry.key })
  return { href: relativeLink(page, 'search') + query, count: locale.format.count(count) }
}

/** The query of the search for the datasets of a value; undefined if the search cannot filter by it. */
export function searchFilterOf({
  facet,
  slot,
  key,
}: FacetValue): Readonly<Record<string, string>> | undefined {
  const isYear = facet === 'changed' && slot !== NO_SLOT
  const filter = facet === 'state' || isYear ? slot : key
  return filter === undefined ? undefined : { [facet]: filter }
}
