import { isDecimal } from './text-kind.ts'

/** What separates the fraction of a number. */
export type DecimalMark = '.' | ','

/** Longer texts are no numbers with separators. */
const MOST_CHARS = 60

// Digits in groups of three, by one kind of separator: blanks (also those that do not break), apostrophes, or the mark that is not the decimal one.
const GROUPED: Readonly<Record<DecimalMark, RegExp>> = {
  '.': /^[+-]?[1-9]\d{0,2}(?:([ \u00a0\u2009\u202f',])\d{3})(?:\1\d{3})*(?:\.\d+)?$/,
  ',': /^[+-]?[1-9]\d{0,2}(?:([ \u00a0\u2009\u202f'.])\d{3})(?:\1\d{3})*(?:,\d+)?$/,
}
const PLAIN: Readonly<Record<DecimalMark, RegExp>> = {
  '.': /^[+-]?\.\d+(?:[eE][+-]?\d+)?$/,
  ',': /^[+-]?(?:0|[1-9]\d*)?,\d+(?:[eE][+-]?\d+)?$/,
}
const SEPARATORS: Readonly<Record<DecimalMark, RegExp>> = {
  '.': /[ \u00a0\u2009\u202f',]/g,
  ',': /[ \u00a0\u2009\u202f'.]/g,
}

/**
 * The plain decimal number (`-1234.5`) that a text is with this decimal mark; undefined if it is none. Digits may be in groups of three:
 * `1 234,5`. What both marks allow, as `1,234`, only the other values of a column can decide.
 */
export function readNumber(text: string, mark: DecimalMark): string | undefined {
  if (isDecimal(text)) return mark === '.' || !text.includes('.') ? text : undefined
  const first = text.charCodeAt(0)
  const begins = (first > 47 && first < 58) || first === 43 || first === 45 || first === 46
  if (!begins || text.length > MOST_CHARS) return undefined
  const isNumber = GROUPED[mark].test(text) || PLAIN[mark].test(text)
  return isNumber ? text.replace(SEPARATORS[mark], '').replace(',', '.') : undefined
}

/**
 * The decimal mark of a column, from its distinct texts: the one with which more of them are numbers, the point if both allow the same.
 * Undefined if none is a number, or if nothing tells whether `1,234` has a fraction.
 */
export function findDecimalMark(texts: Iterable<string>): DecimalMark | undefined {
  let [point, comma, ambiguous] = [0, 0, false]
  for (const text of texts) {
    const [withPoint, withComma] = [readNumber(text, '.'), readNumber(text, ',')]
    if (withPoint !== undefined) point++
    if (withComma !== undefined) comma++
    ambiguous ||= withPoint !== undefined && withComma !== undefined && withPoint !== withComma
  }
  if (point === 0 && comma === 0) return undefined
  if (point === comma) return ambiguous ? undefined : '.'
  return point > comma ? '.' : ','
}
