import type { Format } from '../interface/index.ts'
import { DocumentDecoder, encodingOfLabel, isHtmlPage, sniffFormat, UndecodableDocument } from './encoding.ts'
import { type Events, IGNORE, type TextParser } from './events.ts'
import { HtmlParser } from './html/parser.ts'
import { JsonTokenizer } from './json/tokenizer.ts'
import { DEFAULT_DEPTH, MOST_BLANKS, type ParserLimits, READ_DEPTH, tooLarge } from './limits.ts'
import { type ByteSource, type DocumentHint, UnreadableDocument } from './types.ts'
import { XmlParser } from './xml/parser.ts'

const PARSERS: Readonly<Record<Format, new (events: Events, limits: ParserLimits) => TextParser>> = {
  json: JsonTokenizer,
  xml: XmlParser,
  html: HtmlParser,
}

/** Parses the bytes of one document, in chunks of any size, into events. Memory does not grow with the document. */
class DocumentParser {
  readonly #format: Format
  readonly #decoder: DocumentDecoder
  readonly #events: Events
  readonly #limits: ParserLimits
  #parser: TextParser | undefined
  #begun = false
  /** Number of blanks at the end of the text so far. */
  #blanks = 0

  constructor(
    { format, charset }: DocumentHint,
    events: Events,
    { maxDepth = READ_DEPTH, maxBytes = Number.POSITIVE_INFINITY }: Partial<ParserLimits> = {},
    isRival = false,
  ) {
    this.#format = format
    this.#events = events
    this.#limits = { maxDepth, maxBytes }
    this.#decoder = new DocumentDecoder(charset, format !== 'html', isRival)
  }

  /** Whether the encoding is known and certain. */
  get hasEncoding(): boolean {
    return this.#decoder.isBegun && this.#decoder.rival === undefined
  }

