/** A list of an html page: a table, or a `ul`/`ol` whose items contain links. */
export interface HtmlList {
  readonly kind: 'table' | 'links'
  /** Its position among all tables and lists of the page, in document order. */
  readonly index: number
  readonly rows: number
}

/** Maximum number of links of a cell. */
export const MOST_LINKS = 20

/** One cell of a row, or one item of a list. */
export interface HtmlCell {
  readonly text: string
  readonly isHeader: boolean
  /** The different addresses it links to, at most {@link MOST_LINKS}. */
  readonly hrefs: readonly string[]
  readonly span: number
}

/** One row of a table; an item of a list is a row with one cell. */
export interface HtmlRow {
  readonly list: number
  readonly kind: 'table' | 'links'
  readonly cells: readonly HtmlCell[]
  readonly inHead: boolean
  /** The caption of the table, where one came before the row. */
  readonly caption: string | undefined
  /** Whether the row contains another table, so it is layout, not data. */
  readonly hasTable: boolean
  /** Whether the list is in the header, footer or navigation of the page. */
  readonly isFurniture: boolean
}

/** Text as displayed by a browser: white space is collapsed and trimmed (CSS Text 3, 4.1). */
export function renderedText(text: string): string {
  return text.replace(/[ \t\n\f\r]+/g, ' ').replace(/^ | $/g, '')
}
