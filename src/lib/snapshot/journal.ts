import { closeSync, renameSync } from 'node:fs'
import { parseJson } from '../reading/json/bounded.ts'
import { fileSource, openNew, writeAll } from './disk.ts'
import { isAbsent } from './disk-errors.ts'
import { findEarlierPath } from './layout.ts'
import { upgradeRecord } from './machine-file.ts'
import { findDraftRecordProblem } from './manifest.ts'
import type { ManifestRecord } from './record.ts'

/** The first line of a journal: which draft it belongs to. */
interface JournalHead {
  readonly origin: readonly string[]
  readonly startedAt: string
}

/**
 * Maximum number of buffered lines, and the milliseconds after which the next line is written with them. What
 * is buffered when a run is killed is fetched again by the next one: at a slow origin, or with large files, 64 records can be hours of work.
 */
const MOST_BUFFERED_LINES = 64
const MOST_BUFFERED_MS = 250

const LF = 10
/** A line of more chunks of a file was not written by this program. */
const MOST_LINE_CHUNKS = 64

/**
 * Opens a journal that begins with these records. It is written completely before it replaces the one at `path`. Then appends one line per
 * record, so a killed run leaves at most one incomplete line, the last.
 */
export function openJournal(path: string, head: JournalHead, records: Iterable<ManifestRecord>) {
  const part = `${path}.part`
  const file = openNew(part)
  let buffered: string[] = []
  let writtenAt = performance.now()
  let open = true
  function flush(): void {
    const lines = buffered.join('')
    buffered = []
    writtenAt = performance.now()
    writeAll(file, Buffer.from(lines), path)
  }
  // Requests may still finish after `close`; by then the file may belong to another run.
  function append(value: JournalHead | ManifestRecord): void {
    if (!open) return
    buffered.push(`${JSON.stringify(value)}\n`)
    if (buffered.length >= MOST_BUFFERED_LINES || performance.now() - writtenAt >= MOST_BUFFERED_MS) flush()
  }
  try {
    append(head)
    for (const record of records) append(record)
    flush()
    renameSync(part, path)
  } catch (error) {
    closeSync(file)
    throw error
  }
  return {
    append,
    close(): void {
      if (!open) return
      open = false
      try {
        flush()
      } finally {
        closeSync(file)
      }
    },
  }
}

/** What the draft of a journal belongs to; undefined if there is no usable journal. */
export function findJournalOwner(path: string): readonly string[] | undefined {
  for (const line of readLines(path)) {
    const { origin } = (findJson(line) ?? {}) as Partial<JournalHead>
    return Array.isArray(origin) ? origin : undefined
  }
  return undefined
}

/** Reads a journal up to the first incomplete or invalid line; undefined if there is no usable one. */
export function readJournal(path: string): (JournalHead & { records: ManifestRecord[] }) | undefined {
  let head: JournalHead | undefined
  const records: ManifestRecord[] = []
  for (const line of readLines(path)) {
    const value = upgradeRecord(findJson(line))
    if (head === undefined) {
      head = value as JournalHead | undefined
      if (!Array.isArray(head?.origin)) return undefined
    } else if (isRecord(value)) records.push(value)
    else break
  }
  return head && { ...head, records }
}

// Files are moved and removed at the path of a record, so it must be valid.
function isRecord(value: unknown): value is ManifestRecord {
  const { path } = (value ?? {}) as { path?: unknown }
  if (typeof path !== 'string') return false
  return findDraftRecordProblem({ ...(value as object), path: findEarlierPath(path) ?? path }) === undefined
}

// The last line may be torn, and is no record then.
function* readLines(path: string): Iterable<Uint8Array> {
  try {
    let begun: Uint8Array[] = []
    for (const chunk of fileSource(path)()) {
      let from = 0
      for (let end = chunk.indexOf(LF); end >= 0; end = chunk.indexOf(LF, from)) {
        yield Buffer.concat([...begun, chunk.subarray(from, end)])
        begun = []
        from = end + 1
      }
      begun.push(Uint8Array.from(chunk.subarray(from)))
      if (begun.length > MOST_LINE_CHUNKS) return
    }
    yield Buffer.concat(begun)
  } catch (error) {
    if (!isAbsent(error)) throw error
  }
}

function findJson(line: Uint8Array): unknown {
  try {
    return parseJson(line)
  } catch {
    return undefined
  }
}
