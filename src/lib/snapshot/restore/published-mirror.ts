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

/** A text file of a published mirror; undefined if it is absent. Throws {@link RestoreFailed} if it is larger than `most` bytes. */
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
