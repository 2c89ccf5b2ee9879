// Characters that are invalid in XML 1.0 even as references (production Char): C0 controls, lone surrogates, two non-characters.
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g

const REFERENCES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '\t': '&#9;',
  '\n': '&#10;',
  '\r': '&#13;',
}

function legal(text: string): string {
  return text.toWellFormed().replace(FORBIDDEN, '\ufffd')
}

/** Text as element content, in XML and HTML. Invalid characters become U+FFFD; carriage returns become references. */
export function escapeText(text: string): string {
  return legal(text).replace(/[&<>\r]/g, (char) => REFERENCES[char] ?? char)
}

/** Text as a quoted attribute value, in XML and HTML. Line ends and tabs become references, since parsers normalise them. */
export function escapeAttribute(text: string): string {
  return legal(text).replace(/[&<>"'\t\n\r]/g, (char) => REFERENCES[char] ?? char)
}

/** The characters of a name: all that XML allows, or only those of windows-1251. */
export type NameAlphabet = 'any' | 'windows-1251'

// NameStartChar and NameChar of XML 1.0 (fifth edition, 2.3), without the colon, which is reserved for namespaces.
const START =
  'A-Z_a-z\\u00c0-\\u00d6\\u00d8-\\u00f6\\u00f8-\\u02ff\\u0370-\\u037d\\u037f-\\u1fff\\u200c\\u200d\\u2070-\\u218f' +
  '\\u2c00-\\u2fef\\u3001-\\ud7ff\\uf900-\\ufdcf\\ufdf0-\\ufffd\\u{10000}-\\u{effff}'
const NOT_START = new RegExp(`^(?:[^${START}]|xml|$)`, 'iu')
const NOT_IN_NAME: Readonly<Record<NameAlphabet, RegExp>> = {
  any: new RegExp(`[^${START}\\-.0-9\\u00b7\\u0300-\\u036f\\u203f\\u2040]`, 'gu'),
  'windows-1251': /[^A-Za-zА-Яа-яЁё\d_.-]/gu,
}

/** A valid XML name for any text: invalid characters become `_`, and no name begins with a digit or `xml`. */
export function xmlName(text: string, alphabet: NameAlphabet = 'any'): string {
  const name = text.replace(NOT_IN_NAME[alphabet], '_')
  return NOT_START.test(name) ? `_${name}` : name
}

/** A valid and unique XML name for each of several texts, in their order. */
export function xmlNames(texts: readonly string[], alphabet?: NameAlphabet): string[] {
  const unique = new Set<string>()
  for (const text of texts) {
    const name = xmlName(text, alphabet)
    let candidate = name
    for (let count = 2; unique.has(candidate); count++) candidate = `${name}_${count}`
    unique.add(candidate)
  }
  return [...unique]
}

declare global {
  /** `JSON.rawJSON` and the reviver's context (ECMAScript 2026), which TypeScript does not declare yet. */
  interface JSON {
    rawJSON(text: string): ExactNumeral
    isRawJSON(value: unknown): value is ExactNumeral
    parse(
      text: string,
      reviver: (this: unknown, key: string, value: unknown, context: { source?: string }) => unknown,
    ): unknown
  }
}

/** A number with its original text, if a float would be printed differently: `10.0`, `9007199254740993`. */
interface ExactNumeral {
  readonly rawJSON: string
}

/** A value of a data package. `JSON.stringify` writes every number exactly as it was read. */
export type ExactValue =
  | null
  | boolean
  | number
  | string
  | ExactNumeral
  | readonly ExactValue[]
  | { readonly [name: string]: ExactValue }

const NUMERAL = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/

/** Parses JSON without rounding numbers. If a name is repeated in an object, the last one counts. */
export function parseExactJson(text: string): ExactValue {
  return JSON.parse(text, (_name, value, { source }) =>
    typeof value === 'number' && source !== undefined ? parseNumeral(source) : value,
  ) as ExactValue
}

/** Parses a number in JSON notation; any other text (`00501`, `NaN`, `1,5`) stays text. */
export function parseNumeral(text: string): number | ExactNumeral | string {
  const number = Number(text)
  if (String(number) === text && Number.isFinite(number)) return number
  return NUMERAL.test(text) ? JSON.rawJSON(text) : text
}

/** A value as text: strings and numerals unchanged, null as nothing, others as JSON. */
export function textOfValue(value: ExactValue | undefined): string {
  if (value === undefined || value === null) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** Whether a value is an object, and neither an array nor an {@link ExactNumeral}. */
export function isObject(value: unknown): value is { readonly [name: string]: ExactValue } {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !JSON.isRawJSON(value)
}

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
