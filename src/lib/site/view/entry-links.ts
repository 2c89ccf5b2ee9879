import type { DatasetEntry } from '../../catalogue/index.ts'
import { datasetResource, findDatasetLinks } from '../../interface/index.ts'
import type { Reading } from '../../reading/index.ts'
import { titleOf } from './entry-text.ts'
import { type Page, relativeLink } from './link.ts'
import type { Mirror } from './mirror.ts'
import type { RecordsTable } from './table.ts'
import { oneLine } from './text.ts'

/** How much of a title is shown, as of any other cell. */
const LONGEST = 240

type Row = Reading['rows'][number]

/** Adds links to the table of a list: each entry that names a dataset of this mirror links to its page. */
export function linkEntries(
  mirror: Mirror,
  page: Page,
  { rows, columns }: Reading,
  table: RecordsTable,
): RecordsTable {
  const entries = new Map<string, DatasetEntry>(mirror.catalogue.datasets.map((entry) => [entry.code, entry]))
  const { field } = mirror.manifest.codes
  const named = columns.findIndex(({ name }) => field?.operation === 'list' && field.name === name)
  const ofCodes = named >= 0 ? named : codeColumnOf(rows, columns.length, entries)
  return {
    ...table,
    rows: table.rows.map((cells, at) => {
      const row = rows[at] ?? []
      const entry = entryOf(row, ofCodes, entries)
      if (entry === undefined) return cells
      const name = nameCellOf(row, ofCodes, cells, entry)
      const to = relativeLink(page, datasetResource(entry.code))
      const isTitle = row[name]?.trim() === entry.title.trim()
      return cells.map((cell, column) =>
        column === name && cell ? { text: isTitle ? oneLine(titleOf(entry), LONGEST) : cell.text, to } : cell,
      )
    }),
  }
}

// The column that names the most datasets, each at most once.
function codeColumnOf(
  rows: readonly Row[],
  width: number,
  entries: ReadonlyMap<string, DatasetEntry>,
): number {
  const found = Array.from({ length: width }, (_, column) => {
    const codes = rows.map((row) => row[column]?.trim() ?? '').filter((code) => entries.has(code))
    return { column, count: new Set(codes).size === codes.length ? codes.length : 0 }
  })
  const best = found.reduce((a, b) => (b.count > a.count ? b : a), { column: -1, count: 0 })
  return best.count * 2 >= rows.length ? best.column : -1
}

function entryOf(
  row: Row,
  ofCodes: number,
  entries: ReadonlyMap<string, DatasetEntry>,
): DatasetEntry | undefined {
  const named = entries.get(row[ofCodes]?.trim() ?? '')
  if (named) return named
  const linked = new Set(row.flatMap((text) => findDatasetLinks(text ?? '').map(({ code }) => code)))
  const [only] = [...linked].filter((code) => entries.has(code))
  return linked.size === 1 && only !== undefined ? entries.get(only) : undefined
}

// The title, else the code, else the first text that is not a link, else the first text.
function nameCellOf(
  row: Row,
  ofCodes: number,
  cells: RecordsTable['rows'][number],
  entry: DatasetEntry,
): number {
  const choices = [
    row.findIndex((text) => text !== null && text.trim() === entry.title.trim()),
    cells[ofCodes]?.href === undefined ? ofCodes : -1,
    cells.findIndex((cell) => cell && cell.text !== '' && cell.href === undefined),
  ]
  return choices.find((column) => column >= 0) ?? cells.findIndex((cell) => cell && cell.text !== '')
}
