import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { READER, type Reading, readDocument } from '../reading/index.ts'
import {
  checkedSource,
  type Generation,
  type ManifestRecord,
  readTextFile,
  writeWhole,
} from '../snapshot/index.ts'
import { whyUnread } from './unread.ts'

/** Readings of a generation's bytes, each made once where that is dear, and kept by the sha256 of what was read. */
export interface Readings {
  /** The reading of a record's bytes, or why they are not read; undefined when there are none. Throws DamagedSnapshot. */
  find(record: ManifestRecord): Reading | Unread | undefined
}

/** Bytes that are not read, and why: a sentence. */
export interface Unread {
  readonly unread: string
}

// A smaller document is read again faster than a file of its own is written and read.
const KEPT_ON_DISK_FROM = 64 * 1024

/** Opens the readings of a generation's bytes. `folder` holds those of large documents; it may be deleted at any time. */
export function openReadings(folder: string, generation: Generation): Readings {
  mkdirSync(folder, { recursive: true })

  function findLarge(record: ManifestRecord): Reading | Unread {
    const file = join(folder, nameOf(record))
    const kept = findKept(file)
    if (kept?.reader === READER) return kept
    const reading = read(generation, record)
    if ('unread' in reading) return reading
    // Whatever else has the name: the folder may be deleted at any time.
    rmSync(file, { recursive: true, force: true })
    writeWhole(file, JSON.stringify(reading))
    return reading
  }
  return {
    find(record) {
      if (record.sha256 === undefined) return undefined
      return (record.bytes ?? 0) < KEPT_ON_DISK_FROM ? read(generation, record) : findLarge(record)
    },
  }
}

/** Removes the kept readings of bytes that are no longer in the generation. */
export function pruneReadings(folder: string, { manifest }: Generation): void {
  const used = new Set(manifest.records.map(nameOf))
  for (const name of readdirSync(folder))
    if (!used.has(name)) rmSync(join(folder, name), { recursive: true, force: true })
}

// Bytes are read by the charset they came with, so it is part of what a reading is of.
function nameOf({ sha256, format, charset = '' }: ManifestRecord): string {
  return `${sha256}.${format}${charset === '' ? '' : `.${charset.replace(/[^a-z0-9-]/g, '_')}`}.json`
}

function read(generation: Generation, record: ManifestRecord): Reading | Unread {
  const { format, charset } = record
  try {
    return readDocument(checkedSource(generation, record), { format, ...(charset && { charset }) })
  } catch (error) {
    return { unread: whyUnread(error) }
  }
}

// A torn or foreign file is read anew.
function findKept(file: string): Reading | undefined {
  try {
    return JSON.parse(readTextFile(file))
  } catch {
    return undefined
  }
}
