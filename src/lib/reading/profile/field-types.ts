import { attempt } from '../../interface/attempt.ts'
import { isBrokenJson, parseJson } from '../json/bounded.ts'
import type { ColumnKind, FieldType } from '../types.ts'
import type { DecimalMark } from './number-text.ts'
import { isCodeWithE } from './text-kind.ts'

type Test = (text: string) => boolean

/** A type that columns of some kinds have if all of their cells pass a test. */
interface PossibleType extends FieldType {
  readonly test: Test
  readonly kinds: readonly ColumnKind[]
}

const MEASURED: readonly ColumnKind[] = ['number', 'latitude', 'longitude']
/** The kinds of plain numbers: times may be written as such, too. */
const NUMBERED: readonly ColumnKind[] = [...MEASURED, 'year', 'identifier', 'date']
const DATED: readonly ColumnKind[] = ['date']
const LISTED: readonly ColumnKind[] = ['nested', 'text']
const BLANKS = [' ', '\u00a0', '\u2009', '\u202f', "'", '’']
const [WHOLE, NUMBER] = [{ type: 'integer' }, { type: 'number' }]
const [TRUTH, MOMENT] = [{ type: 'boolean' }, { type: 'datetime' }]

// The narrowest first, in the lexical forms of Table Schema's default formats and those that properties state. A number with zeros before it is
// a code, which would lose them.
const TYPES: readonly PossibleType[] = [
  { kinds: ['year'], test: matching(/^[12]\d{3}$/), field: { type: 'year' }, exact: 'integer' },
  { kinds: DATED, test: isBasicDate, field: { type: 'date', format: '%Y%m%d' }, exact: 'integer' },
  { kinds: NUMBERED, test: isLong, field: WHOLE, exact: 'integer' },
  { kinds: NUMBERED, test: matching(/^[+-]?(?:0|[1-9]\d*)$/), field: WHOLE, exact: 'text' },
  { kinds: NUMBERED, test: isDouble, field: NUMBER, exact: 'number' },
  { kinds: NUMBERED, test: plainWith('.'), field: NUMBER, exact: 'text' },
  { kinds: MEASURED, test: plainWith(','), field: { ...NUMBER, decimalChar: ',' }, exact: 'text' },
  ...[...BLANKS, ','].map((char) => grouped(char, '.')),
  ...[...BLANKS, '.'].map((char) => grouped(char, ',')),
  { kinds: LISTED, test: (text) => isJson(text, '{'), field: { type: 'object' }, exact: 'text' },
  { kinds: LISTED, test: (text) => isJson(text, '['), field: { type: 'array' }, exact: 'text' },
  withUnit('.'),
  withUnit(','),
  { kinds: ['boolean'], test: matching(/^(?:true|false)$/), field: TRUTH, exact: 'boolean' },
  { kinds: ['boolean'], test: matching(/^(?:[Tt]rue|TRUE|[Ff]alse|FALSE)$/), field: TRUTH, exact: 'text' },
  { kinds: DATED, test: matching(/^\d{4}-(?:0[1-9]|1[0-2])$/), field: { type: 'yearmonth' }, exact: 'text' },
  { kinds: DATED, test: isDate, field: { type: 'date' }, exact: 'date' },
  { kinds: DATED, test: isDottedDate, field: { type: 'date', format: '%d.%m.%Y' }, exact: 'text' },
  { kinds: DATED, test: isInstant, field: MOMENT, exact: 'instant' },
  { kinds: DATED, test: isDateTime, field: MOMENT, exact: 'text' },
]

/** The type of a column that has no other. */
const TEXT_TYPE: FieldType = { field: { type: 'string' }, exact: 'text' }

/** Finds the types that all cells of a column have. */
export class TypeFinder {
  #possible = TYPES
  #hasEmpty = false

