import { isBrokenJson, parseJson } from '../json/bounded.ts'

/** A type of Table Schema (Data Package 2.0) that every value of a column has. */
type FieldType =
  | 'string'
  | 'integer'
  | 'number'
  | 'boolean'
  | 'year'
  | 'yearmonth'
  | 'date'
  | 'datetime'
  | 'object'
  | 'array'

type Test = (text: string) => boolean

// The lexical forms of Table Schema's default formats. A number with zeros before it is a code, which would lose them.
const TESTS: readonly (readonly [FieldType, Test])[] = [
  ['year', matching(/^[12]\d{3}$/)],
  ['integer', matching(/^[+-]?(?:0|[1-9]\d*)$/)],
  ['number', matching(/^[+-]?(?:(?:0|[1-9]\d*)(?:\.\d+)?|\.\d+)(?:[eE][+-]?\d+)?$/)],
  ['boolean', matching(/^(?:true|True|TRUE|false|False|FALSE)$/)],
  ['yearmonth', matching(/^\d{4}-(?:0[1-9]|1[0-2])$/)],
  ['date', isDate],
  ['datetime', isDateTime],
  ['object', (text) => text.startsWith('{') && isJson(text)],
  ['array', (text) => text.startsWith('[') && isJson(text)],
]
const LONGEST_TIME = 40
const DATE = /^(\d{4})-(\d{2})-(\d{2})$/
const TIME = /^T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?Z?$/
const DATE_CHARS = 10

/** Finds the types of the columns of a table from all of its cells. */
interface FieldTypes {
  add(cells: readonly (string | null | undefined)[]): void
  /** The type of each column that was met; `string` for any other text, and for columns without a value. */
  types(): readonly FieldType[]
}

/** Begins to find types. Null and empty cells are no values. */
export function openFieldTypes(): FieldTypes {
  const columns: (readonly (readonly [FieldType, Test])[] | undefined)[] = []
  return {
    add(cells) {
      for (let at = 0; at < cells.length; at++) {
        const cell = cells[at]
        if (cell === null || cell === undefined || cell === '') continue
        const able = columns[at] ?? TESTS
        if (able.length > 0) columns[at] = able.filter(([, test]) => test(cell))
      }
    },
    types: () => Array.from(columns, (able) => able?.[0]?.[0] ?? 'string'),
  }
}

function matching(pattern: RegExp): Test {
  return (text) => pattern.test(text)
}

function isDate(text: string): boolean {
  const [, year, month, day] = DATE.exec(text) ?? []
  if (year === undefined || year === '0000') return false
  const at = new Date(`${year}-${month}-${day}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.getUTCDate() === Number(day)
}

function isDateTime(text: string): boolean {
  return text.length <= LONGEST_TIME && isDate(text.slice(0, DATE_CHARS)) && TIME.test(text.slice(DATE_CHARS))
}

function isJson(text: string): boolean {
  try {
    parseJson(Buffer.from(text))
    return true
  } catch (error) {
    if (isBrokenJson(error)) return false
    throw error
  }
}
