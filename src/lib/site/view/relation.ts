import type { Catalogue, Entry } from '../../catalogue/index.ts'
import type { ListOperation } from '../../interface/index.ts'
import type { Mirror } from '../mirror.ts'
import { anchorsOf } from './anchor.ts'
import { keyTextOf, titleOf } from './entry-text.ts'
import { type Page, relativeLink } from './link.ts'
import { NO_SLOT, slotsOfKeys } from './slot.ts'
import { type DatasetSummary, summariesOf } from './summary.ts'

/** The two kinds of things a dataset belongs to. */
export type RelationName = 'categories' | 'oivs'

export const RELATIONS = {
  categories: { operation: 'list_categories', prefix: 'category', rest: 'without-category' },
  oivs: { operation: 'list_oivs', prefix: 'oiv', rest: 'without-oiv' },
} as const satisfies Record<RelationName, { operation: ListOperation; prefix: string; rest: string }>

/** A category or OIV as named on other pages; without a link when the lists do not know it. */
export interface Belonging {
  readonly text: string
  readonly href?: string
}

/** Names and links of keys, for one page. */
export type Namer = (keys: readonly string[]) => Belonging[]

/** A function that names the keys of one relation from one page. */
export function namerOf(catalogue: Catalogue, relation: RelationName, from: Page): Namer {
  const entries = indexOf(catalogue[relation])
  return (keys) =>
    [...new Set(keys)].map((key) => {
      const found = entries.get(key)
      if (!found) return { text: keyTextOf(key) }
      return { text: titleOf(found.entry), href: relativeLink(from, groupPage(relation, found.slot)) }
    })
}

/** The page of a category or OIV. It is there for every one that has datasets. */
export function groupPage(relation: RelationName, slot: string): Page {
  return { browse: `${RELATIONS[relation].prefix}/${slot}` }
}

/** An entry of the list of categories or OIVs, its id on the page of that list, and its datasets by title. */
export interface RelationGroup {
  readonly entry: Entry
  readonly anchor: string
  readonly slot: string
  readonly members: readonly DatasetSummary[]
}

/** The entries of one relation in the catalogue's order, and the datasets that belong to none of them, by title. */
export interface Groups {
  readonly groups: readonly RelationGroup[]
  /** Those that have datasets, by key. */
  readonly byKey: ReadonlyMap<string, RelationGroup>
  readonly rest: { readonly slot: string; readonly members: readonly DatasetSummary[] }
}

const known = new WeakMap<Mirror, Map<RelationName, Groups>>()

/** The groups of a mirror; made on the first call, the same ever after. Where keys repeat, the first entry has the datasets. */
export function groupsOf(mirror: Mirror, relation: RelationName): Groups {
  const made = known.get(mirror) ?? new Map<RelationName, Groups>()
  known.set(mirror, made)
  const groups = made.get(relation) ?? group(mirror, relation)
  made.set(relation, groups)
  return groups
}

function group(mirror: Mirror, relation: RelationName): Groups {
  const listed = mirror.catalogue[relation]
  const entries = indexOf(listed)
  const byKey = new Map<string, DatasetSummary[]>([...entries.keys()].map((key) => [key, []]))
  const rest: DatasetSummary[] = []
  for (const summary of summariesOf(mirror).byTitle) {
    const keys = [...new Set(summary[relation])].filter((key) => byKey.has(key))
    for (const key of keys) byKey.get(key)?.push(summary)
    if (keys.length === 0) rest.push(summary)
  }
  const anchors = anchorsOf(
    RELATIONS[relation].prefix,
    listed.map(({ key }) => key),
  )
  const groups = listed.map((entry, at) => ({
    entry,
    anchor: anchors[at] ?? '',
    slot: entries.get(entry.key)?.slot ?? NO_SLOT,
    members: entries.get(entry.key)?.entry === entry ? (byKey.get(entry.key) ?? []) : [],
  }))
  const filled = groups.filter(({ members }) => members.length > 0)
  return {
    groups,
    byKey: new Map(filled.map((group) => [group.entry.key, group])),
    rest: { slot: NO_SLOT, members: rest },
  }
}

type Index = ReadonlyMap<string, { readonly entry: Entry; readonly slot: string }>
const indexes = new WeakMap<readonly Entry[], Index>()

// The first entry of each key, and the folder of its page.
function indexOf(entries: readonly Entry[]): Index {
  const made = indexes.get(entries) ?? makeIndex(entries)
  indexes.set(entries, made)
  return made
}

function makeIndex(entries: readonly Entry[]): Index {
  const slots = slotsOfKeys(entries.map(({ key }) => key))
  return new Map(
    [...entries].reverse().map((entry) => [entry.key, { entry, slot: slots.get(entry.key) ?? NO_SLOT }]),
  )
}
