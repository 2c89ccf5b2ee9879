import { hash } from 'node:crypto'
import type { Entry } from '../../catalogue/index.ts'
import type { ListOperation } from '../../interface/index.ts'
import { readNone } from '../../reading/profile/stated-text.ts'
import type { MirrorSource } from '../mirror.ts'
import { type Page, relativeLink } from './link.ts'
import type { DatasetSummary, Summaries } from './summary.ts'
import { htmlText, keyTextOf, titleOf } from './text.ts'

/** The two relations of a dataset to groups. */
export type RelationName = 'categories' | 'oivs'

export const RELATIONS = {
  categories: { operation: 'list_categories', prefix: 'category', rest: 'without-category' },
  oivs: { operation: 'list_oivs', prefix: 'oiv', rest: 'without-oiv' },
} as const satisfies Record<RelationName, { operation: ListOperation; prefix: string; rest: string }>

/** A category or publisher as named on other pages; without a link if the lists do not contain it. */
export interface Belonging {
  readonly text: string
  readonly href?: string
}

/** Returns a function that gives the names and links of keys of one relation, for one page. */
export function namerOf(
  index: Readonly<Record<RelationName, RelationNames>>,
  relation: RelationName,
  from: Page,
): (keys: readonly string[]) => Belonging[] {
  const names = index[relation]
  const known = new Map<string, Belonging>()
  const nameOf = (key: string): Belonging => {
    const { title = keyTextOf(key), slot } = names.get(key) ?? {}
    return { text: title, ...(slot !== undefined && { href: relativeLink(from, groupPage(relation, slot)) }) }
  }
  return (keys) =>
    [...new Set(keys)].map((key) => {
      const named = known.get(key) ?? nameOf(key)
      known.set(key, named)
      return named
    })
}

/** The names of keys of one relation, each once. */
export function namesOf(
  { names }: { readonly names: Readonly<Record<RelationName, RelationNames>> },
  relation: RelationName,
  keys: readonly string[],
): string[] {
  return [...new Set(keys)].map((key) => htmlText(names[relation].get(key)?.title ?? keyTextOf(key)))
}

/** The names of the publishers of a dataset; `Not stated` in place of one is left out. */
export function publishersOf(
  source: Parameters<typeof namesOf>[0],
  { oivs }: { readonly oivs: readonly string[] },
): string[] {
  return namesOf(source, 'oivs', oivs).filter((name) => readNone(name.trim()) === undefined)
}

/** The page of a category or publisher. It exists for every one that has datasets. */
export function groupPage(relation: RelationName, slot: string): Page {
  return { browse: `${RELATIONS[relation].prefix}/${slot}` }
}

/** An entry of the list of categories or publishers, its id on the page of that list, and its datasets by title. */
export interface RelationGroup {
  readonly entry: Entry
  readonly anchor: string
  readonly slot: string
  readonly members: readonly DatasetSummary[]
}

export type Groups = ReturnType<typeof makeGroups>

/** The entries of one relation in the catalogue's order, and the datasets without an entry, by title. Where keys repeat, the first entry has the datasets. */
export function makeGroups(
  { catalogue }: Pick<MirrorSource, 'catalogue'>,
  relation: RelationName,
  names: RelationNames,
  { byTitle }: Summaries,
) {
  const listed = catalogue[relation]
  const byKey = new Map<string, DatasetSummary[]>(listed.map(({ key }) => [key, []]))
  const rest: DatasetSummary[] = []
  for (const summary of byTitle) {
    const keys = [...new Set(summary[relation])].filter((key) => byKey.has(key))
    for (const key of keys) byKey.get(key)?.push(summary)
    if (keys.length === 0) rest.push(summary)
  }
  const { prefix } = RELATIONS[relation]
  // Where keys repeat, the first entry.
  const firsts = new Map(listed.toReversed().map((entry) => [entry.key, entry]))
  const groups = listed.map((entry, at): RelationGroup => {
    const slot = names.get(entry.key)?.slot ?? NO_SLOT
    const isFirst = firsts.get(entry.key) === entry
    return {
      entry,
      // No slot has a dot.
      anchor: isFirst ? `${prefix}-${slot}` : `${prefix}-${slot}.${at}`,
      slot,
      members: isFirst ? (byKey.get(entry.key) ?? []) : [],
    }
  })
  const filled = groups.filter(({ members }) => members.length > 0)
  return {
    groups,
    /** Those that have datasets, by key. */
    byKey: new Map(filled.map((group) => [group.entry.key, group])),
    rest: { slot: NO_SLOT, members: rest },
  }
}

/** The title of each entry by key, as pages show it, and the folder of its page; those that are no longer listed have none. */
export type RelationNames = ReadonlyMap<string, { readonly title: string; readonly slot?: string }>

/** The names of entries. Where keys repeat, those of the first. */
export function namesByKey(
  { catalogue }: Pick<MirrorSource, 'catalogue'>,
  relation: RelationName,
): RelationNames {
  const entries = catalogue[relation]
  const slots = slotsOfKeys(entries.map(({ key }) => key))
  return new Map([
    ...[...catalogue.former[relation]].map(
      ([key, title]) => [key, { title: titleOf({ key, title }) }] as const,
    ),
    ...entries
      .toReversed()
      .map((entry) => [entry.key, { title: titleOf(entry), slot: slots.get(entry.key) ?? NO_SLOT }] as const),
  ])
}

const LONGEST = 40
/** `none` has a meaning here; the others are devices on Windows. */
const RESERVED = /^(?:none|con|prn|aux|nul|com\d|lpt\d)$/
const PLAIN_SLOT = /^[a-z0-9][a-z0-9_-]*$/
/** A name that ends like this could be the slot of another key. */
const HASHED = /-[0-9a-f]{12}$/
/**
 * Digits of a hash in a slot. Two keys with the same short hash can be found by a deliberate search; with the long hash, they cannot. A
 * slot with the long hash is longer than any other.
 */
const SHORT_DIGITS = 12
const LONG_DIGITS = 40

/** The slot of the datasets that belong to no entry of a list. */
export const NO_SLOT = 'none'

/**
 * The folders of the pages of categories or publishers, by key: the key itself if it is a safe name on every disk and in every router, else
 * its readable part and a short hash. If several keys have the same folder, which somebody must have planned, all of them get a long hash
 * instead. So a folder stays as long as its key does, and no page takes the address of another.
 */
export function slotsOfKeys(keys: Iterable<string>): ReadonlyMap<string, string> {
  const slots = new Map([...keys].map((key) => [key, shortSlot(key)]))
  for (const alike of Map.groupBy(slots, ([, slot]) => fold(slot)).values())
    if (alike.length > 1) for (const [key] of alike) slots.set(key, hashedSlot(key, LONG_DIGITS))
  return slots
}

function shortSlot(key: string): string {
  const isPlain = PLAIN_SLOT.test(key) && key.length <= LONGEST && !RESERVED.test(key) && !HASHED.test(key)
  return isPlain ? key : hashedSlot(key, SHORT_DIGITS)
}

function hashedSlot(key: string, digits: number): string {
  const sum = hash('sha256', key).slice(0, digits)
  const readable = [
    ...key
      .normalize('NFKC')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, '-'),
  ]
    .slice(0, LONGEST - (digits - SHORT_DIGITS))
    .join('')
    .replace(/^-+|-+$/g, '')
  return readable === '' ? `x-${sum}` : `${readable}-${sum}`
}

// Disks that ignore case or Unicode normalization treat slots as the same if this is equal.
function fold(slot: string): string {
  return slot.normalize('NFD').toLowerCase()
}
