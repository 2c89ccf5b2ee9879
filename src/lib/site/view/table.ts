import { decodeHTMLStrict } from 'entities'
import type { Column, ColumnKind, Reading } from '../../reading/index.ts'
import { readableTime } from '../../reading/profile/date-text.ts'
import { type ColumnOrder, orderColumns } from './column-order.ts'
import { pictureOf } from './column-picture.ts'
import type { Locale } from './locale.ts'
import { type NameParts, ownNamesOf, splitNames } from './shared-name.ts'
import {
  CELL_LIMIT,
  cut,
  htmlText,
  isLong,
  linkedValueOf,
  type NumberPart,
  partsOfNumber,
  partsOfValue,
  plainName,
  plainValue,
  plainValueOf,
  shorten,
  unpadded,
  type ValuePart,
} from './text.ts'

/** One cell: its text without padding, and a note on what was cut. Null if there is no value. */
type Cell = {
  readonly text: string
  /** The text in parts, if some lead to another place. */
  readonly parts?: readonly ValuePart[]
  /** The number in parts, if some have gaps before them or are pale. */
  readonly digits?: readonly NumberPart[]
  /** A page of this mirror that the value names. */
  readonly to?: string
  readonly rest?: string
  /** Whether the value is written differently in the document, although nothing is left out. */
  readonly altered?: true
  /** The value as written, if people read another text in its place: a time or a list. */
  readonly written?: string
  /** What names the record that the value numbers. */
  readonly named?: string
  /** Whether it contains a word that is too long for a column of a printed table. */
  readonly long?: true
} | null

/** One column of the table; `exact` is its name in the document, if it is shown differently. */
interface RecordsColumn {
  readonly name: string
  /** The name in parts, if other columns share some of them. */
  readonly parts?: NameParts
  readonly exact?: string
  readonly kind: ColumnKind
  /** Whether of its times only the days are shown. */
  readonly onlyDays?: true
  /** The unit that its numbers are written with. */
  readonly unit?: string
  /** Numbers that stand for no number. */
  readonly none?: readonly number[]
  /** Whether it has so large quantities that thousands are shown with gaps. */
  readonly grouped?: true
  readonly numeric: boolean
  readonly width: Width
  /** Whether the column is aligned to the right, because its texts run from there. */
  readonly right: boolean
  /** Its position among the columns of the document, counted from 0, if it stands elsewhere in the table. */
  readonly at?: number
  /** What names the records that its values number, from 0. */
  readonly names?: readonly string[]
  /** How its values are spread, drawn small; its words are in the profile of the column. */
  readonly picture?: HeadPicture
  /** Whether its values name the records. At most one column does; it is the first. */
  readonly title?: true
  /** Whether it is hidden until somebody asks for all columns. */
  readonly folded?: true
  /** Whether it stands for its record where there is no room for all columns. */
  readonly main?: true
  /** Whether the name contains a word that is too long for a column of a printed table. */
  readonly long?: true
  /** What it means, and who states that if it is the origin. */
  readonly meaning?: string
}

/** Bars in a box of 160 by 28; of yes and no, one bar as long as the share of yes. */
interface HeadPicture {
  readonly path: string
  readonly stroke: number
  /** The numbers, or times in ms since 1970, between which the bars lie, the step of the values, and which bars there are: a bit for each, the first the lowest. */
  readonly spread?: readonly [from: number, to: number, step: number | null, bars: number]
}

/** The room that the text of a column needs: for a mark, a word, a phrase, a sentence, a paragraph. */
type Width = 'xs' | 's' | 'm' | 'l' | 'xl'

/** Fewer records are seen at a glance; further columns have no picture, to keep pages small. */
const [LEAST_PICTURED, MOST_PICTURES] = [20, 30]
/** The columns that a sheet has room for, and how many records of a table with more are printed (`print.css`). */
const [MOST_ON_PAPER, ON_PAPER] = [12, 20]
/** As above, where one record may take more than a sheet. */
const [MOST_ON_A_SHEET, FEW_ON_PAPER] = [100, 3]
/** A table of very many columns shows fewer records, to keep pages small, but so many at least. */
const [MOST_CELLS, LEAST_ROWS] = [20_000, 10]
const NUMERIC: ReadonlySet<Column['kind']> = new Set([
  'number',
  'year',
  'identifier',
  'latitude',
  'longitude',
])

export type RecordsTable = NonNullable<ReturnType<typeof recordsTableOf>>

