import { encodeWindows1251 } from './windows-1251.ts'

/** The encodings this origin answers in. */
export type BodyEncoding = 'utf-8' | 'utf-16' | 'windows-1251'

/** The pieces of a body, each a whole number of characters; joined they are the body. */
export type Pieces = Iterable<string>

const CHUNK_CHARS = 1 << 16

const ENCODERS: Readonly<Record<BodyEncoding, (text: string) => Buffer>> = {
  'utf-8': (text) => Buffer.from(text),
  'utf-16': (text) => Buffer.from(text, 'utf16le'),
  'windows-1251': encodeWindows1251,
}

/** Encodes pieces, joining small ones. UTF-16 is little-endian behind a byte order mark, as its label demands. */
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
