/** What a value must be. Blank values are told by null. */
export type Test =
  /** Between two bounds, both included and either absent: numbers, or dates as `2024`, `2024-05`, `2024-05-01` or a date of the data. */
  | { readonly is: 'range'; readonly from?: string; readonly to?: string }
  /** Has a text in it, whatever the case. */
  | { readonly is: 'text'; readonly text: string }
  /** One of these, to the letter; or, with `not`, none of them. */
  | { readonly is: 'values'; readonly values: readonly (string | null)[]; readonly not: boolean }

/** In the place of a column: any of them. */
export const ANY_COLUMN = -1

/** What the values of one column must be, by the column's place in the table; of {@link ANY_COLUMN}, what its words are found by. */
export interface Filter {
  readonly column: number
  readonly test: Test
}

/** An order of rows by one column. */
export interface ColumnSort {
  readonly column: number
  readonly isDown: boolean
}

/** What is looked at, all of which stands in the address. */
export interface ViewState {
  readonly filters: readonly Filter[]
  /** The first one decides, the next among what is equal in it. */
  readonly sort: readonly ColumnSort[]
  /** Columns that are not shown. */
  readonly hidden: readonly number[]
  /** From 1. */
  readonly page: number
  readonly size: number
  /** The number of the record that is open, from 1. */
  readonly record?: number | undefined
}

export const SIZES = [25, 50, 100] as const

/** All records as the document has them, as many at once as the page itself shows. */
export const WHOLE: ViewState = { filters: [], sort: [], hidden: [], page: 1, size: SIZES[2] }
