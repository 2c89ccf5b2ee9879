import { type Events, ITEM, type TextParser } from '../events.ts'
import {
  MOST_NAME,
  MOST_NUMBER,
  MOST_RECORD,
  type ParserLimits,
  tooDeep,
  tooLarge,
  tooLong,
} from '../limits.ts'
import { UnreadableDocument } from '../types.ts'
import {
  isBeginning,
  isJsonNumber,
  literalOf,
  mayEnd,
  NO_NUMBER,
  NUMBER_BEGINS,
  stepNumber,
  unescapeJson,
} from './number.ts'

// What the grammar allows next (RFC 8259).
const VALUE = 0
const VALUE_OR_END = 1
const KEY = 2
const KEY_OR_END = 3
const COLON = 4
const COMMA_OR_END = 5
const NOTHING = 6

/** Maximum length of a string that is kept although values are ignored. */
const MOST_IGNORED = 65_536
/** An incomplete escape at the end of a chunk. */
const OPEN_ESCAPE = /\\(?:u[\da-fA-F]{0,3})?$/

/**
 * A streaming json parser: text in chunks of any size, numbers kept as text. Strict (RFC 8259), one value per document. Memory is the
 * nesting depth plus the longest string; if values are ignored, the nesting depth alone.
 */
export class JsonTokenizer implements TextParser {
  readonly #events: Events
  readonly #maxDepth: number
  readonly #arrays: boolean[] = []
  #expect = VALUE
  #step = ITEM
  /** The beginning of a token that continues in the next chunk. */
  #partial = ''
  #inString = false
  #escapeOpen = false
  #escaped = false
  #isOver = false
  /** Whether values need not be kept. */
  readonly #isIgnored: boolean
  /** The state of a number of which only the state is kept. */
  #number: number | undefined
  #offset = 0
  #line = 1
  #lineStart = 0

  constructor(events: Events, { maxDepth }: ParserLimits) {
    this.#events = events
    this.#isIgnored = events.ignoresValues === true
    this.#maxDepth = maxDepth
  }

