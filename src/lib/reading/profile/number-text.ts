import { isDecimal } from './text-kind.ts'

/** What separates the fraction of a number. */
export type DecimalMark = '.' | ','

/** Longer texts are no numbers with separators. */
const MOST_CHARS = 60

// Digits in groups of three, by one kind of separator: blanks (also those that do not break), apostrophes, or the mark that is not the decimal
// one. In India, commas separate groups of two before the last one: `12,34,567`.
const GROUPED: Readonly<Record<DecimalMark, RegExp>> = {
  '.': /^[+-]?(?:[1-9]\d{0,2}(?:([ \u00a0\u2009\u202f'’,])\d{3})(?:\1\d{3})*|[1-9]\d?(?:,\d\d)+,\d{3})(?:\.\d+)?$/,
  ',': /^[+-]?[1-9]\d{0,2}(?:([ \u00a0\u2009\u202f'’.])\d{3})(?:\1\d{3})*(?:,\d+)?$/,
}
const PLAIN: Readonly<Record<DecimalMark, RegExp>> = {
  '.': /^[+-]?\.\d+(?:[eE][+-]?\d+)?$/,
  ',': /^[+-]?(?:0|[1-9]\d*)?,\d+(?:[eE][+-]?\d+)?$/,
}
const SEPARATORS: Readonly<Record<DecimalMark, RegExp>> = {
  '.': /[ \u00a0\u2009\u202f'’,]/g,
  ',': /[ \u00a0\u2009\u202f'’.]/g,
}

/** Whether a number has three digits behind its only point, which may separate thousands: `1.234`. Others of the column decide. */
export function isDotted(text: string): boolean {
  return /^[+-]?[1-9]\d{0,2}\.\d{3}$/.test(text)
}

/** A text with a hyphen where a minus sign, a dash or, as in Japan, a triangle stands before a number, or brackets around it, as in accounts. */
export function withHyphen(text: string): string {
  if (text[0] === '(') return text.endsWith(')') ? `-${text.slice(1, -1)}` : text
  return '−–△'.includes(text[0] ?? ' ') ? `-${text.slice(1)}` : text
}

/**
 * The plain decimal number (`-1234.5`) that a text is with this decimal mark; undefined if it is none. Digits may be in groups of three:
 * `1 234,5`; negative ones may be in brackets: `(1,234.50)`. What both marks allow, as `1,234`, only the other values of a column can decide.
 */
export function readNumber(written: string, mark: DecimalMark): string | undefined {
  const text = withHyphen(written)
  if (isDecimal(text) && (mark === '.' || !text.includes('.'))) return text
  const first = text.charCodeAt(0)
  const begins = (first > 47 && first < 58) || first === 43 || first === 45 || first === 46
  if (!begins || text.length > MOST_CHARS) return undefined
  const isNumber = GROUPED[mark].test(text) || PLAIN[mark].test(text)
  return isNumber ? text.replace(SEPARATORS[mark], '').replace(',', '.') : undefined
}

/** How many values of a column are numbers with either mark, and how many are two different ones: `1,234`. */
interface MarkCounts {
  readonly point: number
  readonly comma: number
  readonly unclear: number
}

/**
 * The decimal mark of a column: the one with which more of its values are numbers, the point if both allow the same. Undefined if none is a
 * number, or if nothing shows whether `1,234` has a fraction. The build and the explorer both decide with this.
 */
export function chooseDecimalMark({ point, comma, unclear }: MarkCounts): DecimalMark | undefined {
  if (point === 0 && comma === 0) return undefined
  if (point === comma) return unclear > 0 ? undefined : '.'
  return point > comma ? '.' : ','
}

/** With fewer numbers of a form, chance decides. */
const [LEAST_UNCLEAR, LEAST_WHOLE, LEAST_AMOUNTS] = [20, 2, 10]

/**
 * Whether the marks of numbers that are all like `1,234` or `950`, or all like `1.234`, separate thousands: if whole numbers below a thousand
 * are among them, for which fractions would be `950,000`, or one of ten would be shorter than three digits; or, by numbers of
 * different sizes, whose digits before the mark differ by `span` in number. So are amounts of money, of which only prices of much the same size have
 * three decimals: 2; and, where fractions have a comma, those with a point: 1.
 */
export function haveGroups(numbers: Iterable<string>, span: number): boolean {
  let [unclear, whole] = [0, 0]
  const lengths = new Set<number>()
  for (const number of numbers) {
    const digits = number.replace(/^[+-]/, '')
    const mark = digits.search(/[.,]/)
    if (mark < 0 && digits.length > 3) return false
    if (mark > 0) lengths.add(mark)
    if (mark > 0) unclear++
    else if (Number(digits) > 0) whole++
  }
  if (whole >= LEAST_WHOLE && unclear >= LEAST_UNCLEAR) return true
  return unclear >= LEAST_AMOUNTS && Math.max(...lengths) - Math.min(...lengths) >= span
}

/** The decimal mark of a column, from its distinct texts and how often each occurs. */
export function findDecimalMark(
  texts: Iterable<readonly [text: string, count: number]>,
): DecimalMark | undefined {
  let [point, comma, unclear] = [0, 0, 0]
  for (const [text, count] of texts) {
    const [withPoint, withComma] = [readNumber(text, '.'), readNumber(text, ',')]
    if (withPoint !== undefined) point += count
    if (withComma !== undefined) comma += count
    if (withPoint !== undefined && withComma !== undefined && withPoint !== withComma && !isDotted(text))
      unclear += count
  }
  return chooseDecimalMark({ point, comma, unclear })
}
