import { promisify } from 'node:util'
import {
  brotliCompress,
  constants,
  createBrotliCompress,
  createGzip,
  createZstdCompress,
  gzip,
  zstdCompress,
} from 'node:zlib'

/** The supported content codings, best first if the client has no preference. */
const CODINGS = ['zstd', 'br', 'gzip'] as const
export type ContentCoding = (typeof CODINGS)[number] | 'identity'

// The default of 11 takes seconds per megabyte.
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }

const COMPRESS: Readonly<Record<ContentCoding, (bytes: Buffer) => Promise<Buffer>>> = {
  gzip: promisify<Buffer, Buffer>(gzip),
  br: (bytes) => promisify<Buffer, typeof BROTLI, Buffer>(brotliCompress)(bytes, BROTLI),
  zstd: promisify<Buffer, Buffer>(zstdCompress),
  identity: async (bytes) => bytes,
}

/** The coding to use, from `Accept-Encoding` (RFC 9110, 12.5.3); identity if no other is accepted. */
export function negotiateCoding(header: string | undefined): ContentCoding {
  const weights = new Map((header ?? '').split(',').map(parseWeight))
  const weightOf = (coding: ContentCoding) => weights.get(coding) ?? weights.get('*') ?? 0
  const wanted = CODINGS.filter((coding) => weightOf(coding) > (weights.get('identity') ?? 0))
  const best = Math.max(...wanted.map(weightOf))
  return wanted.find((coding) => weightOf(coding) === best) ?? 'identity'
}

function parseWeight(item: string): [string, number] {
  const [name = '', ...parameters] = item.split(';').map((part) => part.trim().toLowerCase())
  const weight = parameters.find((parameter) => parameter.startsWith('q='))
  return [name === 'x-gzip' ? 'gzip' : name, weight === undefined ? 1 : Number(weight.slice(2)) || 0]
}

/** Compresses a complete body. */
export function compress(bytes: Buffer, coding: ContentCoding): Promise<Buffer> {
  return COMPRESS[coding](bytes)
}

/** A stream that compresses; undefined for identity. */
export function compressor(coding: ContentCoding) {
  switch (coding) {
    case 'gzip':
      return createGzip()
    case 'br':
      return createBrotliCompress(BROTLI)
    case 'zstd':
      return createZstdCompress()
    case 'identity':
      return undefined
  }
}
