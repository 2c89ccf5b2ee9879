import { type Container, type Events, type Scalar, TEXT } from '../events.ts'
import { MOST_LISTS, MOST_RECORD, tooLarge, tooLong, VALUE } from '../limits.ts'
import { type HtmlOutline, renderedText } from './outline.ts'

/** A list of an html page: a table, or a `ul`/`ol` whose items contain links. */
export interface HtmlList {
  readonly kind: 'table' | 'links'
  /** Its position among all tables and lists of the page, in document order. */
  readonly index: number
  readonly rows: number
}

/** A link of a cell. */
interface HtmlLink {
  readonly href: string
  text: string
}

/** One cell of a row, or one item of a list. */
export interface HtmlCell {
  readonly text: string
  readonly isHeader: boolean
  /** Its links to different addresses, up to a maximum. */
  readonly links: readonly HtmlLink[]
  readonly span: number
  /** Number of rows that it spans, if more than one. */
  readonly rows?: number
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
  /** The names of the parts of the page that it is in, the innermost first, if they were asked for. */
  readonly groups: readonly string[]
}

interface OpenCell {
  text: string
  readonly links: HtmlCell['links'][number][]
  /** Where the text of the last link begins, while it is open. */
  linkFrom: number | undefined
  span: number
  /** Number of rows that it spans. */
  rows: number
  readonly isHeader: boolean
}

interface OpenList {
  readonly index: number
  readonly kind: 'table' | 'links'
  row: HtmlRow['cells'][number][] | undefined
  caption: string | undefined
  cell: OpenCell | undefined
  section: string
  /** Size of the row so far. */
  size: number
  hasTable: boolean
  /** The text of the last row that is one cell across several columns. */
  group: string | undefined
  /** The cells of rows above that span further rows, by column. */
  above: Map<number, Above>
}

interface Above {
  readonly cell: HtmlCell
  /** Number of further rows. */
  readonly rows: number
}

/** Text in nested lists belongs to at most this many of the innermost, each of which stores it. */
const MAX_NESTED = 20
/** The longest caption that is kept, in UTF-16 units. */
const MOST_CAPTION = 500
/** Maximum number of links of a cell. */
const MOST_LINKS = 500
/** Maximum number of cells of a row that may span columns. */
const MAX_SPANNED = 200
/** Elements around the content of a page (HTML Living Standard, 4.3). */
const FURNITURE = new Set(['nav', 'header', 'footer'])
const BREAKS = new Set(['br', 'p', 'div', 'li', 'tr', 'td', 'th', 'hr', 'ul', 'ol', 'dd', 'dt'])

/**
 * Turns the events of an html page into the rows of its tables, except those of a `tfoot`, and the items of its lists. With an outline, rows
 * have the names of the groups they are in, and a row of a table that is one cell across several columns is such a name.
 */
export class HtmlRows implements Events {
  readonly #visit: (row: HtmlRow) => void
  readonly #outline: HtmlOutline | undefined
  readonly #path: string[] = []
  readonly #lists: OpenList[] = []
  #count = 0
  /** Number of open elements around the content. */
  #furniture = 0
  done = false
  /** Whether the page links to a next one. */
  hasNext = false

  constructor(visit: (row: HtmlRow) => void, outline?: HtmlOutline) {
    this.#visit = visit
    this.#outline = outline
  }

  open(step: string, _kind: Container): void {
    this.#path.push(step)
    this.#outline?.open(step)
    if (FURNITURE.has(step)) this.#furniture++
    if (BREAKS.has(step)) this.#addText(' ')
    const list = this.#lists.at(-1)
    if (step === 'table' || step === 'ul' || step === 'ol') this.#openList(step, list)
    else if (!list) return
    else if (list.kind === 'table') openInTable(step, list)
    else if (step === 'li') {
      list.row = []
      list.cell = newCell(false)
    }
  }

  close(): void {
    const step = this.#path.pop()
    this.#outline?.close()
    if (step !== undefined && FURNITURE.has(step)) this.#furniture--
    const list = this.#lists.at(-1)
    if (!list) return
    if (step === 'a') closeLink(list.cell)
    else if (step === 'table' || step === 'ul' || step === 'ol') this.#lists.pop()
    else if (step === 'td' || step === 'th') closeCell(list)
    else if (step === 'caption') closeCaption(list)
    else if (step === 'tr' || (step === 'li' && list.kind === 'links')) this.#closeRow(list)
  }

