import { createHash, type Hash, hash } from 'node:crypto'
import { closeSync, futimesSync, mkdirSync, openSync, rmSync } from 'node:fs'
import { writeAll } from './disk.ts'
import { moveFile, writeInPlace } from './draft-files.ts'

/** Bodies up to this size are written by one call; larger ones go to disk as they come. */
const HELD_BYTES = 256 * 1024

/** What arrived, hashed on the way. Nothing is at the final path until `keep`. */
export interface FileSink {
  write(chunk: Uint8Array): void
  /** The sha256 (hex) and length so far. Call after the last chunk. */
  digest(): { sha256: string; bytes: number }
  /** Puts the file in its place, or at another path, with this modification time. */
  keep(mtime: Date, at?: string): void
  /** Forgets what arrived; leaves no file. Does nothing after `keep`, or twice. */
  drop(): void
}

/**
 * Files are written in one folder and renamed to theirs. Besides being whole or absent, that is the fast way on ext4: it spreads
 * new folders over the disk, and a file made in each costs about twice what one made in a single folder and moved does.
 * Gives what opens the sink of a file.
 */
export function openFileSinks(incoming: string): (path: string) => FileSink {
  mkdirSync(incoming, { recursive: true })
  let count = 0
  return (path) => openFileSink(path, `${incoming}/${count++}`)
}

function openFileSink(path: string, part: string): FileSink {
  let held: Uint8Array[] = []
  let bytes = 0
  let streamed: { file: number; hash: Hash } | undefined

  function flush(): number {
    streamed ??= { file: openSync(part, 'w'), hash: createHash('sha256') }
    for (const chunk of held) {
      streamed.hash.update(chunk)
      writeAll(streamed.file, chunk, part)
    }
    held = []
    return streamed.file
  }
  return {
    write(chunk) {
      bytes += chunk.length
      held.push(chunk)
      if (bytes > HELD_BYTES) flush()
    },
    digest() {
      if (streamed === undefined) held = [held.length === 1 ? (held[0] as Uint8Array) : Buffer.concat(held)]
      else flush()
      const sha256 =
        streamed === undefined ? hash('sha256', held[0] as Uint8Array) : streamed.hash.copy().digest('hex')
      return { sha256, bytes }
    },
    keep(mtime, at = path) {
      const bytes = held
      if (streamed === undefined) {
        held = []
        writeInPlace(part, at, mtime, bytes)
        return
      }
      const file = flush()
      try {
        futimesSync(file, mtime, mtime)
      } finally {
        closeSync(file)
        streamed = undefined
      }
      moveFile(part, at)
    },
    drop() {
      if (streamed !== undefined) {
        closeSync(streamed.file)
        streamed = undefined
        rmSync(part, { force: true })
      }
      held = []
    },
  }
}
