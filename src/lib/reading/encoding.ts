import type { Format } from '../interface/index.ts'
import { UnreadableDocument } from './types.ts'

/** Number of bytes of a document that are examined for its encoding and format. */
const HEAD_BYTES = 16_384

const HTML_TAGS =
  /^<(?:!doctype\s+html|(?:html|head|body|title|meta|link|script|style|div|p|span|table|ul|ol|h[1-6]|br|hr|form|center|font|b|i|a|img|pre|main|section|article|header|nav|iframe|noscript)(?=[\s/>]))/i

/**
 * The encoding of a document, from its first bytes (as if they were all) and the charset of its header.
 *
 * It is given by the first of these: a byte order mark; the NUL pattern of UTF-16; the charset of the header (RFC 7303, 3.2), which is ignored
 * for json (RFC 8259, 11); the declaration in markup. Bytes that are valid UTF-8 to the end are UTF-8 even if the header names another
 * encoding, unless the document declares one; invalid bytes are never read as UTF-8 while another encoding is named. Default: utf-8.
 */
export function sniffEncoding(head: Uint8Array, charset: string | undefined): string {
  const { encoding, rival } = findEncodings(head, charset)
  return rival !== undefined && !isValid(head, encoding) ? rival : encoding
}

/** An encoding; if that depends on every byte being valid in it, with the alternative. */
interface Encodings {
  readonly encoding: string
  readonly rival?: string
}

/** The possible encodings of a document, as in {@link sniffEncoding}. */
function findEncodings(head: Uint8Array, charset: string | undefined): Encodings {
  const marked = encodingOfMark(head) ?? encodingOfNuls(head)
  if (marked) return { encoding: marked }
  const header = byteWise(encodingOfLabel(charset))
  const text = Buffer.from(head.buffer, head.byteOffset, head.length).toString('latin1')
  const declared = /^\s*</.test(text) ? declaredEncoding(text) : undefined
  const unlike = [header, declared].find((claim) => claim !== undefined && claim !== 'utf-8')
  if (unlike === undefined) return { encoding: 'utf-8' }
  // The declaration applies, unless the header names UTF-8.
  if (declared !== undefined && declared !== 'utf-8' && header !== 'utf-8') return { encoding: unlike }
  // Its bytes are all ASCII, so valid UTF-8; those of other UTF-8 are not valid in it.
  if (unlike === 'iso-2022-jp') return { encoding: unlike, rival: 'utf-8' }
  return { encoding: 'utf-8', rival: unlike }
}

function isValid(head: Uint8Array, encoding: string): boolean {
  try {
    new TextDecoder(encoding, { fatal: true }).decode(head, { stream: true })
    return true
  } catch {
    return false
  }
}

function byteWise(encoding: string | undefined): string | undefined {
  return encoding?.startsWith('utf-16') ? undefined : encoding
}

function encodingOfMark(head: Uint8Array): string | undefined {
  if (head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf) return 'utf-8'
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le'
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be'
  return undefined
}

// The first character of json, xml and html is ASCII, so in UTF-16 its other byte is NUL (RFC 4627, 3).
function encodingOfNuls(head: Uint8Array): string | undefined {
  if (head.length < 2) return undefined
  if (head[0] === 0 && head[1] !== 0) return 'utf-16be'
  if (head[0] !== 0 && head[1] === 0) return 'utf-16le'
  return undefined
}