  write(text: string): void {
    let at = this.#isInToken ? this.#resume(text) : 0
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
    if (this.#isInToken && !this.#inString) this.#endWord('', 0)
    if (this.#events.done) return
    if (this.#expect !== NOTHING || this.#inString)
      throw new UnreadableDocument(
        'cut',
        `The json ends early, at line ${this.#line} (character ${this.#offset}).`,
      )
  }

  /** Whether the last chunk ended within a string, a number or a literal. */
  get #isInToken(): boolean {
    return this.#inString || this.#partial !== '' || this.#number !== undefined
  }

  #resume(text: string): number {
    if (this.#inString) return this.#string(text, 0)
    return this.#word(text, 0)
  }

  /** Continues a string at `from`; returns where it ends, or the end of the text. */
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
      } else if (c < 32) this.#fail('control character in a string', at)
    }
    if (at < length) {
      this.#endString(text, from, at)
      return at + 1
    }
    this.#escapeOpen = escapeOpen
    this.#inString = true
    this.#partial += text.slice(from)
    if (this.#isIgnored) {
      if (this.#partial.length > MOST_IGNORED) this.#letGo(at)
    } else if (this.#partial.length > MOST_RECORD) throw tooLong()
    return length
  }

  /** Checks the escapes of the string so far, and keeps only an incomplete one. */
  #letGo(at: number): void {
    const part = this.#partial
    const tail = this.#escaped ? openEscape(part) : ''
    if (this.#escaped && unescapeJson(part.slice(0, part.length - tail.length)) === undefined)
      this.#fail('escape', at)
    this.#partial = tail
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
      value = unescapeJson(value) ?? this.#fail('escape', to)
    }
    if (this.#expect === KEY || this.#expect === KEY_OR_END) {
      if (value.length > MOST_NAME && !this.#isIgnored)
        throw tooLarge(`a name of more than ${MOST_NAME} characters`)
      this.#step = value
      this.#expect = COLON
    } else {
      this.#expectValue('string', to)
      this.#events.scalar(this.#step, value)
    }
  }

  /** Reads a number or a literal at `from`; returns where it ends. */
  #word(text: string, from: number): number {
    let at = from
    for (; at < text.length; at++) {
      const c = text.charCodeAt(at)
      const part = (c > 47 && c < 58) || (c > 96 && c < 123) || c === 46 || c === 45 || c === 43 || c === 69
      if (!part) break
    }
    const word = text.slice(from, at)
    if (at === from && !this.#isInToken) this.#fail(`character ${JSON.stringify(text[at])}`, at)
    if (at < text.length) this.#endWord(word, at)
    else {
      this.#partial += word
      if (this.#partial.length > MOST_NUMBER) this.#passOver(at)
    }
    return at
  }

  /** Replaces a number that is too long by its state in the grammar. */
  #passOver(at: number): void {
    const state = stepNumber(this.#number ?? NUMBER_BEGINS, this.#partial)
    if (state === NO_NUMBER) this.#fail(`word ${quote(this.#partial)}`, at)
    if (!this.#isIgnored) throw longNumber()
    this.#number = state
    this.#partial = ''
  }

  #endNumber(state: number, at: number): void {
    this.#number = undefined
    if (mayEnd(state)) {
      this.#expectValue('number', at)
      this.#events.scalar(this.#step, null)
    } else if (this.#isOver && state !== NO_NUMBER && this.#expect <= VALUE_OR_END)
      throw new UnreadableDocument('cut', 'The json ends early, inside a number.')
    else this.#fail('end of a number', at)
  }

  #endWord(rest: string, at: number): void {
    const word = this.#partial + rest
    this.#partial = ''
    if (this.#number !== undefined) return this.#endNumber(stepNumber(this.#number, word), at)
    const literal = literalOf(word)
    if (literal !== undefined) {
      this.#expectValue(word, at)
      this.#events.scalar(this.#step, literal)
    } else if (isJsonNumber(word)) {
      if (word.length > MOST_NUMBER && !this.#isIgnored) throw longNumber()
      this.#expectValue(`number ${word.slice(0, 40)}`, at)
      this.#events.scalar(this.#step, { numeral: word })
    } else if (this.#isOver && isBeginning(word) && this.#expect <= VALUE_OR_END)
      throw new UnreadableDocument('cut', `The json ends early, inside ${quote(word)}.`)
    else this.#fail(`word ${quote(word)}`, at)
  }

  #separate(c: number, at: number): void {
    const inArray = this.#arrays.at(-1)
    if (c === 58 && this.#expect === COLON) this.#expect = VALUE
    else if (c === 44 && this.#expect === COMMA_OR_END) this.#expect = inArray ? VALUE : KEY
    else this.#fail(c === 58 ? 'colon' : 'comma', at)
    if (c === 44 && inArray) this.#step = ITEM
  }

  #open(array: boolean, at: number): void {
    this.#expectValue(array ? 'array' : 'object', at)
    if (this.#arrays.length >= this.#maxDepth) throw tooDeep('json', this.#maxDepth, `, ${this.#where(at)}`)
    this.#arrays.push(array)
    this.#events.open(this.#step, array ? 'array' : 'object')
    this.#expect = array ? VALUE_OR_END : KEY_OR_END
    this.#step = ITEM
  }

  #close(array: boolean, at: number): void {
    const opened = this.#arrays.pop()
    const open = this.#expect === COMMA_OR_END || this.#expect === (array ? VALUE_OR_END : KEY_OR_END)
    if (opened !== array || !open) this.#fail(array ? 'closing ]' : 'closing }', at)
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

/** The incomplete escape at the end of a chunk; '' if there is none. */
function openEscape(part: string): string {
  const tail = OPEN_ESCAPE.exec(part.slice(-6))?.[0] ?? ''
  let backslash = part.length - tail.length
  while (tail !== '' && backslash > 0 && part.charCodeAt(backslash - 1) === 92) backslash--
  // After an odd number of backslashes, this one is escaped.
  return (part.length - tail.length - backslash) % 2 === 1 ? '' : tail
}

function longNumber(): UnreadableDocument {
  return tooLarge(`a number of more than ${MOST_NUMBER} characters`)
}

function quote(word: string): string {
  return JSON.stringify(word.slice(0, 40))
}
