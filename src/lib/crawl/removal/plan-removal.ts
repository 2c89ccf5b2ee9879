import { hash } from 'node:crypto'
import type { Catalogue, DatasetEntry, Entry, NamedList } from '../../catalogue/index.ts'
import type { ListOperation } from '../../interface/index.ts'

/** A list, a group or the whole catalogue that has lost more entries than one run may remove. */
export interface Loss {
  /** `list_datasets (json)`, `values of list (json)`, `datasets`, `list_oivs "Department of transport"`. */
  readonly what: string
  readonly before: number
  readonly left: number
}

/** A removal beyond the limit of a run, which needs the operator's confirmation. */
export interface Removal {
  /** Identifies exactly this removal from exactly this generation. */
  readonly planId: string
  readonly losses: readonly Loss[]
  /** Datasets that would be withdrawn, in the previous order of the lists. */
  readonly codes: readonly string[]
}

/**
 * Compares the current lists with the previous ones; undefined if the loss is within the limit. Of `n` entries, the share of `n` may go, at
 * least one, but never all unless the share is 1. A list that could not be read has no count now, and counts as complete. `replaced`: lists
 * that have other contents.
 */
export function planRemoval(
  before: Listed,
  now: Listed,
  share: number,
  generation: string,
  replaced: readonly Loss[] = [],
): Removal | undefined {
  const codes = [...before.codes].filter((code) => !now.codes.has(code))
  const losses = [
    ...lossesOfLists(before, now),
    { what: 'datasets', before: before.codes.size, left: before.codes.size - codes.length },
    ...lossesOfKeys(before, now),
    ...lossesInGroups(before, new Set(codes)),
  ].filter((loss) => isTooMuch(loss, share))
  losses.push(...replaced)
  if (losses.length === 0) return undefined
  // New entries change how many are left, but must not change the plan id: it covers the datasets that go.
  const going = losses.map(({ what, left }) => (codes.length > 0 ? what : `${what} ${left}`))
  return { planId: idOf({ generation, going, codes }), losses, codes }
}

// Only lists and the whole catalogue may not become empty: a group may lose its only dataset.
function isTooMuch({ what, before, left }: Loss, share: number): boolean {
  if (share >= 1 || left >= before) return false
  if (left === 0 && !what.includes('"')) return true
  return before - left > Math.max(1, Math.floor(before * share))
}

function lossesOfLists(before: Listed, now: Listed): Loss[] {
  return [...before.entries].flatMap(([what, count]) => {
    const left = now.entries.get(what)
    return left === undefined ? [] : [{ what, before: count, left }]
  })
}

// Entries that are replaced by others, so the length of the list stays the same. An entry that kept its key or its title is the same.
function lossesOfKeys(before: Listed, now: Listed): Loss[] {
  return (['list_categories', 'list_oivs'] as const).flatMap((operation) => {
    const groupsOf = ({ groups }: Listed) => groups.filter((group) => group.operation === operation)
    const left = new Set(groupsOf(now).flatMap(({ key, title }) => [`key ${key}`, `title ${title}`]))
    const stored = groupsOf(before)
    if (left.size === 0) return []
    return [
      {
        what: `entries of ${operation}`,
        before: stored.length,
        left: stored.filter(({ key, title }) => left.has(`key ${key}`) || left.has(`title ${title}`)).length,
      },
    ]
  })
}

function lossesInGroups(before: Listed, gone: ReadonlySet<string>): Loss[] {
  return before.groups.map(({ operation, title, codes }) => ({
    what: `datasets in ${operation} ${JSON.stringify(title)}`,
    before: codes.size,
    left: [...codes].filter((code) => !gone.has(code)).length,
  }))
}

function idOf(removal: object): string {
  return hash('sha256', JSON.stringify(removal)).slice(0, 12)
}

/** The contents of the lists of one crawl, as counted by the removal guard. */
export interface Listed {
  readonly codes: ReadonlySet<string>
  /** Number of entries of each list: by operation, and by operation and format. */
  readonly entries: ReadonlyMap<string, number>
  readonly groups: readonly ListedGroup[]
}

/** A category or publisher, and the datasets in it. */
interface ListedGroup {
  readonly operation: 'list_categories' | 'list_oivs'
  readonly key: string
  readonly title: string
  readonly codes: ReadonlySet<string>
}

/** Counts the contents of the lists. Stored codes that are not listed do not count. */
export function countListed(
  lists: readonly NamedList[],
  { datasets, categories, oivs }: Catalogue,
  codes: Iterable<string>,
): Listed {
  const listed = new Set(codes)
  const counted = datasets.filter(({ code }) => listed.has(code))
  return {
    codes: listed,
    entries: countEntries(lists),
    groups: [
      ...groupsOf('list_categories', categories, membersOf(counted, 'categories')),
      ...groupsOf('list_oivs', oivs, membersOf(counted, 'oivs')),
    ],
  }
}

// The datasets of each key, in linear time.
function membersOf(datasets: readonly DatasetEntry[], relation: 'categories' | 'oivs') {
  const members = new Map<string, Set<string>>()
  for (const dataset of datasets)
    for (const key of dataset[relation]) {
      const codes = members.get(key) ?? new Set()
      members.set(key, codes.add(dataset.code))
    }
  return members
}

// If keys repeat, the first entry has the datasets, as on the pages.
function groupsOf(
  operation: ListedGroup['operation'],
  entries: readonly Entry[],
  members: Map<string, Set<string>>,
): ListedGroup[] {
  return entries.map(({ key, title }) => {
    const codes = members.get(key) ?? new Set<string>()
    members.delete(key)
    return { operation, key, title, codes }
  })
}

// A list of links only has entries, but no records. In a list in groups, what counts are the datasets, not the groups.
function countEntries(lists: readonly NamedList[]): Map<string, number> {
  const counts = new Map<string, number>()
  const raise = (name: string, count: number) => counts.set(name, Math.max(counts.get(name) ?? 0, count))
  for (const { list, records, paging } of lists) {
    // One page of several does not show how many entries there are.
    if (paging !== undefined) continue
    const count = Math.max(records.length, new Set(list.links.map(({ code }) => code)).size)
    raise(list.operation, count)
    raise(groupName(list.operation, list.format), count)
  }
  return counts
}

/** The display name of a list in one format: `list_datasets (json)`. */
function groupName(operation: ListOperation, format: string): string {
  return `${operation} (${format})`
}
