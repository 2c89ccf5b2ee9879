import type { Catalogue, Entry } from '../../catalogue/index.ts'
import type { ListOperation } from '../../interface/index.ts'
import { anchorOf, anchorsOf } from './anchor.ts'
import { compareText } from './format.ts'
import { type Page, relativeLink } from './link.ts'
import type { DatasetSummary } from './summary.ts'
import { titleOf } from './summary.ts'
import { showCode } from './text.ts'

/** The two kinds of things a dataset belongs to. */
export type Relation = 'categories' | 'oivs'

export const RELATIONS = {
  categories: { operation: 'list_categories', prefix: 'category', rest: 'without-category' },
  oivs: { operation: 'list_oivs', prefix: 'oiv', rest: 'without-oiv' },
} as const satisfies Record<Relation, { operation: ListOperation; prefix: string; rest: string }>

/** A category or OIV as named on other pages; without a link when the lists do not know it. */
export interface Belonging {
  readonly text: string
  readonly href?: string
}

/** Names and links of keys, for one page. */
export type Namer = (keys: readonly string[]) => Belonging[]

/** A function that names the keys of one relation from one page. */
export function namerOf(catalogue: Catalogue, relation: Relation, from: Page): Namer {
  const entries = firstByKey(catalogue[relation])
  const { operation, prefix } = RELATIONS[relation]
  return (keys) =>
    [...new Set(keys)].map((key) => {
      const entry = entries.get(key)
      if (!entry) return { text: showCode(key) }
      return { text: titleOf(entry), href: relativeLink(from, { operation }, anchorOf(prefix, key)) }
    })
}

/** An entry with the place on its list page that other pages lead to, and its datasets. */
export interface Group {
  readonly entry: Entry
  readonly anchor: string
  readonly members: readonly DatasetSummary[]
}

/** The entries of one relation in the catalogue's order, and the datasets that belong to none of them. */
export function groupsOf(
  catalogue: Catalogue,
  relation: Relation,
  summaries: readonly DatasetSummary[],
): { readonly groups: readonly Group[]; readonly rest: readonly DatasetSummary[] } {
  const entries = catalogue[relation]
  const members = membersOf(catalogue, relation, summaries)
  const anchors = anchorsOf(
    RELATIONS[relation].prefix,
    entries.map(({ key }) => key),
  )
  const groups = entries.map((entry, at) => ({
    entry,
    anchor: anchors[at] ?? '',
    members: members.of(entry),
  }))
  return { groups, rest: members.rest }
}

// The datasets of every entry, by title, and those of none. Where keys repeat, the first entry has them.
function membersOf(catalogue: Catalogue, relation: Relation, summaries: readonly DatasetSummary[]) {
  const entries = firstByKey(catalogue[relation])
  const byKey = new Map<string, DatasetSummary[]>([...entries.keys()].map((key) => [key, []]))
  const rest: DatasetSummary[] = []
  for (const summary of byTitle(summaries)) {
    const keys = [...new Set(summary[relation])].filter((key) => byKey.has(key))
    for (const key of keys) byKey.get(key)?.push(summary)
    if (keys.length === 0) rest.push(summary)
  }
  return {
    of: (entry: Entry): readonly DatasetSummary[] =>
      entries.get(entry.key) === entry ? (byKey.get(entry.key) ?? []) : [],
    rest: rest as readonly DatasetSummary[],
  }
}

/** Datasets in the order of their titles, equal titles by code. */
export function byTitle(summaries: readonly DatasetSummary[]): DatasetSummary[] {
  return [...summaries].sort((a, b) => compareText(a.title, b.title) || (a.code < b.code ? -1 : 1))
}

const indexes = new WeakMap<readonly Entry[], ReadonlyMap<string, Entry>>()

function firstByKey(entries: readonly Entry[]): ReadonlyMap<string, Entry> {
  const made = indexes.get(entries) ?? new Map([...entries].reverse().map((entry) => [entry.key, entry]))
  indexes.set(entries, made)
  return made
}
