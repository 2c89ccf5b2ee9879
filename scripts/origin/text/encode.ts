import { encodeWindows1251 } from './windows-1251.ts'

/** The supported encodings. */
export type BodyEncoding = 'utf-8' | 'utf-16' | 'windows-1251'

/** The chunks of a body, each of complete characters. */
export type Pieces = Iterable<string>

const CHUNK_CHARS = 1 << 16

const ENCODERS: Readonly<Record<BodyEncoding, (text: string) => Buffer>> = {
  'utf-8': (text) => Buffer.from(text),
  'utf-16': (text) => Buffer.from(text, 'utf16le'),
  'windows-1251': encodeWindows1251,
}

/** Encodes chunks, joining small ones. UTF-16 is little-endian with a byte order mark, as its label requires. */
export function* encode(pieces: Pieces, encoding: BodyEncoding): Generator<Buffer> {
  const toBytes = ENCODERS[encoding]
  let held = encoding === 'utf-16' ? '\ufeff' : ''
  for (const piece of pieces) {
    held += piece
    if (held.length < CHUNK_CHARS) continue
    yield toBytes(held)
    held = ''
  }
  if (held !== '') yield toBytes(held)
}
