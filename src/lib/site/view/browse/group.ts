import { descriptionOf } from '../entry-text.ts'
import { type Fact, factOf } from '../fact.ts'
import type { Page } from '../link.ts'
import type { Locale } from '../locale.ts'
import type { Mirror } from '../mirror.ts'
import type { DatasetSummary } from '../summary.ts'
import { showCode } from '../text.ts'
import { type ShownField, showFields } from '../value.ts'
import type { FacetValue } from './facet.ts'
import type { FacetView } from './facet-view.ts'
import { withinOf } from './within.ts'

/** What is known of a category or publisher, and of its datasets together. */
export interface GroupView {
  readonly key?: string
  readonly description?: string
  readonly facts: readonly Fact[]
  /** The publishers of a category, the categories of a publisher: each with how many of these datasets it has. */
  readonly related?: FacetView
  readonly fields: readonly ShownField[]
}

/** The profile of a group, from its page. */
export function groupViewOf(mirror: Mirror, value: FacetValue, page: Page): GroupView {
  const relation = value.facet === 'category' ? 'categories' : 'oivs'
  const group = value.key === undefined ? undefined : mirror.groups[relation].byKey.get(value.key)
  const { listPage } = mirror.words
  const unfiled = relation === 'categories' ? listPage.unfiledNote : listPage.unfiledOivNote
  const description = group && descriptionOf(group.entry)
  const others = relation === 'categories' ? 'oivs' : 'categories'
  const related = withinOf(mirror, value, others, mirror.words.browse.group.related[others], page)
  return {
    ...(group && group.entry.key !== group.entry.title && { key: showCode(group.entry.key) }),
    ...(description !== undefined && { description }),
    ...(!group && { description: unfiled }),
    facts: factsOf(mirror, value.members),
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
    ...(last === '' ? [] : [{ figure: locale.format.day(last).text, label: browse.group.lastChanged }]),
  ]
}