/** The first records of a reading as a table; undefined if it has none. */
export function recordsTableOf(locale: Locale, reading: Reading) {
  if (reading.count === 0 || reading.rows.length === 0 || reading.columns.length === 0) return undefined
  const arranged = orderColumns(reading)
  const names = splitNames(reading.columns.map(({ name }) => showName(locale, name)))
  const columns = arranged.order.flatMap((at, place): RecordsColumn | [] => {
    const column = reading.columns[at]
    if (column === undefined) return []
    const isPictured = reading.count >= LEAST_PICTURED && place < MOST_PICTURES
    const picture = isPictured ? headPictureOf(locale, column) : undefined
    return {
      ...columnOf(reading, column, names[at] as NameParts, at, arranged),
      ...meaningIn(locale, column),
      ...(at !== place && { at }),
      ...(picture && { picture }),
    }
  })
  const rows = reading.rows.slice(0, Math.max(LEAST_ROWS, Math.floor(MOST_CELLS / columns.length)))
  const shown = rows.length
  const printed = columns.length > MOST_ON_A_SHEET ? FEW_ON_PAPER : ON_PAPER
  const cells = rows.map((row) =>
    arranged.order.map((at) => cellOf(locale, row[at] ?? null, reading.columns[at])),
  )
  const isAllExact = rows.every((row, record) =>
    arranged.order.every((at, place) => isExact(cells[record]?.[place], row[at] ?? null)),
  )
  return {
    caption:
      shown < reading.count
        ? locale.words.table.recordsFirst(shown, reading.count)
        : locale.words.table.recordsAll(reading.count),
    /** A note on how many records are printed, for a table that is printed record by record. */
    ...(isPrintedByRecord(columns) && shown > printed && { onPaper: locale.words.table.onPaper(printed) }),
    count: reading.count,
    /** Whether the rows are complete and exact: no record, column or part of a cell is left out, and each altered value is there as written too. */
    whole: shown === reading.count && !reading.moreColumns && isAllExact,
    /** In the order they are shown. */
    columns,
    /** What shows all columns, if some are folded or have no room on a phone. */
    ...((arranged.folded.length > 0 || arranged.main.length > 0) && {
      allColumns: locale.words.table.allColumns(columns.length),
    }),
    /** What shows whole texts, if a text may be cut. */
    ...(mayBeCut(reading) && { wholeTexts: locale.words.table.wholeTexts }),
    rows: cells,
  }
}

// Whether `print.css` prints record by record: more columns than a sheet is wide, or long nested values.
function isPrintedByRecord(columns: readonly RecordsColumn[]): boolean {
  return columns.length > MOST_ON_PAPER || columns.some(({ kind, folded }) => kind === 'nested' && folded)
}

function headPictureOf(locale: Locale, column: Column): HeadPicture | undefined {
  const picture = pictureOf(locale, column, column.name)
  if (picture === undefined) return undefined
  if (picture.kind === 'truth') return { path: `M0 25h${picture.yes}`, stroke: 6 }
  const { histogram } = column
  if (histogram === undefined) return picture.bars
  const { from, to, step = null, counts } = histogram
  const bars = counts.reduce((bits, count, at) => (count > 0 ? bits | (1 << at) : bits), 0)
  return { ...picture.bars, spread: [from, to, step, bars] }
}

function columnOf(
  { rows }: Reading,
  column: Column,
  parts: NameParts,
  at: number,
  { title, folded, main }: ColumnOrder,
): RecordsColumn {
  const { name, kind, onlyDays, unit, standIns } = column
  const shown = parts.before + parts.own + parts.after
  return {
    name: shown,
    ...(parts.own !== shown && { parts }),
    ...(shown !== name && { exact: name.toWellFormed() }),
    kind,
    ...(onlyDays && { onlyDays }),
    ...(unit !== undefined && { unit }),
    ...(standIns && { none: standIns }),
    ...(isGrouped(column) && { grouped: true as const }),
    ...(column.refersTo?.names && { names: column.refersTo.names.map(htmlText) }),
    ...(isLong(name) && { long: true as const }),
    numeric: NUMERIC.has(kind),
    width: widerOf(NUMERIC.has(kind) ? 'xs' : widthOf(rows, at), widthOfHead(parts)),
    right: standsRight(
      name,
      rows.map((row) => row[at] ?? null),
    ),
    ...(at === title && { title: true as const }),
    ...(folded.includes(at) && { folded: true as const }),
    ...(main.includes(at) && { main: true as const }),
  }
}

/** Fewer digits are read without gaps. */
const LARGE = /^\D?\d{5}/

/** Whether the numbers of a column are long enough for gaps between thousands. */
export function isGrouped({ min = '', max = '', kind }: Column): boolean {
  return kind === 'number' && (LARGE.test(min.trim()) || LARGE.test(max.trim()))
}

// Whether a reader of the page has the value as the document wrote it.
function isExact(cell: Cell | undefined, text: string | null): boolean {
  if (cell === null || cell === undefined) return text === null
  return cell.rest === undefined && (cell.written ?? cell.text) === text
}

/** A text of up to this many characters fits into a cell of any table, on any screen. */
const FITTING = 20

/** The kinds of values that may be longer in records that are not shown. Only of texts and codes the longest is known. */
const OF_ANY_LENGTH: ReadonlySet<Column['kind']> = new Set(['text', 'code', 'link', 'email', 'nested'])

