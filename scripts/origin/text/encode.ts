const BYTES = new Map(
  [...new TextDecoder('windows-1251').decode(Uint8Array.from({ length: 256 }, (_, byte) => byte))]
    .map((char, byte) => [char, byte] as const)
    // 0x98 is not assigned; only browsers decode it.
    .filter(([, byte]) => byte !== 0x98),
)

const ASCII = /^[\u0000-\u007f]*$/

/** Encodes XML as windows-1251; other characters become character references. Names of elements and attributes must not contain any. */
function encodeWindows1251(xml: string): Buffer {
  if (ASCII.test(xml)) return Buffer.from(xml, 'latin1')
  const bytes: number[] = []
  for (const char of xml) {
    const byte = BYTES.get(char)
    if (byte === undefined) bytes.push(...Buffer.from(`&#${char.codePointAt(0)};`))
    else bytes.push(byte)
  }
  return Buffer.from(bytes)
}

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
  let pending = encoding === 'utf-16' ? '\ufeff' : ''
  for (const piece of pieces) {
    pending += piece
    if (pending.length < CHUNK_CHARS) continue
    yield toBytes(pending)
    pending = ''
  }
  if (pending !== '') yield toBytes(pending)
}
