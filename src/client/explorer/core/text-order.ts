/** Orders texts like a collator, but much faster if both have only common characters. */
export interface TextOrder {
  compare(a: string, b: string): number
  /** A text whose code unit order is that of the collator; undefined if the collator is needed. */
  keyOf(text: string): string | undefined
}

// Characters that a collator compares one by one: none combines with others or is ignored.
const ORDINARY = ` _-,;:!?.'"()[]{}@*/&#%+<=>|$0123456789abcdefghijklmnopqrstuvwxyzабвгдеёжзийклмнопрстуфхцчшщъыьэюя«»`
const DIGIT = /\d/
/** Numbers are compared by their number of digits first; longer ones need the collator. */
const MOST_DIGITS = 40
const DIGITS_AT = 256
/** Longer texts need the collator: a key is built with one call, and browsers limit the number of arguments. */
const MOST_KEYED = 10_000

/** The order of texts in a language: numbers by value, letters ignoring case first. */
export function openTextOrder(language: string): TextOrder {
  const { compare } = new Intl.Collator(language, { numeric: true })
  const weights = weigh(language)
  return {
    compare,
    keyOf(text) {
      if (text.length > MOST_KEYED) return undefined
      const units: number[] = []
      for (let at = 0; at < text.length; at++) {
        const weight = weights.get(text.charCodeAt(at))
        if (weight === undefined) return undefined
        if (weight !== DIGITS_AT) units.push(weight)
        else {
          const end = endOfDigits(text, at)
          while (at < end - 1 && text.charCodeAt(at) === 48) at++
          if (end - at > MOST_DIGITS) return undefined
          units.push(DIGITS_AT + end - at)
          for (; at < end; at++) units.push(text.charCodeAt(at))
          at--
        }
      }
      return String.fromCharCode(...units)
    },
  }
}

// Characters that differ only in case or accent have equal weight. Punctuation sorts before digits, and digits before letters.
function weigh(language: string): ReadonlyMap<number, number> {
  const { compare } = new Intl.Collator(language, { sensitivity: 'base' })
  const sorted = [...ORDINARY].sort(compare)
  const weights = new Map<number, number>()
  const firstDigit = sorted.findIndex((char) => DIGIT.test(char))
  sorted.forEach((char, at) => {
    const before = sorted[at - 1]
    const isSame = before !== undefined && compare(before, char) === 0
    const own = at < firstDigit ? at + 1 : at + 1 + 2 * DIGITS_AT
    const weight = DIGIT.test(char) ? DIGITS_AT : isSame ? weights.get(before.charCodeAt(0)) : own
    for (const form of [char, char.toUpperCase()])
      if (form.length === 1 && weight !== undefined) weights.set(form.charCodeAt(0), weight)
  })
  return weights
}

function endOfDigits(text: string, from: number): number {
  let end = from
  while (end < text.length && text.charCodeAt(end) >= 48 && text.charCodeAt(end) <= 57) end++
  return end
}
