import { join } from 'node:path'
import { fileSource, isAbsent, NotAFile, UnreadableFile } from '../disk.ts'
import { FileRefused, type PublishedMirror, RestoreFailed } from './published-mirror.ts'

/** A mirror that is published in a folder of this machine. */
export function openFolderMirror(folder: string): PublishedMirror {
  return {
    name: folder,
    async read(path, open) {
      const taker = open()
      const chunks = fileSource(join(folder, path))()[Symbol.iterator]()
      for (;;) {
        const next = readNext(chunks, join(folder, path))
        if (next === undefined) return false
        if (next.done) return true
        taker.write(next.value)
      }
    },
  }
}

function readNext(chunks: Iterator<Uint8Array>, path: string): IteratorResult<Uint8Array> | undefined {
  try {
    return chunks.next()
  } catch (cause) {
    if (cause instanceof NotAFile) throw new FileRefused(`${cause.message}`, { cause })
    if (isAbsent(cause)) return undefined
    if (cause instanceof UnreadableFile) throw new RestoreFailed(cause.message, { cause })
    throw new RestoreFailed(`${path} cannot be read: ${(cause as Error).message}.`, { cause })
  }
}
