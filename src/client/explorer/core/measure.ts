import { markOf, numberIn, type TypedColumn } from './column.ts'
import type { Ranks } from './ranks.ts'
import type { Measure } from './view.ts'

/** The measure of a column in some rows. */
export interface Measured {
  /** A decimal number, or a text of the data. */
  readonly text: string
  /** Its position in the order of measures. */
  readonly place: number
}

type Measuring = (rows: readonly number[]) => Measured | undefined

/** Opens a measure of a column: the sum, mean, lowest or highest value. Values of another kind are ignored; undefined if there are no others. */
export function openMeasure(is: Measure['is'], column: TypedColumn, ranks: Ranks): Measuring {
  if (is === 'sum' || is === 'mean') return openAddition(is, column)
  const codesOf = openCodes(column)
  return (rows) => extreme(codesOf(rows), is, column, ranks)
}

/**
 * Opens the sum or mean of the numbers of a column; undefined if some rows have none. Sums are exact, unless the first digit of the largest
 * number and the last digit of any are more than {@link MOST_POWER} places apart. A mean has {@link MEAN_DIGITS} digits.
 */
export function openAddition(is: 'sum' | 'mean', column: TypedColumn): Measuring {
  const codesOf = openCodes(column)
  const sumOf = openSum(column)
  return (rows) => {
    const met = codesOf(rows)
    if (met.length === 0) return undefined
    const sum = sumOf(met)
    const text = is === 'sum' ? sum : String(Number((Number(sum) / met.length).toPrecision(MEAN_DIGITS)))
    return { text, place: Number(text) }
  }
}

// The codes of the values in some rows that have the kind of the column.
function openCodes({ codes, places }: TypedColumn): (rows: readonly number[]) => number[] {
  return (rows) => {
    const met: number[] = []
    for (const row of rows) {
      const code = codes[row] as number
      if (!Number.isNaN(places[code])) met.push(code)
    }
    return met
  }
}

const MEAN_DIGITS = 12

function extreme(
  codes: readonly number[],
  is: 'min' | 'max',
  { values }: TypedColumn,
  { of }: Ranks,
): Measured | undefined {
  const rankOf = (code: number) => of[code] as number
  const [first, ...others] = codes
  if (first === undefined) return undefined
  let best = first
  for (const code of others)
    if (is === 'min' ? rankOf(code) < rankOf(best) : rankOf(code) > rankOf(best)) best = code
  return { text: (values[best] as string).trim(), place: rankOf(best) }
}

/** The decimal places that exact sums span at most; other sums are added as floats. */
const MOST_POWER = 60

// Adds values exactly, as multiples of the last decimal place that any value of the column has.
function openSum(column: TypedColumn): (codes: readonly number[]) => string {
  const { values, places } = column
  const mark = markOf(column)
  const written = values.map((text) => splitDecimal(numberIn(column, text, mark)))
  let unit = 0
  let top = 0
  for (const number of written) {
    unit = Math.min(unit, number?.power ?? 0)
    top = Math.max(top, (number?.power ?? 0) + (number?.digits.length ?? 0))
  }
  if (top - unit > MOST_POWER) {
    return (codes) => String(codes.reduce((sum, code) => sum + (places[code] as number), 0))
  }
  const scaled = written.map((number) => number && BigInt(number.digits) * 10n ** BigInt(number.power - unit))
  return (codes) => {
    let sum = 0n
    for (const code of codes) sum += scaled[code] ?? 0n
    return showScaled(sum, -unit)
  }
}

// A number as digits times a power of ten.
function splitDecimal(
  text: string | undefined,
): { readonly digits: string; readonly power: number } | undefined {
  if (text === undefined) return undefined
  const [mantissa = '', power = '0'] = text.toLowerCase().split('e')
  const [whole = '', fraction = ''] = mantissa.replace('+', '').split('.')
  return { digits: whole + fraction, power: Number(power) - fraction.length }
}

function showScaled(scaled: bigint, decimals: number): string {
  const digits = String(scaled < 0n ? -scaled : scaled).padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '')
  return `${scaled < 0n ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`
}