  scalar(step: string, value: Scalar): void {
    if (typeof value !== 'string') return
    if (step === TEXT) {
      this.#outline?.addText(value)
      return this.#addText(value)
    }
    if (step === '@rel' && /(^|\s)next(\s|$)/i.test(value)) this.hasNext = true
    const cell = this.#lists.at(-1)?.cell
    if (!cell) return
    const element = this.#path.at(-1)
    if (step === '@href' && element === 'a') openLink(cell, value)
    if (step === '@colspan' && (element === 'td' || element === 'th'))
      cell.span = spanOf(value, this.#lists.at(-1)?.row?.length ?? 0)
    if (step === '@rowspan' && (element === 'td' || element === 'th'))
      cell.rows =
        Number.parseInt(value, 10) === 0
          ? Number.POSITIVE_INFINITY
          : Math.max(1, Number.parseInt(value, 10) || 1)
  }

  #openList(step: string, outer: OpenList | undefined): void {
    if (this.#count === MOST_LISTS) throw tooLarge(`more than ${MOST_LISTS} tables and lists`)
    if (outer && step === 'table') outer.hasTable = true
    this.#lists.push({
      index: this.#count++,
      kind: step === 'table' ? 'table' : 'links',
      row: undefined,
      caption: undefined,
      cell: undefined,
      section: '',
      size: 0,
      hasTable: false,
      group: undefined,
      above: new Map(),
    })
  }

  /** Text in a list inside a cell also belongs to the cell. */
  #addText(text: string): void {
    const lists = this.#lists
    for (let at = Math.max(0, lists.length - MAX_NESTED); at < lists.length; at++) {
      const cell = lists[at]?.cell
      if (!cell) continue
      cell.text += text
      if (cell.text.length > MOST_RECORD) throw tooLong()
    }
  }

  #closeRow(list: OpenList): void {
    closeCell(list)
    const own = list.row
    list.row = undefined
    if (!own || this.done || list.section === 'tfoot') return
    const cells = list.kind === 'table' ? withAbove(list, own) : own
    list.size = 0
    if (own.length === 0) return
    const groups = this.#outline?.names() ?? []
    const [only] = own
    if (this.#outline && own.length === 1 && only && only.span > 1 && only.text !== '') {
      list.group = only.text
      return
    }
    this.#visit({
      list: list.index,
      kind: list.kind,
      cells,
      inHead: list.section === 'thead',
      caption: list.caption,
      hasTable: list.hasTable,
      isFurniture: this.#furniture > 0,
      groups: list.group === undefined ? groups : [list.group, ...groups],
    })
    list.hasTable = false
  }
}

function openInTable(step: string, list: OpenList): void {
  if (step === 'thead' || step === 'tbody' || step === 'tfoot') {
    list.section = step
    list.above.clear()
  } else if (step === 'tr') list.row = []
  else if (step === 'caption' && !list.row) list.cell = newCell(false)
  else if (step === 'td' || step === 'th') {
    closeCell(list)
    list.row ??= []
    list.cell = newCell(step === 'th')
  }
}

// A cell that spans rows is in each of them (HTML Living Standard, 4.9.12).
function withAbove(list: OpenList, own: readonly HtmlCell[]): readonly HtmlCell[] {
  if (list.above.size === 0 && own.every(({ rows }) => rows === undefined)) return own
  list.size = 0
  const cells: HtmlCell[] = []
  const next = new Map<number, Above>()
  const left = [...own]
  let column = 0
  const put = (cell: HtmlCell, rows: number) => {
    list.size += cell.text.length + VALUE
    if (list.size > MOST_RECORD) throw tooLarge(`a record of more than ${MOST_RECORD} characters`)
    if (rows > 0 && next.size < MAX_SPANNED) next.set(column, { cell, rows })
    cells.push(cell)
    column += cell.span
  }
  while (left.length > 0 || list.above.has(column)) {
    const above = list.above.get(column)
    if (above) put(above.cell, above.rows - 1)
    else {
      const { rows = 1, ...cell } = left.shift() as HtmlCell
      put(cell, rows - 1)
    }
  }
  list.above = next
  return cells
}

// Cells far to the right are one column wide, so a page cannot create a billion columns.
function spanOf(value: string, column: number): number {
  return column > MAX_SPANNED ? 1 : Math.min(Math.max(Number.parseInt(value, 10) || 1, 1), 1000)
}

function newCell(isHeader: boolean): OpenCell {
  return { text: '', links: [], linkFrom: undefined, span: 1, rows: 1, isHeader }
}

function openLink(cell: OpenCell, href: string): void {
  if (cell.links.length === MOST_LINKS || cell.links.some((link) => link.href === href)) return
  cell.links.push({ href, text: '' })
  cell.linkFrom = cell.text.length
}

function closeLink(cell: OpenCell | undefined): void {
  const link = cell?.links.at(-1)
  if (cell?.linkFrom === undefined || link === undefined) return
  link.text = renderedText(cell.text.slice(cell.linkFrom))
  cell.linkFrom = undefined
}

function closeCaption(list: OpenList): void {
  if (list.row || !list.cell) return
  list.caption ??= renderedText(list.cell.text).slice(0, MOST_CAPTION)
  list.cell = undefined
}

function closeCell(list: OpenList): void {
  if (list.cell && list.row) {
    const text = renderedText(list.cell.text)
    list.size += text.length + VALUE
    for (const { href } of list.cell.links) list.size += href.length + VALUE
    if (list.size > MOST_RECORD) throw tooLarge(`a record of more than ${MOST_RECORD} characters`)
    const { links, span, rows, isHeader } = list.cell
    list.row.push({ text, links, span, isHeader, ...(rows > 1 && { rows }) })
  }
  list.cell = undefined
}
