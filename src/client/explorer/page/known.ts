import type { ColumnKind } from '../../../lib/reading/types.ts'
import type { KnownColumn } from '../core/table.ts'

/** The records on the static page. */
export interface PageTable {
  readonly columns: readonly (KnownColumn & { readonly className: string })[]
  readonly count: number
  /** Whether every record has a row, even if some cells are cut. */
  readonly isAll: boolean
  /** All rows, if the page has them exactly. */
  readonly rows?: readonly (readonly (string | null)[])[]
}

/** Reads the static table of a page. */
export function readKnown(root: HTMLElement, table: HTMLTableElement): PageTable {
  const heads = [...table.querySelectorAll<HTMLElement>('thead th[data-kind]')]
  const columns = heads.map(({ dataset, textContent, className }) => ({
    name: dataset.name ?? textContent ?? '',
    kind: (dataset.kind ?? 'text') as ColumnKind,
    className,
  }))
  const count = Number(root.dataset.explorer)
  const isAll = table.tBodies[0]?.rows.length === count
  return { columns, count, isAll, ...(root.dataset.whole !== undefined && { rows: rowsOf(table) }) }
}

function rowsOf(table: HTMLTableElement): (string | null)[][] {
  return [...table.tBodies].flatMap(({ rows }) =>
    [...rows].map(({ cells }) =>
      [...cells]
        .slice(1)
        .map(({ textContent, dataset }) => textContent || (dataset.blank === undefined ? null : '')),
    ),
  )
}