  /** Adds a cell with a text. An empty one is no value in a Data Package, but stored exactly only as a text. */
  add(cell: string): void {
    if (cell === '') this.#hasEmpty = true
    else if (!this.#possible.every(({ test }) => test(cell)))
      this.#possible = this.#possible.filter(({ test }) => test(cell))
  }

  /** The narrowest of these types that is such. */
  find(isSuch: (type: PossibleType) => boolean): FieldType {
    const { field, exact } = this.#possible.find(isSuch) ?? TEXT_TYPE
    return { field, exact: this.#hasEmpty ? 'text' : exact }
  }
}

/** How a column is read: its kind, and for numbers their decimal mark, and whether all of them have the unit of the column. */
interface ReadAs {
  readonly kind: ColumnKind
  readonly mark: DecimalMark
  readonly hasUnit: boolean
}

/** Whether a type is one for columns that are read so. */
export function isTypeOf({ kind, mark, hasUnit }: ReadAs): (type: PossibleType) => boolean {
  return ({ kinds, field: { type, decimalChar = '.', bareNumber = true } }) =>
    kinds.includes(kind) && (type !== 'number' || (decimalChar === mark && bareNumber !== hasUnit))
}

function grouped(groupChar: string, decimalChar: DecimalMark): PossibleType {
  const pattern = `^[+-]?(?:0|[1-9]\\d{0,2}(?:[${groupChar}]\\d{3})*)(?:[${decimalChar}]\\d+)?$`
  const field = { ...NUMBER, groupChar, ...(decimalChar === ',' && { decimalChar }) }
  return { kinds: MEASURED, test: matching(new RegExp(pattern)), field, exact: 'text' }
}

// A number between signs or letters. Brackets around it would be a minus sign.
function withUnit(decimalChar: DecimalMark): PossibleType {
  const number = `[+-]?(?:0|[1-9]\\d*)(?:[${decimalChar}]\\d+)?`
  const pattern = `^(?!\\s)[^\\d().,+−–-]*${number}[^\\d().,]*(?<!\\s)$`
  const field = { ...NUMBER, ...(decimalChar === ',' && { decimalChar }), bareNumber: false as const }
  return { kinds: MEASURED, test: matching(new RegExp(pattern)), field, exact: 'text' }
}

function plainWith(decimalChar: DecimalMark): Test {
  const fraction = `[${decimalChar}]\\d+`
  const pattern = new RegExp(`^[+-]?(?:(?:0|[1-9]\\d*)(?:${fraction})?|${fraction})(?:[eE][+-]?\\d+)?$`)
  return (text) => pattern.test(text) && !isCodeWithE(text)
}

function matching(pattern: RegExp): Test {
  return (text) => pattern.test(text)
}

const DATE = /^(\d{4})-(\d{2})-(\d{2})$/
const BASIC_DATE = /^(\d{4})(\d{2})(\d{2})$/
const DOTTED_DATE = /^(\d{2})\.(\d{2})\.(\d{4})$/
const TIME = /^T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?Z?$/
const [DATE_CHARS, LONGEST_TIME] = [10, 40]

function isDate(text: string): boolean {
  const [, year, month, day] = DATE.exec(text) ?? []
  if (year === undefined || year === '0000') return false
  const at = new Date(`${year}-${month}-${day}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.getUTCDate() === Number(day)
}

function isBasicDate(text: string): boolean {
  return BASIC_DATE.test(text) && isDate(text.replace(BASIC_DATE, '$1-$2-$3'))
}

function isDottedDate(text: string): boolean {
  return DOTTED_DATE.test(text) && isDate(text.replace(DOTTED_DATE, '$3-$2-$1'))
}

function isDateTime(text: string): boolean {
  return text.length <= LONGEST_TIME && isDate(text.slice(0, DATE_CHARS)) && TIME.test(text.slice(DATE_CHARS))
}

function isInstant(text: string): boolean {
  return /:\d\d(?:\.\d{1,3})?Z$/.test(text) && isDateTime(text)
}

function isJson(text: string, begin: '{' | '['): boolean {
  if (!text.startsWith(begin)) return false
  return attempt(undefined, isBrokenJson, () => parseJson(Buffer.from(text))) !== undefined
}

const LONGEST_LONG = 20

// A whole number of 64 bits that is written as programs write it: `+7` and `-0` would be written differently.
function isLong(text: string): boolean {
  if (text.length > LONGEST_LONG || !/^(?:0|-?[1-9]\d*)$/.test(text)) return false
  return Number.isSafeInteger(Number(text)) || BigInt.asIntN(64, BigInt(text)) === BigInt(text)
}

const DECIMAL = /^(-?)(0|[1-9]\d*)(?:\.(\d+))?(?:[eE]([+-]?\d{1,4}))?$/
const LONGEST_DOUBLE = 400
// Numbers with so few digits are all different as doubles.
const DOUBLE_DIGITS = 15
const PLAIN_DECIMAL = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/

// A number whose double has the same decimal value in its shortest form, whatever its zeros and exponent: `1.50`, not `0.1000000000000000055`.
function isDouble(text: string): boolean {
  if (text.length > LONGEST_DOUBLE || isCodeWithE(text)) return false
  const value = Number(text)
  if (Object.is(value, -0)) return false
  if (text.length <= DOUBLE_DIGITS && PLAIN_DECIMAL.test(text)) return true
  const decimal = decimalOf(text)
  return decimal !== undefined && decimal === decimalOf(String(value))
}

/** A decimal number as its digits and exponent, the same for equal numbers. */
function decimalOf(text: string): string | undefined {
  const [, sign, whole, fraction = '', exponent = '0'] = DECIMAL.exec(text) ?? []
  if (whole === undefined) return undefined
  const digits = (whole + fraction).replace(/^0+/, '')
  const kept = digits.replace(/0+$/, '')
  if (kept === '') return '0'
  return `${sign}${kept}e${Number(exponent) - fraction.length + digits.length - kept.length}`
}
