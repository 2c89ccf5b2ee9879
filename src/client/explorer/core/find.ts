import type { TypedColumn } from './column.ts'
import { fold } from './fold.ts'
import type { ColumnTable } from './table.ts'

/** Maximum number of words; one bit each. */
const MOST_WORDS = 8

/** The rows that contain every word of a text, each in any column, ignoring case. */
export function findRows(
  { columns }: ColumnTable,
  rows: Uint32Array<ArrayBuffer>,
  text: string,
): Uint32Array<ArrayBuffer> {
  const words = fold(text).split(/\s+/).filter(Boolean).slice(0, MOST_WORDS)
  const found = new Uint8Array(rows.length)
  for (const { values, codes } of columns) {
    const marks = marksOf(values, words)
    if (marks)
      for (let at = 0; at < rows.length; at++)
        (found[at] as number) |= marks[codes[rows[at] as number] as number] as number
  }
  const all = 2 ** words.length - 1
  return rows.filter((_, at) => found[at] === all)
}

/** For each value, a bit mask of the words it contains; undefined if none contains any. */
function marksOf(values: TypedColumn['values'], words: readonly string[]): Uint8Array | undefined {
  const marks = new Uint8Array(values.length)
  let isAny = false
  values.forEach((text, code) => {
    if (text === null) return
    const folded = fold(text)
    let mark = 0
    for (let at = 0; at < words.length; at++) if (folded.includes(words[at] as string)) mark |= 1 << at
    marks[code] = mark
    isAny ||= mark !== 0
  })
  return isAny ? marks : undefined
}