  write(chunk: Uint8Array): void {
    if (!this.#events.done) refusing(() => this.#push(this.#decoder.write(chunk)))
  }

  /** Call after the last chunk. Returns the encoding of the document. */
  end(): { encoding: string } {
    if (this.#events.done) return { encoding: this.#decoder.encoding }
    refusing(() => this.#push(this.#decoder.end()))
    if (!this.#begun) {
      const { bytes } = this.#decoder
      if (bytes === 0) throw new UnreadableDocument('cut', 'The document is empty (0 bytes).')
      // It arrived, so the same answer is expected if it is requested again.
      throw new UnreadableDocument('malformed', `The document is blank (${bytes} bytes).`)
    }
    refusing(() => this.#parser?.end())
    return { encoding: this.#decoder.encoding }
  }

  #push(text: string): void {
    this.#countBlanks(text)
    if (!this.#begun) {
      if (text.trim() === '') return
      this.#begun = true
      rejectOtherFormat(text, this.#format)
    }
    this.#parser ??= new PARSERS[this.#format](this.#events, this.#limits)
    if (text !== '') this.#parser.write(text)
  }

  // Compressed, gigabytes of them are a small body.
  #countBlanks(text: string): void {
    const { length } = text
    this.#blanks += length - text.trimStart().length
    if (this.#blanks > MOST_BLANKS) throw tooLarge(`more than ${MOST_BLANKS} blanks in a row`)
    const after = length - text.trimEnd().length
    if (after < length) this.#blanks = after
  }
}

// A text longer than the maximum string length counts as too large.
function refusing(act: () => void): void {
  try {
    act()
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw new UnreadableDocument('large', 'The document has a text longer than can be read.')
  }
}

function rejectOtherFormat(text: string, format: Format): void {
  const seen = sniffFormat(text, undefined)
  if (seen === format || seen === undefined) return
  if (format === 'xml' && seen === 'html' && !isHtmlPage(text)) return
  if (format === 'html' && seen === 'xml' && !text.trimStart().startsWith('<?xml')) return
  throw new UnreadableDocument('foreign', `The document is ${seen} instead of ${format}.`)
}

/** Parses a document to its end, or until the events are done. Returns its encoding. Throws UnreadableDocument. */
export function parseDocument(source: ByteSource, hint: DocumentHint, events: Events): { encoding: string } {
  const parser = new DocumentParser(hint, events, {}, isInRival(source, hint))
  for (const chunk of source()) {
    for (const part of pieces(chunk)) parser.write(part)
    if (events.done) break
  }
  return parser.end()
}

/** Whether a document with two possible encodings is not in the first. Reads it to its end only if another than UTF-8 is named. */
function isInRival(source: ByteSource, { format, charset }: DocumentHint): boolean {
  const header = encodingOfLabel(charset)
  if (header === undefined || (header === 'utf-8' && format === 'json')) return false
  const decoder = new DocumentDecoder(charset, true)
  try {
    for (const chunk of source()) {
      for (const part of pieces(chunk)) decoder.write(part)
      if (decoder.isBegun && decoder.rival === undefined) return false
    }
    decoder.end()
    return false
  } catch (error) {
    if (error instanceof UndecodableDocument) return decoder.rival !== undefined
    throw error
  }
}

const PIECE = 1 << 18

/** Small chunks limit the memory of decoded text and of slices that refer to it. */
function* pieces(chunk: Uint8Array): Iterable<Uint8Array> {
  for (let at = 0; at < chunk.length; at += PIECE) yield chunk.subarray(at, at + PIECE)
}

/** Validates a document while its bytes arrive. */
interface DocumentCheck {
  /** Throws UnreadableDocument as soon as the document is known to be invalid. */
  write(chunk: Uint8Array): void
  /** Call after the last chunk. Throws UnreadableDocument if the document is incomplete. Returns its WHATWG encoding name. */
  end(): { encoding: string }
}

interface CheckOptions {
  /** Maximum nesting depth, up to 100,000; for html never more than 2000. Default: 1000. */
  readonly maxDepth?: number
  /** Maximum number of characters from xml entities, in addition to the documented limit. Default: none. */
  readonly maxBytes?: number
  /** Called with the name of each element and member, and `@name` of each attribute. */
  readonly onName?: (name: string) => void
}

/**
 * Opens a check that a document is complete and of its format: json is exactly one value (RFC 8259; a byte order mark is accepted), xml is
 * well-formed and no html page, html has markup and is complete if it has an `<html>` tag. Memory is constant. `charset` is that of the
 * media type.
 */
export function createDocumentCheck(
  format: Format,
  charset?: string,
  { maxDepth = DEFAULT_DEPTH, maxBytes = Number.POSITIVE_INFINITY, onName }: CheckOptions = {},
): DocumentCheck {
  const hint = { format, charset }
  const limits = { maxDepth, maxBytes }
  const events = onName === undefined ? IGNORE : namesTo(onName)
  let parser = new DocumentParser(hint, events, limits)
  // A document with two possible encodings is parsed as both, until a byte decides.
  let rival: DocumentParser | undefined = new DocumentParser(hint, events, limits, true)
  let failure: unknown
  const turn = (error: unknown) => {
    if (!(error instanceof UndecodableDocument) || rival === undefined) throw error
    if (failure !== undefined) throw failure
    parser = rival
    rival = undefined
  }
  return {
    write(chunk) {
      try {
        rival?.write(chunk)
      } catch (error) {
        failure ??= error
      }
      try {
        parser.write(chunk)
      } catch (error) {
        turn(error)
      }
      if (parser.hasEncoding) rival = undefined
    },
    end() {
      const other = rival
      try {
        return parser.end()
      } catch (error) {
        turn(error)
        return other?.end() ?? parser.end()
      }
    },
  }
}

function namesTo(onName: (name: string) => void): Events {
  return { ignoresValues: true, open: (step) => onName(step), close() {}, scalar: (step) => onName(step) }
}
