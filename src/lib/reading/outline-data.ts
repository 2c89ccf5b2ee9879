import { type Container, type Events, ITEM, type Scalar, TEXT } from './events.ts'
import { parseDocument } from './parse.ts'
import type { ByteSource, DocumentHint } from './types.ts'
import { cellText } from './value.ts'

/** Maximum bytes of a document that are read for its outline. */
const MOST_BYTES = 256 * 1024
const MOST_NAMES = 2000
/** Maximum number of values that are examined individually. */
const MOST_LOOKED = 200
const MOST_CHARS = 1000
const FILLED = /[\p{L}\p{N}]/u
const TOKEN = /[\p{L}\p{N}_-]+/gu
const WORD = /^[\p{L}-]+$/u

/**
 * Measures of the contents of a document of any shape, for comparing two documents. A value counts if it contains a letter or a digit. For
 * a long document, the totals are extrapolated from its beginning.
 */
export interface DataOutline {
  /**
   * The names of values at the beginning of the document, with their number: members, elements, attributes; digits are replaced by `#`, and
   * `[]` is a list without a name.
   */
  readonly names: ReadonlyMap<string, number>
  /** Number of values. */
  readonly values: number
  /** The distinct ones among the first values, each cut to its beginning. */
  readonly distinct: ReadonlySet<string>
  /** Number of characters of the values. */
  readonly chars: number
  /** Number of examined values, and how many of these contain a word. */
  readonly looked: number
  readonly texts: number
  /** Whether the document is one record: its values are directly in an object, or in elements below the root. */
  readonly isRecord: boolean
  /** The first values with their names, in document order. */
  readonly first: readonly (readonly [name: string, text: string])[]
  /** The words of the first values, in lower case, without those that contain digits, such as times or ids. */
  readonly words: ReadonlySet<string>
}

/** Outlines a json or xml document of this many bytes, in bounded memory and time. Throws UnreadableDocument. */
export function outlineData(source: ByteSource, hint: DocumentHint, bytes: number): DataOutline {
  const outliner = new Outliner()
  let read = 0
  parseDocument(
    function* () {
      for (const chunk of source()) {
        const part = chunk.subarray(0, MOST_BYTES - read)
        read += part.length
        yield part
        outliner.done = read >= MOST_BYTES
        if (outliner.done) return
      }
    },
    hint,
    outliner,
  )
  const scale = Math.max(1, bytes / Math.max(1, read))
  const { names, words, first, texts, distinct, values, chars, isRecord } = outliner
  return {
    names,
    words,
    first,
    texts,
    isRecord: isRecord && values > 0,
    looked: Math.min(values, MOST_LOOKED),
    distinct,
    values: Math.round(values * scale),
    // A single value may be longer than the part that was read.
    chars: values === 0 ? bytes - read : Math.round(chars * scale),
  }
}

/** The words of a text, in lower case, without those that contain digits, such as times or ids. */
export function wordsOf(text: string): string[] {
  return (text.match(TOKEN) ?? []).filter((token) => WORD.test(token)).map((word) => word.toLowerCase())
}

/** A text as the name of values in an outline. */
export function withoutDigits(text: string): string {
  return text.replace(/\d+/g, '#')
}

class Outliner implements Events {
  readonly words = new Set<string>()
  readonly distinct = new Set<string>()
  readonly first: [name: string, text: string][] = []
  isRecord = true
  texts = 0
  values = 0
  chars = 0
  done = false
  readonly #names = new Map<string, number>()
  // The names of the open containers; that of an item is the name of its list.
  readonly #open: string[] = []

  get names(): Map<string, number> {
    const names = new Map<string, number>()
    for (const [name, count] of this.#names) {
      const open = withoutDigits(name)
      names.set(open, (names.get(open) ?? 0) + count)
    }
    return names
  }

