/** The first bytes of a body, however it is cut on its way. */
export interface Head {
  write(chunk: Uint8Array): void
  /** What has come of them, at most as many as are wanted. */
  bytes(): Buffer
}

/** Collects the first `most` bytes of a body. What is written may be used for other things afterwards. */
export function openHead(most: number): Head {
  const parts: Buffer[] = []
  let missing = most
  return {
    write(chunk) {
      if (missing === 0) return
      const part = Buffer.from(chunk.subarray(0, missing))
      parts.push(part)
      missing -= part.length
    },
    bytes: () => Buffer.concat(parts),
  }
}
