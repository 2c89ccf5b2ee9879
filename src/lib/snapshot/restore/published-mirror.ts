/** What is published of a mirror, wherever it is. */
export interface PublishedMirror {
  /** Its address or folder, as a person named it. */
  readonly name: string
  /**
   * Hands the bytes of a file (a path below the root, with real names) to a taker, which is opened anew for every attempt. Resolves
   * to false when there is no such file. Rejects with {@link RestoreFailed} when that cannot be found out, and with what the taker threw.
   */
  read(path: string, open: () => Taker): Promise<boolean>
}

export interface Taker {
  write(chunk: Uint8Array): void
}

/** A published mirror that cannot be read, so that nobody knows what it holds. Nothing was changed; what came so far is kept. */
export class RestoreFailed extends Error {
  override name = 'RestoreFailed'
}

/** A file that is there for somebody, perhaps, but is not given to us, now or later. */
export class FileRefused extends RestoreFailed {
  override name = 'FileRefused'
}

/** A text file of a published mirror; undefined when it is not there. Throws {@link RestoreFailed} for one of more than `most` bytes. */
export async function readText(
  mirror: PublishedMirror,
  path: string,
  most: number,
): Promise<string | undefined> {
  let chunks: Buffer[] = []
  const found = await mirror.read(path, () => {
    let bytes = 0
    chunks = []
    return {
      write(chunk) {
        bytes += chunk.length
        if (bytes > most)
          throw new RestoreFailed(`${path} of ${mirror.name} is larger than ${most} bytes and was rejected.`)
        chunks.push(Buffer.from(chunk))
      },
    }
  })
  return found ? Buffer.concat(chunks).toString() : undefined
}