function mayBeCut({ rows, count, columns }: Reading): boolean {
  const isCutElsewhere = ({ kind, texts }: Column) =>
    OF_ANY_LENGTH.has(kind) && (texts?.longest ?? Number.POSITIVE_INFINITY) > FITTING
  return hasLongTexts(rows) || (rows.length < count && columns.some(isCutElsewhere))
}

/** Whether a cell may be too narrow for one of these texts. */
export function hasLongTexts(rows: Reading['rows']): boolean {
  return rows.some((row) => row.some((text) => text !== null && unpadded(text).length > FITTING))
}

function widthOf(rows: Reading['rows'], at: number): Width {
  let longest = 0
  for (const row of rows) longest = Math.max(longest, unpadded(row[at] ?? '').length)
  if (longest <= 4) return 'xs'
  if (longest <= 10) return 's'
  if (longest <= 24) return 'm'
  return longest <= 80 ? 'l' : 'xl'
}

const WIDTHS: readonly Width[] = ['xs', 's', 'm', 'l', 'xl']

function widerOf(a: Width, b: Width): Width {
  return WIDTHS.indexOf(a) < WIDTHS.indexOf(b) ? b : a
}

// A head of one column makes the heads of all as high as itself, so a long name has few lines.
function widthOfHead({ before, own, after, long }: NameParts): Width {
  const length = long ? own.length + after.length : before.length + own.length + after.length
  if (length <= 20) return long ? 's' : 'xs'
  if (length <= 32) return 'm'
  return length <= 55 ? 'l' : 'xl'
}

function cellOf(locale: Locale, text: string | null, column: Column | undefined): Cell {
  if (text === null) return null
  const time = column && readableTime(text, column)
  if (time !== undefined) return { text: time, altered: true, written: text.trim() }
  const kind = column?.kind
  const bare = plainValueOf(kind, text, decodeHTMLStrict, column?.name)
  const shown = cut(locale, kind && NUMERIC.has(kind) ? bare.trim() : bare, CELL_LIMIT)
  const parts = kind
    ? partsOfValue(kind, linkedValueOf(kind, text, decodeHTMLStrict, column?.name), shown.text)
    : []
  const named = column?.refersTo?.names?.[Number(text)]
  const digits = column && NUMERIC.has(column.kind) ? partsOfNumber(shown.text, isGrouped(column)) : []
  return {
    ...shown,
    ...(parts.length > 0 && { parts }),
    ...(digits.length > 0 && { digits }),
    ...(named !== undefined && { named: htmlText(named) }),
    ...(shown.rest === undefined &&
      shown.text !== text && { altered: true as const, ...(kind === 'nested' && { written: text.trim() }) }),
    ...(isLong(shown.text) && { long: true as const }),
  }
}

const LETTER = /\p{L}/u
/** The blocks of the scripts that are written from right to left (Unicode, DerivedBidiClass: R and AL). */
const FROM_RIGHT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u

/** Whether a text runs from right to left: its first letter decides, as it does with `dir="auto"` (HTML, 3.2.6.4). */
function isFromRight(text: string): boolean {
  return FROM_RIGHT.test(text) && FROM_RIGHT.test(LETTER.exec(text)?.[0] ?? '')
}

/** Whether a column is aligned to the right: most of its texts run from there, or, if none has a letter, its name does. */
function standsRight(name: string, texts: readonly (string | null)[]): boolean {
  let balance = 0
  for (const text of texts) if (text !== null && LETTER.test(text)) balance += isFromRight(text) ? 1 : -1
  return balance === 0 ? isFromRight(name) : balance > 0
}

/** What a column means, and that the origin states it, if it is not the config. */
export interface StatedMeaning {
  readonly text: string
  /** `as the origin states` */
  readonly by?: string
}

/** What a column means, as the config states it, else the document. */
export function meaningOf({ words }: Locale, { meaning, description }: Column): StatedMeaning | undefined {
  if (meaning !== undefined) return { text: meaning }
  return description === undefined ? undefined : { text: plainValue(description), by: words.columns.stated }
}

function meaningIn(locale: Locale, column: Column): Pick<RecordsColumn, 'meaning'> {
  const meaning = meaningOf(locale, column)
  return meaning ? { meaning: meaningText(meaning) } : {}
}

/** A meaning as one text. */
export function meaningText({ text, by }: StatedMeaning): string {
  return by === undefined ? text : `${text} (${by})`
}

const NAME_LIMIT = 120

/** The name of a column, cut if it is long. */
export function showName(locale: Locale, name: string): string {
  return shorten(plainName(name, decodeHTMLStrict) || locale.words.unnamed, NAME_LIMIT)
}

/** The own part of a column's name; the whole name if another column has the same part. */
export function ownNameOf(locale: Locale, columns: readonly Column[], name: string): string {
  const names = columns.map((column) => showName(locale, column.name))
  return ownNamesOf(names)[columns.findIndex((column) => column.name === name)] ?? showName(locale, name)
}
