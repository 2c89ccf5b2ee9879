import { Transform } from 'node:stream'

const MAGIC = 0xfd2fb528
/** Magic number of skippable frames, without the last four bits. */
const SKIPPABLE = 0x184d2a50
const RLE_BLOCK = 1
const END_OF_FRAME = -1

/**
 * Splits a zstd body at the ends of its frames (RFC 8878, 3.1), because the decoder of Node.js drops what follows the end of a frame in the
 * same chunk. The bytes are not changed or validated.
 */
export function createFrameCutter(): Transform {
  const steps = walkFrames()
  let rest = steps.next().value
  let read: number[] = []

  return new Transform({
    // Chunks must not be merged.
    readableObjectMode: true,
    transform(chunk: Uint8Array, _, done) {
      let from = 0
      for (let at = 0; ; ) {
        const until = Math.min(at + rest, chunk.length)
        if (rest <= 4) read.push(...chunk.subarray(at, until))
        rest -= until - at
        at = until
        if (rest > 0) break
        rest = steps.next(toNumber(read)).value
        read = []
        if (rest !== END_OF_FRAME) continue
        if (at > from) this.push(chunk.subarray(from, at))
        from = at
        rest = steps.next(0).value
      }
      if (from < chunk.length) this.push(chunk.subarray(from))
      done()
    },
  })
}

function toNumber(bytes: readonly number[]): number {
  return bytes.reduceRight((number, byte) => number * 256 + byte, 0)
}

/** Yields how many bytes to skip next, or {@link END_OF_FRAME}; receives their value as a number if there are at most four. */
function* walkFrames(): Generator<number, never, number> {
  for (;;) {
    const magic = yield 4
    if (magic >= SKIPPABLE && magic < SKIPPABLE + 16) yield yield 4
    else if (magic === MAGIC) yield* walkBlocks()
    else yield Number.POSITIVE_INFINITY
    yield END_OF_FRAME
  }
}

function* walkBlocks(): Generator<number, void, number> {
  const descriptor = yield 1
  const isSingle = (descriptor & 0x20) !== 0
  const contentSize = [isSingle ? 1 : 0, 2, 4, 8][descriptor >> 6] ?? 0
  const dictionary = [0, 1, 2, 4][descriptor & 3] ?? 0
  yield (isSingle ? 0 : 1) + contentSize + dictionary
  for (let isLast = false; !isLast; ) {
    const block = yield 3
    isLast = (block & 1) === 1
    yield ((block >> 1) & 3) === RLE_BLOCK ? 1 : block >> 3
  }
  if ((descriptor & 4) !== 0) yield 4
}
