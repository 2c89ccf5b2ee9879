import { isBlank } from './column.ts'
import { fold, selectRows } from './filter.ts'
import type { ColumnTable } from './table.ts'
import type { Filter } from './view.ts'

/** The values of a column in rows that pass the other filters, most frequent first. */
export interface ValueCounts {
  /** At most the requested number. Null counts the rows without a value. */
  readonly values: readonly { readonly text: string | null; readonly count: number }[]
  /** Number of distinct values; all blank ones count as one. */
  readonly different: number
  /** The first and last value in the order of the column, unless it is text order. */
  readonly min?: string
  readonly max?: string
}

/** Counts the values of a column that contain a text; an empty text matches all. */
export function countValues(
  table: ColumnTable,
  filters: readonly Filter[],
  at: number,
  looked: string,
  most: number,
): ValueCounts {
  const column = table.columns[at]
  if (!column) return { values: [], different: 0 }
  const { values, codes } = column
  const counts = new Uint32Array(values.length)
  for (const row of selectRows(
    table,
    filters.filter((filter) => filter.column !== at),
  ))
    (counts[codes[row] as number] as number)++
  let blank = 0
  const filled: number[] = []
  const part = fold(looked)
  counts.forEach((count, code) => {
    if (count === 0) return
    const text = values[code] ?? null
    if (isBlank(text)) blank += count
    else if (part === '' || fold(text as string).includes(part)) filled.push(code)
  })
  const top = filled.sort((a, b) => (counts[b] as number) - (counts[a] as number) || a - b).slice(0, most)
  const hasBlank = blank > 0 && part === ''
  return {
    values: [
      ...top.map((code) => ({ text: values[code] ?? null, count: counts[code] as number })),
      ...(hasBlank ? [{ text: null, count: blank }] : []),
    ],
    different: filled.length + (hasBlank ? 1 : 0),
  }
}
