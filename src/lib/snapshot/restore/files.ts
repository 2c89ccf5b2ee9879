import { mkdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { carryFile, findDigest } from '../disk.ts'
import { removeAllBut } from '../draft-files.ts'
import { type FileSink, openFileSinks } from '../file-sink.ts'
import type { Generation } from '../generation.ts'
import { layout } from '../layout.ts'
import type { ManifestRecord } from '../record.ts'
import { FileRefused, type PublishedMirror } from './published-mirror.ts'

/** Copies the files of records into the folder of a restore. */
export interface Taking {
  /** Copies one file. Resolves to why it could not be read, or undefined if it was copied. */
  take(record: ManifestRecord): Promise<string | undefined>
}

/** The file is larger than its record states. */
class TooLarge extends Error {}

/** Opens the folder of a restore: valid files of an earlier attempt stay, everything else is removed. */
export function openTaking(
  state: string,
  mirror: PublishedMirror,
  held: Generation | undefined,
  records: readonly ManifestRecord[],
): Taking {
  const folder = layout.restoring(state)
  mkdirSync(folder, { recursive: true })
  removeAllBut(
    folder,
    records.map(({ path }) => path),
  )
  rmSync(layout.incoming(state), { recursive: true, force: true })
  const openSink = openFileSinks(layout.incoming(state))
  return {
    async take(record) {
      const { path, sha256 = '', bytes = 0 } = record
      const target = join(folder, path)
      const changedAt = timeOf(record)
      if (isThere(target, sha256, changedAt)) return undefined
      const twin = held?.find(path)
      const source = held && twin?.sha256 === sha256 ? join(held.folder, path) : undefined
      if (source !== undefined && isThere(source, sha256, changedAt)) {
        carryFile(source, target)
        return undefined
      }
      return receive(mirror, path, { sha256, bytes, changedAt, open: () => openSink(target) })
    },
  }
}

interface Expected {
  readonly sha256: string
  readonly bytes: number
  readonly changedAt: Date
  open(): FileSink
}

async function receive(
  mirror: PublishedMirror,
  path: string,
  expected: Expected,
): Promise<string | undefined> {
  let sink: FileSink | undefined
  try {
    const found = await mirror.read(path, () => {
      let came = 0
      sink?.drop()
      const opened = expected.open()
      sink = opened
      return {
        write(chunk) {
          came += chunk.length
          if (came > expected.bytes) throw new TooLarge()
          opened.write(Buffer.from(chunk))
        },
      }
    })
    if (!found || sink === undefined) return `${mirror.name} does not have it.`
    if (sink.digest().sha256 !== expected.sha256)
      return `${mirror.name} has different bytes than its manifest states.`
    sink.keep(expected.changedAt)
    return undefined
  } catch (error) {
    if (error instanceof TooLarge) return `${mirror.name} has more bytes than its manifest states.`
    if (error instanceof FileRefused) return error.message
    throw error
  } finally {
    sink?.drop()
  }
}

/** When the bytes of a record last changed, which becomes the file time. */
function timeOf({ changedAt }: ManifestRecord): Date {
  return new Date(changedAt ?? 0)
}

function isThere(path: string, sha256: string, changedAt: Date): boolean {
  const stats = statSync(path, { throwIfNoEntry: false })
  return stats?.mtimeMs === changedAt.getTime() && findDigest(path)?.sha256 === sha256
}
