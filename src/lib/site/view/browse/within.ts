import { NOTHING_ASKED, renderAsked } from '../../search/address.ts'
import { titleOf } from '../entry-text.ts'
import { type Page, relativeLink } from '../link.ts'
import type { Locale } from '../locale.ts'
import type { Mirror } from '../mirror.ts'
import { groupPage, RELATIONS, type RelationGroup, type RelationName } from '../relation.ts'
import type { FacetValue } from './facet.ts'
import { allOf, type Choice, type FacetView, restOf } from './facet-view.ts'

const MOST_RELATED = 12
const MOST_FOLDED = 200

/**
 * The categories or publishers of the datasets of a value, the fullest first. Each leads to as many datasets as it counts: to the search, which
 * narrows by both, or to its own page where that has no others. Where the search has no such value, nothing is counted.
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
      more: allOf(mirror, relation === 'categories' ? 'list_categories' : 'list_oivs', byKey.size, page),
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
  const asked = askedBy(value)
  if (asked === undefined) return { href: own }
  const query = renderAsked({ ...NOTHING_ASKED, ...asked, [RELATIONS[relation].prefix]: entry.key })
  return { href: relativeLink(page, 'search') + query, count: locale.format.count(count) }
}

/** What the search is asked for the datasets of a value; undefined where it narrows by no such value. */
export function askedBy({ facet, slot, key }: FacetValue): Readonly<Record<string, string>> | undefined {
  const asked = facet === 'state' ? slot : key
  return asked === undefined ? undefined : { [facet]: asked }
}
