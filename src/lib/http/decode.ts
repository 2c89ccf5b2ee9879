import { Transform } from 'node:stream'
import {
  constants,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createZstdDecompress,
} from 'node:zlib'

/** The destination of decoded bytes. May throw to reject them. */
export interface Sink {
  write(chunk: Uint8Array): void
}

/** Decodes the content codings of one body. */
export interface Decoder {
  /** Accepts a chunk; false asks for a pause until `onDrain` is called. */
  write(chunk: Uint8Array): boolean
  onDrain(resume: () => void): void
  /** Resolves when every byte has reached the sink and each coding was complete. */
  end(): Promise<void>
  destroy(): void
}

/** The content codings for Accept-Encoding (RFC 9110, 8.4.1; RFC 8878 for zstd). */
export const ACCEPTED_CODINGS = 'gzip, br, zstd'

/** The largest zstd window that a receiver must support, as a power of two: 8 MB (RFC 9659, 3). */
const ZSTD_WINDOW = 23

/** The other content codings that are registered (IANA HTTP Content Coding Registry): a body in one of them is not what it seems. */
const REGISTERED = new Set(['aes128gcm', 'compress', 'x-compress', 'dcb', 'dcz', 'exi', 'pack200-gzip'])

const DECOMPRESSORS: Readonly<Record<string, () => Transform[]>> = {
  gzip: () => [createGunzip()],
  'x-gzip': () => [createGunzip()],
  deflate: () => [createInflate()],
  br: () => [createBrotliDecompress()],
  zstd: () => [
    createFrameCutter(),
    createZstdDecompress({ params: { [constants.ZSTD_d_windowLogMax]: ZSTD_WINDOW } }),
  ],
}

/** Maximum number of nested codings; each may enlarge a body a thousandfold. */
const MOST_CODINGS = 3

/**
 * What a Content-Encoding names that is no content coding, such as `utf-8` or `none`: some servers put a charset there, or a word for
 * nothing. It is ignored, so that the bytes tell whether they are encoded.
 */
export function findNoCodings(header: string | readonly string[] | undefined): string[] {
  return codingsOf(header).filter(isNoCoding)
}

function isNoCoding(coding: string): boolean {
  return !Object.hasOwn(DECOMPRESSORS, coding) && !REGISTERED.has(coding)
}

// In one line or several (RFC 9110, 5.3).
function codingsOf(header: string | readonly string[] | undefined): string[] {
  return [header ?? []]
    .flat()
    .join(',')
    .split(',')
    .map((coding) => coding.trim().toLowerCase())
    .filter((coding) => coding !== '' && coding !== 'identity')
}

/** A decoder for the Content-Encoding of an answer, or what the answer did that it has none, as a clause. */
export function openDecoder(
  header: string | readonly string[] | undefined,
  sink: Sink,
  onError: (error: Error) => void,
): Decoder | string {
  const codings = codingsOf(header).filter((coding) => !isNoCoding(coding))
  const unasked = codings.find((coding) => REGISTERED.has(coding))
  if (unasked !== undefined) return `answered in the content coding "${unasked}", which was not requested`
  if (codings.length > MOST_CODINGS)
    return `answered with ${codings.length} content codings on top of each other; at most ${MOST_CODINGS} are accepted`
  const steps = codings.reverse().flatMap((coding) => DECOMPRESSORS[coding]?.() ?? [])
  return steps.length === 0 ? plainDecoder(sink) : transformDecoder(steps, sink, onError)
}

function plainDecoder(sink: Sink): Decoder {
  return {
    write(chunk) {
      sink.write(chunk)
      return true
    },
    onDrain() {},
    end: () => Promise.resolve(),
    destroy() {},
  }
}

function transformDecoder(steps: readonly Transform[], sink: Sink, onError: (error: Error) => void): Decoder {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const first = steps[0] as Transform
  const last = steps.reduce((from, to) => from.pipe(to))
  const destroy = () => {
    for (const step of steps) step.destroy()
  }
  const fail = (error: Error) => {
    destroy()
    reject(error)
    onError(error)
  }
  promise.catch(() => {})
  for (const step of steps) step.on('error', fail)
  last.on('data', (chunk: Buffer) => {
    try {
      sink.write(chunk)
    } catch (error) {
      fail(error as Error)
    }
  })
  last.on('end', resolve)
  return {
    write: (chunk) => first.write(chunk),
    onDrain: (resume) => first.on('drain', resume),
    end() {
      first.end()
      return promise
    },
    destroy,
  }
}

const MAGIC = 0xfd2fb528
/** Magic number of skippable frames, without the last four bits. */
const SKIPPABLE = 0x184d2a50
const RLE_BLOCK = 1
const END_OF_FRAME = -1

/**
 * Splits a zstd body at the ends of its frames (RFC 8878, 3.1), because the decoder of Node.js drops what follows the end of a frame in the
 * same chunk. The bytes are not changed or validated.
 */
function createFrameCutter(): Transform {
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
