/** The first bytes of a body, however it is cut on its way. */
export interface Head {
  write(chunk: Uint8Array): void
  /** What has come of them, at most as many as are wanted. */
  bytes(): Uint8Array
}

/** Collects the first `most` bytes of a body. What is written may be used for other things afterwards. */
export function openHead(most: number): Head {
  let held: Uint8Array = new Uint8Array()
  return {
    write(chunk) {
      if (held.length === most || chunk.length === 0) return
      const part = new Uint8Array(chunk.subarray(0, most - held.length))
      held = held.length === 0 ? part : Buffer.concat([held, part])
    },
    bytes: () => held,
  }
}
