import { cellText, isMembers, mayHavePaging, type Value } from '../reading/index.ts'
import { namePrior, OWN_NAME } from './field.ts'

/** The cells of a row. */
export type RowCells = readonly Value[]

/** Rows of cells: the names of their columns, those that are entries, and others. */
interface SeparateRows {
  readonly names: readonly string[]
  /** Each row with the single cell of a row above it, as of the name of a group. */
  readonly rows: readonly { readonly cells: RowCells; readonly group?: string }[]
  /** Rows that lack cells: titles, names of groups, sums, or entries. */
  readonly odd: readonly RowCells[]
}

/** With more rows that lack cells, these are as good as others. */
const MOST_ODD = 100

/**
 * Separates rows that are entries from others. The first one names the columns if it has such a name; where the header is repeated, it is no row. A row lacks cells if it
 * has at most half as many as most others, or ends before them; the last row may be a total. `header`: the names that are known, `isOwn` if they were the first of these
 * rows.
 */
export function separateRows(
  all: readonly RowCells[],
  header: readonly string[],
  isOwn: boolean,
): SeparateRows {
  const filled = all.filter((cells) => lengthOf(cells) > 0)
  const counted = isOwn && header.length > 0 ? [header, ...filled] : filled
  const most = commonest(counted.map((cells) => cells.filter((cell) => textOf(cell) !== '').length))
  const length = commonest(counted.map(lengthOf))
  const isShort = (cells: RowCells) =>
    (cells === filled.at(-1) && mayHavePaging(cells.map(textOf))) ||
    cells.filter((cell) => textOf(cell) !== '').length * 2 <= most ||
    lengthOf(cells) < length
  const short = new Set(filled.filter(isShort))
  const areOdd = short.size * 2 <= counted.length && short.size <= MOST_ODD
  const odd: RowCells[] = []
  const rows: { cells: RowCells; group?: string }[] = []
  let names = isOwn && areOdd && isOddHeader(header, most) ? [] : header
  let group: string | undefined
  for (const cells of filled) {
    const texts = cells.map(textOf)
    if (texts.every((text, at) => text === (names[at] ?? '')) && texts.some((text) => text !== '')) continue
    if (rows.length === 0 && (names.length === 0 || !isOwn) && isHeader(texts)) {
      names = texts
      continue
    }
    if (!areOdd || !short.has(cells)) rows.push({ cells, ...(group !== undefined && { group }) })
    else {
      odd.push(cells)
      const [only, ...more] = texts.filter((text) => text !== '')
      group = more.length === 0 ? only : undefined
    }
  }
  return { names, rows, odd: isOwn && header.length > 0 && names !== header ? [header, ...odd] : odd }
}

function isOddHeader(header: readonly string[], most: number): boolean {
  return header.length > 0 && header.filter((name) => name.trim() !== '').length * 2 <= most
}

/** Whether some cells name columns: one is named as codes are. */
function isHeader(texts: readonly string[]): boolean {
  const filled = texts.filter((text) => text !== '')
  const named = filled.filter((text) => namePrior(text) >= OWN_NAME)
  const others = filled.filter((text) => !named.includes(text))
  return (
    named.length > 0 && new Set(filled).size === filled.length && !others.some((text) => /^\d/.test(text))
  )
}

function lengthOf(cells: RowCells): number {
  return cells.findLastIndex((cell) => textOf(cell) !== '') + 1
}

function textOf(cell: Value): string {
  return Array.isArray(cell) || isMembers(cell) ? '…' : (cellText(cell) ?? '').trim()
}

// The number that at least half of these are, the larger of two; 0 if there is none.
function commonest(numbers: readonly number[]): number {
  const counts = [...Map.groupBy(numbers, (number) => number)]
  const common = counts.filter(([, same]) => same.length > 1 && same.length * 2 >= numbers.length)
  return Math.max(0, ...common.map(([number]) => number))
}