  open(step: string, kind: Container): void {
    // An element with a text is no deeper than a member with a text.
    if (this.#open.length > (kind === 'element' ? 1 : 0) || kind === 'array') this.isRecord = false
    this.#open.push(this.#nameOf(step))
  }

  close(): void {
    this.#open.pop()
  }

  scalar(step: string, value: Scalar): void {
    const text = cellText(value)
    if (text === null || !FILLED.test(text)) return
    this.values++
    this.chars += text.length
    const name = this.#nameOf(step)
    const count = this.#names.get(name)
    if (count !== undefined || this.#names.size < MOST_NAMES) this.#names.set(name, (count ?? 0) + 1)
    if (this.values > MOST_LOOKED) return
    this.distinct.add(text.slice(0, MOST_CHARS))
    this.first.push([name, text.slice(0, MOST_CHARS)])
    if (typeof value !== 'string') return
    const words = wordsOf(text.slice(0, MOST_CHARS))
    for (const word of words) this.words.add(word)
    if (words.length > 0) this.texts++
  }

  #nameOf(step: string): string {
    return step === ITEM || step === TEXT ? (this.#open.at(-1) ?? '[]') : step
  }
}

/** With fewer words, matches with the copy may be chance. */
const LEAST_WORDS = 3
/** Common decoding mistakes of a program, database or connection behind the interface: the charset that was assumed, and the real one. */
const MISTAKES = [
  { takenFor: 'windows-1252', is: 'utf-8' },
  { takenFor: 'windows-1251', is: 'utf-8' },
  { takenFor: 'windows-1252', is: 'windows-1251' },
  { takenFor: 'windows-1251', is: 'koi8-r' },
  { takenFor: 'koi8-r', is: 'windows-1251' },
] as const

/** Texts, and the words in them. */
type Texts = Pick<DataOutline, 'distinct' | 'words'>

/** Some texts with their words. */
export function withWords(texts: readonly string[]): Texts {
  return { distinct: new Set(texts), words: new Set(texts.flatMap(wordsOf)) }
}

/**
 * Whether a body is the copy decoded with a wrong charset: most of its words beyond ASCII are not in the copy, but are once the mistake is
 * undone.
 */
export function isGarbled(before: Texts, now: Texts): boolean {
  const texts = [...now.distinct].filter(isBeyondAscii)
  const words = beyondAscii(texts)
  // Garbled letters may no longer be letters, so there may be no words.
  if (texts.length === 0 || (words.size > 0 && !areMostlyNew(words, before.words))) return false
  return MISTAKES.some(({ takenFor, is }) => {
    const encode = encoderOf(takenFor)
    const meant = beyondAscii(texts.flatMap((text) => undo(text, encode, is) ?? []))
    return meant.size >= LEAST_WORDS && !areMostlyNew(meant, before.words)
  })
}

/** Whether a text has other characters than those of ASCII. */
export function isBeyondAscii(text: string): boolean {
  return /[^\0-\x7f]/.test(text)
}

function beyondAscii(texts: readonly string[]): Set<string> {
  return new Set(texts.flatMap(wordsOf).filter(isBeyondAscii))
}

function undo(text: string, encode: ReadonlyMap<string, number>, is: string): string | undefined {
  const bytes = [...text].map((char) => encode.get(char))
  if (bytes.includes(undefined)) return undefined
  try {
    return new TextDecoder(is, { fatal: true }).decode(Uint8Array.from(bytes as number[]))
  } catch {
    return undefined
  }
}

// Some programs map bytes without a character to control characters (as WHATWG Encoding does for windows-1252).
function encoderOf(charset: string): Map<string, number> {
  const bytes = Uint8Array.from({ length: 256 }, (_, byte) => byte)
  const encoder = new Map(
    charset === 'windows-1252' ? [...bytes].map((byte) => [String.fromCharCode(byte), byte]) : [],
  )
  for (const [at, char] of [...new TextDecoder(charset).decode(bytes)].entries()) encoder.set(char, at)
  return encoder
}

/** With less than this share of the copy, a body does not count as its newer version. */
export const HALF = 0.5

/** Whether most of `words` are not in `known`. */
export function areMostlyNew(words: ReadonlySet<string>, known: ReadonlySet<string>): boolean {
  return words.size > 0 && [...words].filter((word) => known.has(word)).length < words.size * HALF
}
