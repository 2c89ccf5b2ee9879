import { join } from 'node:path'
import { ExceedsLimit, largerThan, scanJson } from '../../reading/json/bounded.ts'
import { fileSource, isAbsent, NotAFile, UnreadableFile } from '../disk.ts'

/** Access to the files of a published mirror. */
export interface PublishedMirror {
  /** Its address or folder, as given by the user. */
  readonly name: string
  /**
   * Writes the bytes of a file (a path below the root, with decoded names) to a sink, which is opened again for every attempt. Resolves to
   * false if there is no such file. Rejects with {@link RestoreFailed} if that is unknown, and with the error of the sink.
   */
  read(path: string, open: () => Taker): Promise<boolean>
}

export interface Taker {
  write(chunk: Uint8Array): void
}

/**
 * A published mirror cannot be read, so its contents are unknown. Nothing was changed; the files copied so far stay for the next attempt.
 */
export class RestoreFailed extends Error {
  override name = 'RestoreFailed'
}

/** A file is permanently refused to us. */
export class FileRefused extends RestoreFailed {
  override name = 'FileRefused'
}

/**
 * The bytes of a json file of a published mirror; undefined when it is not there. Throws {@link RestoreFailed} as soon as they are more
 * than `most`, or more than can be parsed.
 */
export function readPublishedJson(
  mirror: PublishedMirror,
  path: string,
  most?: number,
): Promise<Buffer | undefined> {
  return readPublished(mirror, path, () => scanJson(most))
}

/** The text of a file of a published mirror; undefined when it is not there. Throws {@link RestoreFailed} if it has more than `most` bytes. */
export async function readPublishedText(
  mirror: PublishedMirror,
  path: string,
  most: number,
): Promise<string | undefined> {
  const bytes = await readPublished(mirror, path, () => {
    let came = 0
    return {
      write(chunk) {
        came += chunk.length
        if (came > most) throw new ExceedsLimit(largerThan(most))
      },
    }
  })
  return bytes?.toString()
}

async function readPublished(
  mirror: PublishedMirror,
  path: string,
  openScan: () => Taker,
): Promise<Buffer | undefined> {
  let chunks: Buffer[] = []
  const found = await mirror.read(path, () => {
    const scan = openScan()
    chunks = []
    return {
      write(chunk) {
        try {
          scan.write(chunk)
        } catch (error) {
          throw error instanceof ExceedsLimit ? rejected(mirror, path, error) : error
        }
        chunks.push(Buffer.from(chunk))
      },
    }
  })
  return found ? Buffer.concat(chunks) : undefined
}

function rejected({ name }: PublishedMirror, path: string, cause: ExceedsLimit): RestoreFailed {
  return new RestoreFailed(
    `${path} of ${name} ${cause.limit}, which no file of this program is, so nothing was restored. Name another mirror with --restore, or omit --restore.`,
    { cause },
  )
}

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
