/** A condition on a value. Blank values are null. */
export type Test =
  /** Between two optional bounds, inclusive: numbers, or dates as `2024`, `2024-05`, `2024-05-01` or in the format of the data. */
  | { readonly is: 'range'; readonly from?: string; readonly to?: string }
  /** Contains a text, ignoring case. */
  | { readonly is: 'text'; readonly text: string }
  /** Exactly one of these; or, with `not`, none of them. */
  | { readonly is: 'values'; readonly values: readonly (string | null)[]; readonly not: boolean }

/** Stands for any column. */
export const ANY_COLUMN = -1

/** A condition on one column, by its index in the table; with {@link ANY_COLUMN}, words to search in all. */
export interface Filter {
  readonly column: number
  readonly test: Test
}

/** An order of rows by one column. */
export interface ColumnSort {
  readonly column: number
  readonly isDown: boolean
}

/** What is shown; all of it is in the address. */
export interface ViewState {
  readonly filters: readonly Filter[]
  /** The primary order first. */
  readonly sort: readonly ColumnSort[]
  /** Hidden columns. */
  readonly hidden: readonly number[]
  /** Counted from 1. */
  readonly page: number
  readonly size: number
  /** The number of the opened record, counted from 1. */
  readonly record?: number | undefined
}

export const SIZES = [25, 50, 100] as const

/** All records in document order, with the page size of the static page. */
export const WHOLE: ViewState = { filters: [], sort: [], hidden: [], page: 1, size: SIZES[2] }
