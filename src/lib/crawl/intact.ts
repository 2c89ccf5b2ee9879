import { hash } from 'node:crypto'
import { join } from 'node:path'
import { type FileRecord, findStats, type Generation, hasBytesOf } from '../snapshot/index.ts'

/** Days within which every stored copy is hashed at least once, if runs are not further apart. */
const PERIOD = 14
const DAY = 24 * 3_600_000

/** Whether the file of a record exists, or could be mended, and has the recorded length and checksum. Reads all of it. */
export function isWhole(generation: Generation, record: FileRecord): boolean {
  return hasBytesOf(join(generation.folder, record.path), record) || generation.mend?.(record) === true
}

/**
 * The same for a copy that is carried over unread by a run that began at `startedAt`. A file that has the size and the modification time of
 * its record is trusted; it is read only if its turn came since the generation began, and so is a file that has another time.
 */
export function isIntact(generation: Generation, record: FileRecord, startedAt: Date): boolean {
  const stats = findStats(`${generation.folder}/${record.path}`)
  const isTrusted =
    stats?.isFile() && stats.size === record.bytes && stats.mtimeMs === Date.parse(record.changedAt ?? '')
  return (
    (isTrusted && !isDue(record.path, Date.parse(generation.manifest.startedAt), startedAt.getTime())) ||
    isWhole(generation, record)
  )
}

// Each path has its own moment within the period, so the turns are spread evenly, whatever the interval between runs. Times are in ms.
function isDue(path: string, before: number, now: number): boolean {
  const period = PERIOD * DAY
  const moment = (Number.parseInt(hash('sha1', path).slice(0, 8), 16) / 2 ** 32) * period
  return Math.floor((before - moment) / period) !== Math.floor((now - moment) / period)
}
