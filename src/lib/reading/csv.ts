import type { Value } from './types.ts'
import { isMembers, isNested, isNumeral, walkValue } from './value.ts'

/** The beginning of a csv file, so spreadsheets recognise UTF-8; readers remove it (Tabular Data Model, 8, "strip a BOM"). */
export const CSV_BOM = '\ufeff'

// A value with leading or trailing white space is quoted too, since some readers trim unquoted ones.
const QUOTED = /[",\r\n]|^\s|\s$|^$/

/**
 * One record as a line of csv (RFC 4180): null is an empty cell, an empty text is `""`. The only value of a record is `""` in either case,
 * since most readers skip empty lines.
 */
export function csvLine(cells: readonly (string | null | undefined)[]): string {
  if (cells.length === 1) return `${quote(cells[0] ?? '')}\r\n`
  let line = ''
  for (let at = 0; at < cells.length; at++) {
    const cell = cells[at]
    if (at > 0) line += ','
    if (cell !== null && cell !== undefined) line += quote(cell)
  }
  return `${line}\r\n`
}

function quote(text: string): string {
  return QUOTED.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

const QUOTE = 0x22
const COMMA = 0x2c
const LINE_FEED = 0x0a
const RETURN = 0x0d
const BLANK = /\s/
const MARK_BYTES = 3
const LINE_END_BYTES = 2
const EMPTY_BYTES = 2

/** The names of the columns of a csv, with the number and total bytes of their values. */
interface CsvColumns {
  readonly names: readonly string[]
  readonly values: number
  readonly bytes: number
}

/** The size in bytes of a csv with this many records, including its byte order mark and header, without writing it. */
export function csvBytes(records: number, { names, values, bytes }: CsvColumns): number {
  const head = names.reduce((sum, name) => sum + textBytes(name), 0)
  // A line with a single cell is never empty.
  const empty = names.length === 1 ? (records - values) * EMPTY_BYTES : 0
  const frame = (names.length - 1 + LINE_END_BYTES) * (records + 1)
  return MARK_BYTES + head + frame + bytes + empty
}

/** The bytes of a text in UTF-8 as written by `csvLine`; lone surrogates become U+FFFD. */
export function textBytes(text: string): number {
  if (text === '') return EMPTY_BYTES
  const { bytes, quotes, isQuoted } = measure(text)
  const isPadded = isBlank(text, 0) || isBlank(text, text.length - 1)
  return quotes > 0 || isQuoted || isPadded ? bytes + quotes + 2 : bytes
}

/** The bytes of the json of an array or an object as written by `csvLine`. */
export function nestedBytes(value: Value): number {
  let bytes = 0
  let quotes = 0
  let separators = 0
  const take = (json: string) => {
    const part = measure(json)
    bytes += part.bytes
    quotes += part.quotes
  }
  const begin = (name: string | undefined) => {
    if (name !== undefined) {
      take(JSON.stringify(name))
      bytes++
    }
  }
  // All members and items but the first follow a comma.
  walkValue(value, undefined, {
    open(container, name) {
      begin(name)
      const length = isMembers(container) ? container.members.length : (container as readonly Value[]).length
      separators += length - 1
      bytes += 2
    },
    close() {},
    leaf(leaf, name) {
      begin(name)
      if (isNested(leaf)) bytes += 2
      else if (typeof leaf === 'string') take(JSON.stringify(leaf))
      else bytes += leaf !== null && isNumeral(leaf) ? leaf.numeral.length : String(leaf).length
    },
  })
  const all = bytes + separators + quotes
  return separators > 0 || quotes > 0 ? all + 2 : all
}

function measure(text: string): { bytes: number; quotes: number; isQuoted: boolean } {
  let bytes = text.length
  let quotes = 0
  let isQuoted = false
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    if (unit < 0x80) {
      if (unit === QUOTE) quotes++
      else if (unit === COMMA || unit === LINE_FEED || unit === RETURN) isQuoted = true
    } else if (unit < 0x800) bytes++
    else {
      bytes += 2
      if (isPair(text, unit, at)) at++
    }
  }
  return { bytes, quotes, isQuoted }
}

function isPair(text: string, unit: number, at: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff && (text.charCodeAt(at + 1) & 0xfc00) === 0xdc00
}

function isBlank(text: string, at: number): boolean {
  const unit = text.charCodeAt(at)
  return (unit <= 0x20 || unit >= 0xa0) && BLANK.test(text.charAt(at))
}
