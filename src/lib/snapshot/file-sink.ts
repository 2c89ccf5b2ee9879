import { createHash, type Hash, hash } from 'node:crypto'
import { closeSync, futimesSync, mkdirSync, openSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { writeAll } from './disk.ts'
import { AT_ONCE, type Writer } from './writer.ts'

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

/** Opens sinks for the files of one folder. */
export interface FileSinks {
  /** Begins to make the folder of a file that may come, off the main thread: on ext4 that takes longer than all else a file needs. */
  expect(path: string): void
  open(path: string): FileSink
}

/**
 * Files are written in one folder and renamed to theirs. Besides being whole or absent, that is the fast way on ext4: it spreads
 * new folders over the disk, and a file made in each costs about twice what one made in a single folder and moved does.
 */
export function openFileSinks(incoming: string, writer = AT_ONCE): FileSinks {
  const folders = new Set<string>()
  mkdirSync(incoming, { recursive: true })
  let count = 0
  return {
    expect(path) {
      const folder = dirname(path)
      if (folders.has(folder)) return
      folders.add(folder)
      writer.do({ do: 'folder', path: folder })
    },
    open: (path) => openFileSink(path, `${incoming}/${count++}`, writer),
  }
}

function openFileSink(path: string, part: string, writer: Writer): FileSink {
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
        writer.do({ do: 'write', part, path: at, mtime, bytes })
        return
      }
      const file = flush()
      try {
        futimesSync(file, mtime, mtime)
      } finally {
        closeSync(file)
        streamed = undefined
      }
      writer.do({ do: 'move', part, path: at })
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
