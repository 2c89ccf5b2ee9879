import type { Mirror } from '../../mirror.ts'
import { descriptionOf, titleOf } from '../entry-text.ts'
import { type Fact, factOf } from '../fact.ts'
import { compareText, formatBytes, formatCount, formatDay } from '../format.ts'
import { type Page, relativeLink } from '../link.ts'
import { groupPage, groupsOf, RELATIONS, type Relation } from '../relation.ts'
import type { DatasetSummary } from '../summary.ts'
import { showCode } from '../text.ts'
import { type Field, showFields } from '../value.ts'
import { words } from '../words.ts'
import type { FacetValue } from './facet.ts'
import { allOf, type Choice, type FacetView, restOf } from './facet-view.ts'

/** What is known of a category or OIV, and of its datasets together. */
export interface GroupView {
  readonly key?: string
  readonly description?: string
  readonly facts: readonly Fact[]
  /** The OIVs of a category, the categories of an OIV: each with how many of these datasets it has. */
  readonly related?: FacetView
  readonly fields: readonly Field[]
}

const MOST_RELATED = 12
const MOST_FOLDED = 200

/** The profile of a group, from its page. */
export function groupViewOf(mirror: Mirror, value: FacetValue, page: Page): GroupView {
  const relation = value.facet === 'category' ? 'categories' : 'oivs'
  const group = value.key === undefined ? undefined : groupsOf(mirror, relation).byKey.get(value.key)
  const { listPage } = words
  const unfiled = relation === 'categories' ? listPage.unfiledNote : listPage.unfiledOivNote
  const description = group && descriptionOf(group.entry)
  const related = relatedOf(mirror, relation === 'categories' ? 'oivs' : 'categories', value.members, page)
  return {
    ...(group && group.entry.key !== group.entry.title && { key: showCode(group.entry.key) }),
    ...(description !== undefined && { description }),
    ...(!group && { description: unfiled }),
    facts: factsOf(value.members),
    ...(related && { related }),
    fields: group ? showFields(group.entry.fields) : [],
  }
}

function factsOf(members: readonly DatasetSummary[]): Fact[] {
  const { facts, browse } = words
  const records = members.reduce((sum, { records = 0 }) => sum + records, 0)
  const bytes = members.reduce((sum, { bytes = 0 }) => sum + bytes, 0)
  const last =
    members
      .map(({ changedAt }) => changedAt)
      .toSorted()
      .at(-1) ?? ''
  return [
    factOf(members.length, facts.datasets),
    factOf(records, facts.records),
    { figure: formatBytes(bytes), label: browse.group.size },
    ...(last === '' ? [] : [{ figure: formatDay(last).text, label: browse.group.lastChanged }]),
  ]
}

function relatedOf(
  mirror: Mirror,
  relation: Relation,
  members: readonly DatasetSummary[],
  page: Page,
): FacetView | undefined {
  const counts = new Map<string, number>()
  for (const member of members)
    for (const key of new Set(member[relation])) counts.set(key, (counts.get(key) ?? 0) + 1)
  const { byKey } = groupsOf(mirror, relation)
  const found = [...counts]
    .flatMap(([key, count]) => {
      const group = byKey.get(key)
      return group ? { ...group, count } : []
    })
    .sort((a, b) => b.count - a.count || compareText(titleOf(a.entry), titleOf(b.entry)))
  if (found.length === 0) return undefined
  const values = found.map(
    ({ entry, slot, count }): Choice => ({
      text: titleOf(entry),
      href: relativeLink(page, groupPage(relation, slot)),
      current: false,
      foreign: true,
      count: formatCount(count),
    }),
  )
  const folded = values.slice(MOST_RELATED, MOST_RELATED + MOST_FOLDED)
  return {
    facet: RELATIONS[relation].prefix,
    name: words.browse.group.related[relation],
    values: values.slice(0, MOST_RELATED),
    ...(folded.length > 0 && { rest: restOf(folded) }),
    ...(values.length > MOST_RELATED + MOST_FOLDED && {
      more: allOf(relation === 'categories' ? 'list_categories' : 'list_oivs', byKey.size, page),
    }),
  }
}
