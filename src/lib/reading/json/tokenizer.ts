import { tooDeep } from '../depth.ts'
import { type Events, ITEM, type TextParser } from '../events.ts'
import { UnreadableDocument } from '../types.ts'
import { isBeginning, isJsonNumber, literalOf, unescapeJson } from './scalar.ts'

// What the grammar allows next (RFC 8259).
const VALUE = 0
const VALUE_OR_END = 1
const KEY = 2
const KEY_OR_END = 3
const COLON = 4
const COMMA_OR_END = 5
const NOTHING = 6

const MAX_STRING = 256 * 2 ** 20

/**
 * A streaming reader of json: text in any pieces, events out, the text of numbers kept. Strict (RFC 8259), one value per document.
 * Memory is the nesting depth and the longest string.
 */
export class JsonTokenizer implements TextParser {
  readonly #events: Events
  readonly #maxDepth: number
  readonly #arrays: boolean[] = []
  #expect = VALUE
  #step = ITEM
  /** The beginning of a token that the last piece of text did not end. */
  #partial = ''
  #inString = false
  #escapeOpen = false
  #escaped = false
  #isOver = false
  #offset = 0
  #line = 1
  #lineStart = 0

  constructor(events: Events, maxDepth: number) {
    this.#events = events
    this.#maxDepth = maxDepth
  }

  write(text: string): void {
    let at = this.#partial === '' && !this.#inString ? 0 : this.#resume(text)
    const length = text.length
    while (at < length) {
      const c = text.charCodeAt(at)
      if (c === 34) at = this.#string(text, at + 1)
      else if (c === 32 || c === 13 || c === 9) at++
      else if (c === 10) {
        this.#line++
        this.#lineStart = this.#offset + ++at
      } else if (c === 44 || c === 58) this.#separate(c, at++)
      else if (c === 123 || c === 91) this.#open(c === 91, at++)
      else if (c === 125 || c === 93) this.#close(c === 93, at++)
      else at = this.#word(text, at)
      if (this.#events.done) return
    }
    this.#offset += length
  }

  end(): void {
    if (this.#events.done) return
    this.#isOver = true
    if (this.#partial !== '' && !this.#inString) this.#endWord('', 0)
    if (this.#events.done) return
    if (this.#expect !== NOTHING || this.#inString)
      throw new UnreadableDocument(
        'cut',
        `The json ends early, at line ${this.#line} (character ${this.#offset}).`,
      )
  }

  #resume(text: string): number {
    if (this.#inString) return this.#string(text, 0)
    return this.#word(text, 0)
  }

  /** Reads on in a string from `from`; returns where it ends, or the end of the text. */
  #string(text: string, from: number): number {
    let at = from
    const length = text.length
    let escapeOpen = this.#escapeOpen
    for (; at < length; at++) {
      if (escapeOpen) {
        escapeOpen = false
        continue
      }
      const c = text.charCodeAt(at)
      if (c === 34) break
      if (c === 92) {
        escapeOpen = true
        this.#escaped = true
      } else if (c < 32) this.#fail('a control character in a string', at)
    }
    if (at < length) {
      this.#endString(text, from, at)
      return at + 1
    }
    this.#escapeOpen = escapeOpen
    this.#inString = true
    this.#partial += text.slice(from)
    if (this.#partial.length > MAX_STRING) this.#fail('a string longer than can be read', at)
    return length
  }

  #endString(text: string, from: number, to: number): void {
    let value = text.slice(from, to)
    if (this.#inString) {
      value = this.#partial + value
      this.#partial = ''
      this.#inString = false
      this.#escapeOpen = false
    }
    if (this.#escaped) {
      this.#escaped = false
      value = unescapeJson(value) ?? this.#fail('an escape that json does not know', to)
    }
    if (this.#expect === KEY || this.#expect === KEY_OR_END) {
      this.#step = value
      this.#expect = COLON
    } else {
      this.#expectValue('a string', to)
      this.#events.scalar(this.#step, value)
    }
  }

  /** Reads a number or a literal from `from`; returns where it ends. */
  #word(text: string, from: number): number {
    let at = from
    for (; at < text.length; at++) {
      const c = text.charCodeAt(at)
      const part = (c > 47 && c < 58) || (c > 96 && c < 123) || c === 46 || c === 45 || c === 43 || c === 69
      if (!part) break
    }
    const word = text.slice(from, at)
    if (at === from && this.#partial === '') this.#fail(`the character ${JSON.stringify(text[at])}`, at)
    if (at < text.length) this.#endWord(word, at)
    else {
      this.#partial += word
      if (this.#partial.length > MAX_STRING) this.#fail('a number longer than can be read', at)
    }
    return at
  }

  #endWord(rest: string, at: number): void {
    const word = this.#partial + rest
    this.#partial = ''
    const literal = literalOf(word)
    if (literal !== undefined) {
      this.#expectValue(word, at)
      this.#events.scalar(this.#step, literal)
    } else if (isJsonNumber(word)) {
      this.#expectValue(`the number ${word.slice(0, 40)}`, at)
      this.#events.scalar(this.#step, { numeral: word })
    } else if (this.#isOver && isBeginning(word) && this.#expect <= VALUE_OR_END)
      throw new UnreadableDocument('cut', `The json ends early, inside ${JSON.stringify(word.slice(0, 40))}.`)
    else this.#fail(`the word ${JSON.stringify(word.slice(0, 40))}`, at)
  }

  #separate(c: number, at: number): void {
    const inArray = this.#arrays.at(-1)
    if (c === 58 && this.#expect === COLON) this.#expect = VALUE
    else if (c === 44 && this.#expect === COMMA_OR_END) this.#expect = inArray ? VALUE : KEY
    else this.#fail(c === 58 ? 'a colon' : 'a comma', at)
    if (c === 44 && inArray) this.#step = ITEM
  }

  #open(array: boolean, at: number): void {
    this.#expectValue(array ? 'an array' : 'an object', at)
    if (this.#arrays.length >= this.#maxDepth) throw tooDeep('json', this.#maxDepth, `, ${this.#where(at)}`)
    this.#arrays.push(array)
    this.#events.open(this.#step, array ? 'array' : 'object')
    this.#expect = array ? VALUE_OR_END : KEY_OR_END
    this.#step = ITEM
  }

  #close(array: boolean, at: number): void {
    const opened = this.#arrays.pop()
    const open = this.#expect === COMMA_OR_END || this.#expect === (array ? VALUE_OR_END : KEY_OR_END)
    if (opened !== array || !open) this.#fail(array ? 'a closing ]' : 'a closing }', at)
    this.#events.close()
    this.#expect = this.#arrays.length === 0 ? NOTHING : COMMA_OR_END
  }

  #expectValue(what: string, at: number): void {
    if (this.#expect !== VALUE && this.#expect !== VALUE_OR_END) this.#fail(what, at)
    this.#expect = this.#arrays.length === 0 ? NOTHING : COMMA_OR_END
  }

  #fail(what: string, at: number): never {
    throw new UnreadableDocument('malformed', `The json is broken: unexpected ${what}, ${this.#where(at)}.`)
  }

  #where(at: number): string {
    return `at line ${this.#line}, column ${this.#offset + at - this.#lineStart + 1}`
  }
}
