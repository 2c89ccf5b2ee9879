import { parseDate } from '../profile/date-text.ts'
import { readNumber } from '../profile/number-text.ts'
import { readNone } from '../profile/stated-text.ts'
import type { ReadRecord } from '../types.ts'
import { cellText, isNested } from '../value.ts'

/** Records that are compared with the first one: how many there are at least, and at most, and how long they are together. */
const [LEAST_BELOW, MOST_BELOW, MOST_CHARS] = [3, 50, 1_000_000]
/** With fewer columns, chance decides. */
const LEAST_COLUMNS = 3
/** Words of a table in which something does not apply. */
const NO_UNIT = /^[xх×]$/iu

type Visit = (record: ReadRecord) => void

/**
 * Visits records without the first one, if that is a second row of the heading of their table: the numbers of the columns (`1`, `2`,
 * `3=1+2`, in Russian tables also `А`, `1`, `2`), their names, or their units. Call `end` after the last record: it returns that row.
 */
export function skipHeading(visit: Visit): { add: Visit; end(): ReadRecord | undefined } {
  let first: ReadRecord[] | undefined = []
  let chars = 0
  let heading: ReadRecord | undefined
  const begin = () => {
    const [top, ...below] = first ?? []
    first = undefined
    if (top === undefined) return
    if (!isHeading(top, below)) visit(top)
    else heading = top
    // The columns are those of the first record, in its order.
    for (const [at, record] of below.entries())
      visit(at === 0 && heading ? withColumns(heading, record) : record)
  }
  return {
    add(record) {
      if (first === undefined) return visit(record)
      first.push(record)
      for (const value of record.values())
        chars += typeof value === 'string' ? value.length : isNested(value) ? MOST_CHARS : 0
      if (first.length > MOST_BELOW || chars >= MOST_CHARS) begin()
    },
    end() {
      begin()
      return heading
    },
  }
}

function withColumns(heading: ReadRecord, record: ReadRecord): ReadRecord {
  const columns = [...heading.keys()].map((name) => [name, record.get(name) ?? null] as const)
  return new Map([...columns, ...record])
}

function isHeading(first: ReadRecord, below: readonly ReadRecord[]): boolean {
  if (below.length < LEAST_BELOW) return false
  const columns = [...first.keys()].map((name) => ({
    name,
    top: textIn(first, name),
    cells: below.map((record) => textIn(record, name)).filter((cell) => cell !== ''),
  }))
  const filled = columns.filter(({ top }) => top !== '')
  if (columns.length < LEAST_COLUMNS || filled.length === 0) return false
  const measured = columns.filter(({ cells }) => cells.length > 0 && cells.every(isMeasured))
  const named = columns.filter((column) => !measured.includes(column))
  if (filled.every(({ name, top }) => top === name.trim())) return true
  if (areNumbered(filled.map(({ top }) => top)) && filled.length === columns.length) return named.length > 0
  const areUnits = measured.every(({ top }) => top !== '' && !isMeasured(top) && isWord(top))
  return measured.length > 1 && areUnits && named.every(({ top }) => top === '')
}

function textIn(record: ReadRecord, name: string): string {
  return cellText(record.get(name) ?? null)?.trim() ?? ''
}

/** Whether a text is a number or a date, or states that there is none. */
export function isMeasured(text: string): boolean {
  if (readNone(text) !== undefined || readNumber(text, '.') !== undefined) return true
  return readNumber(text, ',') !== undefined || parseDate(text, 'day') !== undefined
}

function isWord(text: string): boolean {
  return readNone(text) === undefined && !NO_UNIT.test(text)
}

// Whether texts are numbers from 1 on, after letters from the first one on.
function areNumbered(texts: readonly string[]): boolean {
  const letters = texts.indexOf('1')
  if (letters < 0) return false
  const areLetters = ['абвгд', 'abcde'].some((alphabet) =>
    texts.slice(0, letters).every((text, at) => text.toLowerCase() === alphabet[at]),
  )
  const numbers = texts.slice(letters).map((text) => /^\d+(?=$| ?[=(])/.exec(text)?.[0])
  return areLetters && numbers.every((number, at) => number === `${at + 1}`)
}
