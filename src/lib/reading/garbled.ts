import { type DataOutline, wordsOf } from './outline-data.ts'

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
