import { type Reading, readDocument } from '../reading/index.ts'
import {
  checkedSource,
  derivedNameOf,
  type Generation,
  type ManifestRecord,
  openDerived,
} from '../snapshot/index.ts'
import { whyUnread } from './not-read.ts'

/** Readings of a generation's bytes. Those of large documents are cached by the sha256 of the bytes. */
export interface Readings {
  /** The reading of a record's bytes, or why they are not read; undefined if there are none. Throws DamagedSnapshot. */
  find(record: ManifestRecord): Reading | Unread | undefined
}

/** Bytes that are not read, and why: a sentence. */
export interface Unread {
  readonly unread: string
}

// Reading a smaller document again is faster than writing and reading a cached file.
const CACHED_FROM = 64 * 1024

/** Opens the readings of a generation's bytes. `folder` caches those of large documents, see {@link openDerived}. */
export function openReadings(folder: string, generation: Pick<Generation, 'folder'>): Readings {
  const cache = openDerived(folder)

  function findLarge(record: ManifestRecord): Reading | Unread {
    const cached = cache.find(derivedNameOf(record))
    if (cached !== undefined) return cached as Reading
    const reading = read(generation, record)
    if (!('unread' in reading)) cache.store(derivedNameOf(record), reading)
    return reading
  }
  return {
    find(record) {
      if (record.sha256 === undefined) return undefined
      return (record.bytes ?? 0) < CACHED_FROM ? read(generation, record) : findLarge(record)
    },
  }
}

function read(generation: Pick<Generation, 'folder'>, record: ManifestRecord): Reading | Unread {
  const { format, charset } = record
  try {
    return readDocument(checkedSource(generation, record), { format, ...(charset && { charset }) })
  } catch (error) {
    return { unread: whyUnread(error) }
  }
}
