import { Parser } from 'htmlparser2'
import { ElementText, type Events, TEXT, type TextParser } from '../events.ts'
import { MOST_RECORD, type ParserLimits, tooDeep, tooLong } from '../limits.ts'
import { UnreadableDocument } from '../types.ts'

/** Opening and closing an element takes the parser time in proportion to the depth. */
const MAX_DEPTH = 2000
const INLINE = new Set(['td', 'th', 'li', 'caption'])
const SILENT = new Set(['script', 'style', 'template', 'noscript'])

/**
 * A streaming, tolerant html parser. The root element is `#document`; scripts and styles have no text. A document is incomplete if `<html`
 * is not closed, or if there is no element at all.
 */
export class HtmlParser implements TextParser {
  readonly #events: Events
  readonly #maxDepth: number
  readonly #text: ElementText
  readonly #parser: Parser
  readonly #open: string[] = []
  #silent = 0
  /** How many cells and items are open. */
  #inline = 0
  #elements = 0
  #htmlOpened = false
  #htmlClosed = false
  #tail = ''

  constructor(events: Events, { maxDepth }: ParserLimits) {
    this.#events = events
    this.#maxDepth = Math.min(maxDepth, MAX_DEPTH)
    // In a cell or an item the white space between two links parts their words.
    this.#text = new ElementText(
      (text) => events.scalar(TEXT, text),
      () => this.#inline > 0,
    )
    this.#parser = new Parser({
      onopentag: (name, attributes) => this.#openTag(name, attributes),
      onclosetag: (name, implied) => this.#closeTag(name, implied),
      ontext: (text) => {
        if (this.#silent === 0) this.#text.add(text)
      },
    })
    this.#text.open()
    events.open('#document', 'element')
  }

  write(text: string): void {
    if (this.#events.done) return
    this.#tail = (this.#tail + text).slice(-64)
    this.#parser.write(text)
  }

  end(): void {
    if (this.#events.done) return
    this.#parser.end()
    this.#checkEnd()
    this.#text.close()
    this.#events.close()
  }

  #openTag(name: string, attributes: Readonly<Record<string, string>>): void {
    this.#elements++
    if (name === 'html') this.#htmlOpened = true
    if (this.#open.push(name) > this.#maxDepth) throw tooDeep('html', this.#maxDepth)
    if (SILENT.has(name)) this.#silent++
    this.#text.open()
    if (INLINE.has(name)) this.#inline++
    this.#events.open(name, 'element')
    let chars = 0
    for (const [attribute, value] of Object.entries(attributes)) {
      chars += attribute.length + value.length
      if (chars > MOST_RECORD) throw tooLong()
      this.#events.scalar(`@${attribute}`, value)
    }
  }

  #closeTag(name: string, implied: boolean): void {
    // At the end of the text, an incomplete tag is closed without having been opened.
    if (this.#open.at(-1) !== name) return
    if (name === 'html' && !implied) this.#htmlClosed = true
    this.#open.pop()
    if (SILENT.has(name)) this.#silent--
    this.#text.close()
    if (INLINE.has(name)) this.#inline--
    this.#events.close()
  }

  #checkEnd(): void {
    if (this.#htmlOpened && !this.#htmlClosed)
      throw new UnreadableDocument('cut', 'The html ends early: <html> is never closed.')
    if (/<(?:[a-z!/][^>]*)?$/i.test(this.#tail) && !this.#htmlClosed)
      throw new UnreadableDocument('cut', 'The html ends early, inside a tag.')
    if (this.#elements > 0) return
    if (/<!doctype/i.test(this.#tail))
      throw new UnreadableDocument('cut', 'The html ends early, after its DOCTYPE.')
    throw new UnreadableDocument('foreign', 'The document is not html: it has no markup.')
  }
}
