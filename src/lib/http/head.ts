/** The first bytes of a body, collected from chunks of any size. */
interface Head {
  write(chunk: Uint8Array): void
  /** The bytes so far, up to the limit. */
  bytes(): Buffer
}

/** Collects the first `most` bytes of a body. Chunks are copied, so their memory may be reused. */
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
