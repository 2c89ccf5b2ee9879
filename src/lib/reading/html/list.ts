/** A list of an html page: a table, or a `ul`/`ol` whose items have links. */
export interface HtmlList {
  readonly kind: 'table' | 'links'
  /** Its place among all tables and lists of the page, in the order they begin. */
  readonly index: number
  readonly rows: number
}

/** One cell of a row, or one item of a list. */
export interface HtmlCell {
  readonly text: string
  readonly isHeader: boolean
  readonly href: string | undefined
  readonly span: number
}

/** One row of a table, or one item of a list as its only cell. */
export interface HtmlRow {
  readonly list: number
  readonly kind: 'table' | 'links'
  readonly cells: readonly HtmlCell[]
  readonly inHead: boolean
  /** Whether another table lies within the row: it is layout, not data. */
  readonly hasTable: boolean
  /** Whether the list is in the head, the foot or the navigation of the page. */
  readonly isFurniture: boolean
}
