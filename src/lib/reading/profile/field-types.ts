import { attempt } from '../../interface/attempt.ts'
import { isBrokenJson, parseJson } from '../json/bounded.ts'
import { isCodeWithE } from './text-kind.ts'

/** A type of Table Schema (Data Package 2.0) that every value of a column has, in some cases with a form that properties state. */
type FieldType =
  | 'string'
  | 'integer'
  | 'number'
  /** A number with a decimal comma. */
  | 'comma-number'
  /** A number with one character between thousands, and with either decimal mark: that of the reading of the column. */
  | 'space-groups'
  | 'nbsp-groups'
  | 'comma-groups'
  | 'dot-groups'
  /** A number between signs or letters, with either decimal mark. */
  | 'unit-number'
  | 'boolean'
  | 'year'
  | 'yearmonth'
  | 'date'
  /** A date as `31.12.2024`. */
  | 'dotted-date'
  | 'datetime'
  | 'object'
  | 'array'

type Test = (text: string) => boolean

/** Types from the narrowest on, each with the cells that have it. */
type Tests<Type extends string> = readonly (readonly [Type, Test])[]

// The lexical forms of Table Schema's default formats, and two others. A number with zeros before it is a code, which would lose them.
const FIELD_TESTS: Tests<FieldType> = [
  ['year', matching(/^[12]\d{3}$/)],
  ['integer', matching(/^[+-]?(?:0|[1-9]\d*)$/)],
  ['number', matchingNumber(/^[+-]?(?:(?:0|[1-9]\d*)(?:\.\d+)?|\.\d+)(?:[eE][+-]?\d+)?$/)],
  ['comma-groups', matching(/^[+-]?[1-9]\d{0,2}(?:,\d{3})*(?:\.\d+)?$|^0(?:\.\d+)?$/)],
  ['comma-number', matchingNumber(/^[+-]?(?:0|[1-9]\d*)(?:,\d+)?(?:[eE][+-]?\d+)?$/)],
  ['dot-groups', matching(/^[+-]?[1-9]\d{0,2}(?:\.\d{3})*(?:,\d+)?$|^0(?:,\d+)?$/)],
  ['space-groups', matching(/^[+-]?(?:0|[1-9]\d{0,2}(?: \d{3})*)(?:[.,]\d+)?$/)],
  ['nbsp-groups', matching(/^[+-]?(?:0|[1-9]\d{0,2}(?:\u00a0\d{3})*)(?:[.,]\d+)?$/)],
  // Before numbers with a unit, since brackets around one number would be a unit.
  ['object', (text) => text.startsWith('{') && isJson(text)],
  ['array', (text) => text.startsWith('[') && isJson(text)],
  ['unit-number', matching(/^(?!\s)[^\d().,+−–-]*[+-]?(?:0|[1-9]\d*)(?:[.,]\d+)?[^\d().,]*(?<!\s)$/)],
  ['boolean', matching(/^(?:true|True|TRUE|false|False|FALSE)$/)],
  ['yearmonth', matching(/^\d{4}-(?:0[1-9]|1[0-2])$/)],
  ['date', isDate],
  ['dotted-date', isDottedDate],
  ['datetime', isDateTime],
]
const LONGEST_TIME = 40
const DATE = /^(\d{4})-(\d{2})-(\d{2})$/
const TIME = /^T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?Z?$/
const DATE_CHARS = 10
const DOTTED_DATE = /^(\d{2})\.(\d{2})\.(\d{4})$/

/** Finds the types of the columns of a table from all of its cells. */
interface ColumnTypes<Type extends string> {
  add(cells: readonly (string | null | undefined)[]): void
  /** The type of each column that was met: that of text if no other fits every cell, or if it has none. */
  types(): readonly Type[]
}

/** Begins to find types for a Data Package. Null and empty cells are no values; `string` for any other text. */
export function openFieldTypes(): ColumnTypes<FieldType> {
  return openTypes(FIELD_TESTS, 'string', (cell) => cell !== '')
}

/** A type in which every cell of a column is stored as the same value; `text` for any other column. */
export type ExactType = 'text' | 'integer' | 'number' | 'boolean' | 'date' | 'instant'

// An empty text is a value here: stored as one of another type, it would become null.
const EXACT_TESTS: Tests<ExactType> = [
  ['integer', isLong],
  ['number', isDouble],
  ['boolean', matching(/^(?:true|false)$/)],
  ['date', isDate],
  ['instant', (text) => /:\d\d(?:\.\d{1,3})?Z$/.test(text) && isDateTime(text)],
]

/** Begins to find exact types. Only null is no value. */
export function openExactTypes(): ColumnTypes<ExactType> {
  return openTypes(EXACT_TESTS, 'text', () => true)
}

function openTypes<Type extends string>(
  tests: Tests<Type>,
  text: Type,
  isValue: (cell: string) => boolean,
): ColumnTypes<Type> {
  const columns: (Tests<Type> | undefined)[] = []
  return {
    add(cells) {
      for (let at = 0; at < cells.length; at++) {
        const cell = cells[at]
        if (cell === null || cell === undefined || !isValue(cell)) continue
        const able = columns[at] ?? tests
        columns[at] = able
        if (!able.every(([, test]) => test(cell))) columns[at] = able.filter(([, test]) => test(cell))
      }
    },
    types: () => Array.from(columns, (able) => able?.[0]?.[0] ?? text),
  }
}

function matching(pattern: RegExp): Test {
  return (text) => pattern.test(text)
}

function matchingNumber(pattern: RegExp): Test {
  return (text) => pattern.test(text) && !isCodeWithE(text)
}

function isDate(text: string): boolean {
  const [, year, month, day] = DATE.exec(text) ?? []
  if (year === undefined || year === '0000') return false
  const at = new Date(`${year}-${month}-${day}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.getUTCDate() === Number(day)
}

function isDottedDate(text: string): boolean {
  const [, day, month, year] = DOTTED_DATE.exec(text) ?? []
  return day !== undefined && isDate(`${year}-${month}-${day}`)
}

function isDateTime(text: string): boolean {
  return text.length <= LONGEST_TIME && isDate(text.slice(0, DATE_CHARS)) && TIME.test(text.slice(DATE_CHARS))
}

function isJson(text: string): boolean {
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
