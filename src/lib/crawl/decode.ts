import type { Transform } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate, createZstdDecompress } from 'node:zlib'
import { tellable } from './tellable.ts'

/** Where decoded bytes go. May throw to refuse them. */
export interface Sink {
  write(chunk: Uint8Array): void
}

/** Undoes the content codings of one body. */
export interface Decoder {
  /** Takes a chunk; false asks for a pause until `onDrain` is called. */
  write(chunk: Uint8Array): boolean
  onDrain(resume: () => void): void
  /** Resolves when every byte has reached the sink and each coding came to its own end. */
  end(): Promise<void>
  destroy(): void
}

/** The content codings that are asked for, and understood (RFC 9110, 8.4.1; RFC 8878 for zstd). */
export const ACCEPTED_CODINGS = 'gzip, br, zstd'

const DECOMPRESSORS: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
  zstd: createZstdDecompress,
}

/** Codings one upon the other that are undone; each may make a body a thousand times larger. */
const MOST_CODINGS = 3

/** A decoder for a Content-Encoding header, or what the answer did that it has none, as a clause. */
export function openDecoder(
  header: string | undefined,
  sink: Sink,
  onError: (error: Error) => void,
): Decoder | string {
  const codings = (header ?? '')
    .split(',')
    .map((coding) => coding.trim().toLowerCase())
    .filter((coding) => coding !== '' && coding !== 'identity')
  const unknown = codings.find((coding) => !Object.hasOwn(DECOMPRESSORS, coding))
  if (unknown !== undefined)
    return `answered in the content coding "${tellable(unknown, 40)}", which was not asked for`
  if (codings.length > MOST_CODINGS)
    return `answered in ${codings.length} content codings, one upon the other; ${MOST_CODINGS} are accepted`
  const steps = codings.reverse().map((coding) => DECOMPRESSORS[coding]?.() as Transform)
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