/** The format of decoded text; the media type decides only if the text is inconclusive, or between html and xml. */
export function sniffFormat(text: string, mediaType: string | undefined): Format | undefined {
  const type = mediaType?.toLowerCase() ?? ''
  const start = text.replace(/^\uFEFF?\s*/, '')
  if (/^[[{]/.test(start)) return 'json'
  if (start.startsWith('<')) return sniffMarkup(start, type)
  if (/[/+]json\b/.test(type) && /^(?:["\d-]|true|false|null)/.test(start)) return 'json'
  if (start !== '') return undefined
  return formatOfMediaType(type)
}

/** Whether a text begins like an html page: with a DOCTYPE, an element that is the root of no data, see {@link isHtmlName}, or html in one that may be. */
export function isHtmlPage(text: string): boolean {
  return isHtmlRoot(skipProlog(text))
}

function skipProlog(text: string): string {
  return text.replace(/^(?:\uFEFF|<\?[^>]*\?>|<!--[\s\S]*?-->|\s)+/, '')
}

function isHtmlRoot(root: string): boolean {
  const [, name] = /^<(!doctype\s+html|[a-z1-6]+)(?=[\s>[/])/i.exec(root) ?? []
  return name !== undefined && (name.startsWith('!') || isHtmlName(name) || HTML_INSIDE.test(root))
}

/** Data may have roots of these names, such as a medical center or the head of an office, but no such element or text in them. */
const HTML_INSIDE =
  /^<(?:head|body|center)\b[^>]*>\s*(?:[^<\s]|<(?:h[1-6]|p|br|hr|div|center|meta|script|style|font|img|form|span|ul)[\s/>])/i

/**
 * Whether the root element of a document shows that it is html, and no xml of an origin: pages that a firewall sends, such as
 * `<script>…</script>` or `<h1>503</h1>`, may be well-formed. Not names that data may have, such as `table` or `center`.
 */
export function isHtmlName(name: string): boolean {
  return /^(?:html|script|noscript|iframe|div|h[1-6])$/i.test(name)
}

function sniffMarkup(start: string, type: string): Format {
  const root = skipProlog(start)
  if (isHtmlRoot(root)) return 'html'
  if (start.startsWith('<?xml')) return 'xml'
  if (/[/+]xml\b/.test(type) && !type.includes('xhtml')) return 'xml'
  return HTML_TAGS.test(root) || type.includes('html') ? 'html' : 'xml'
}

function formatOfMediaType(type: string): Format | undefined {
  if (type.includes('html')) return 'html'
  if (/[/+]json\b/.test(type)) return 'json'
  return /[/+]xml\b/.test(type) ? 'xml' : undefined
}

/** The WHATWG name of an encoding for any of its labels; undefined for unknown ones. */
export function encodingOfLabel(label: string | undefined): string | undefined {
  if (label === undefined) return undefined
  try {
    return new TextDecoder(label.trim()).encoding
  } catch {
    return undefined
  }
}

/** The charset declared in a document: in the xml declaration, or in a `<meta>` of html. */
function declaredEncoding(head: string): string | undefined {
  const prolog = /^\s*<\?xml[^>]*?\sencoding\s*=\s*["']([\w.:-]+)["']/i.exec(head)
  if (prolog) return byteEncoding(prolog[1])
  const meta = /<meta\s[^>]*?charset\s*=\s*["']?\s*([\w.:-]+)/i.exec(head)
  return meta ? byteEncoding(meta[1]) : undefined
}

// A head that is readable as bytes is not UTF-16, whatever it declares (WHATWG HTML, 13.2.3.2).
function byteEncoding(label: string | undefined): string | undefined {
  const encoding = encodingOfLabel(label)
  return encoding?.startsWith('utf-16') ? 'utf-8' : encoding
}

/** Thrown for bytes that are invalid in the encoding. */
export class UndecodableDocument extends UnreadableDocument {}

/** Decodes bytes in the encoding that the first bytes indicate. Throws UndecodableDocument for invalid bytes. */
export class DocumentDecoder {
  readonly #charset: string | undefined
  readonly #strict: boolean
  #head: Uint8Array[] = []
  #headBytes = 0
  #bytes = 0
  #decoder: TextDecoder | undefined
  readonly #isRival: boolean
  #rival: string | undefined

  /**
   * `strict` is false for html, where invalid bytes are replaced. `isRival` is true for a document with a byte that is invalid in the first
   * of its possible encodings.
   */
  constructor(charset: string | undefined, strict: boolean, isRival = false) {
    this.#isRival = isRival
    this.#charset = charset
    this.#strict = strict
  }

  /** The WHATWG name of the encoding; utf-8 while it is unknown. */
  get encoding(): string {
    return this.#decoder?.encoding ?? 'utf-8'
  }

  /** The encoding to use if a byte is invalid in the first one; undefined if there is no alternative. */
  get rival(): string | undefined {
    return this.#rival
  }

  /** Whether there was enough input to know the encoding, or its rival. */
  get isBegun(): boolean {
    return this.#decoder !== undefined
  }

  /** Number of bytes so far. */
  get bytes(): number {
    return this.#bytes
  }

  write(chunk: Uint8Array): string {
    this.#bytes += chunk.length
    if (this.#decoder) return this.#decode(this.#decoder, chunk)
    // `slice` of a Buffer would be a view.
    this.#head.push(Uint8Array.from(chunk))
    this.#headBytes += chunk.length
    return this.#headBytes < HEAD_BYTES ? '' : this.#begin()
  }

  end(): string {
    const text = this.#decoder ? '' : this.#begin()
    return text + (this.#decoder ? this.#decode(this.#decoder) : '')
  }

  #begin(): string {
    const head = Buffer.concat(this.#head)
    this.#head = []
    const { encoding, rival } = findEncodings(head.subarray(0, HEAD_BYTES), this.#charset)
    this.#rival = rival
    const used = this.#isRival ? (rival ?? encoding) : encoding
    // The first one is excluded by the first invalid byte.
    this.#decoder = new TextDecoder(used, { fatal: this.#strict || (rival !== undefined && !this.#isRival) })
    return this.#decode(this.#decoder, head)
  }

  #decode(decoder: TextDecoder, chunk?: Uint8Array): string {
    try {
      return chunk ? decoder.decode(chunk, { stream: true }) : decoder.decode()
    } catch {
      const where = `at or before byte ${this.#bytes}`
      if (chunk)
        throw new UndecodableDocument('malformed', `Bytes that are not ${decoder.encoding} ${where}.`)
      throw new UndecodableDocument('cut', `The document ends inside a character, ${where}.`)
    }
  }
}
