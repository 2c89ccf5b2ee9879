import type { Catalogue, DatasetEntry, Entry, ListDocument } from '../../catalogue/index.ts'
import type { ListOperation } from '../../interface/index.ts'

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
  documents: readonly ListDocument[],
  { datasets, categories, oivs }: Catalogue,
  codes: Iterable<string>,
): Listed {
  const listed = new Set(codes)
  const counted = datasets.filter(({ code }) => listed.has(code))
  return {
    codes: listed,
    entries: countEntries(documents),
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

// A list of links only has entries, but no records.
function countEntries(documents: readonly ListDocument[]): Map<string, number> {
  const counts = new Map<string, number>()
  const raise = (name: string, count: number) => counts.set(name, Math.max(counts.get(name) ?? 0, count))
  for (const { operation, format, records, links, paging } of documents) {
    // One page of several does not show how many entries there are.
    if (paging !== undefined) continue
    const count = Math.max(records.length, new Set(links.map(({ code }) => code)).size)
    raise(operation, count)
    raise(groupName(operation, format), count)
  }
  return counts
}

/** The display name of a list in one format: `list_datasets (json)`. */
function groupName(operation: ListOperation, format: string): string {
  return `${operation} (${format})`
}
