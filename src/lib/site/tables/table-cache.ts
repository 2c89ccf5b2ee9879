import { derivedNameOf, type ManifestRecord, openDerived, TABLES } from '../../snapshot/index.ts'
import type { Unread } from '../readings.ts'

/** The result for a document: the sha256 of its table, null if it has none, or why it is not read. */
type TableOf = string | null | Unread

/** Which tables were made of which bytes. */
interface TableCache {
  /** The result for these bytes; undefined if it is unknown. */
  find(record: ManifestRecord): TableOf | undefined
  add(record: ManifestRecord, table: TableOf): void
  /** Writes the results that were found or added since it was opened; all others are dropped. */
  save(): void
}

/** Opens the cache of tables in a folder, see {@link openDerived}. */
export function openTableCache(folder: string): TableCache {
  const cache = openDerived(folder)
  const known = new Map(Object.entries((cache.find(TABLES) ?? {}) as Readonly<Record<string, TableOf>>))
  const used = new Map<string, TableOf>()
  return {
    find(record) {
      const table = known.get(derivedNameOf(record))
      if (table !== undefined) used.set(derivedNameOf(record), table)
      return table
    },
    add: (record, table) => void used.set(derivedNameOf(record), table),
    save: () => cache.store(TABLES, Object.fromEntries(used)),
  }
}
