import { mayBeName } from '../find/candidates.ts'
import { EntryGroups, mayBeTitle } from './links.ts'
import type { HtmlCell, HtmlList, HtmlRow } from './rows.ts'

interface Seen {
  readonly index: number
  readonly kind: 'table' | 'links'
  rows: number
  width: number
  links: number
  /** The entries of the page's list that it links to: the first of each row, and all. */
  readonly firsts: Set<string>
  readonly entries: Set<string>
  /** The different texts of the first links of rows that may be titles. */
  readonly texts: Set<string>
  layout: boolean
  readonly isFurniture: boolean
  readonly caption: string | undefined
  /** The rows before the first row of data, while there are no others. */
  header: readonly HtmlCell[] | undefined
  headRows: number
  /** Number of rows with a header cell and one other cell: a single record, one field per row. */
  upright: number
}

/** A list of an html page, and how its rows become records. */
export interface HtmlPlan extends HtmlList {
  /** The names of the columns. */
  readonly names: readonly string[]
  /** The positions of the tables that it is made of, with the number of rows before the records of each. */
  readonly parts: ReadonlyMap<number, number>
  readonly isUpright: boolean
  readonly caption: string | undefined
  /** Whether rows with links to several entries are groups of these. */
  readonly isGrouped: boolean
  /** Whether the texts of links to entries are their titles; others are alike, such as the names of formats. */
  readonly isTitled: boolean
}

/** The result of the first pass over an html page: the list with the records, and the others of its kind. */
export interface HtmlFinding {
  readonly chosen: HtmlPlan
  readonly others: readonly HtmlPlan[]
  /** Number of entries that the chosen list links to. */
  readonly entries: number
  /** The groups that rows with links to entries are in. */
  readonly groups: EntryGroups
}

/** Finds the entry of the page's list that a link leads to. */
export type FindEntry = (href: string) => string | undefined

/** The different entries that a cell links to. */
export function linkedEntries({ links }: HtmlCell, findEntry: FindEntry): string[] {
  return [...new Set(links.flatMap(({ href }) => findEntry(href) ?? []))]
}

/** The text of the first link with a text to an entry. */
export function textOfLink(cells: readonly HtmlCell[], entry: string, findEntry: FindEntry): string {
  const links = cells.flatMap((cell) => cell.links.filter(({ href }) => findEntry(href) === entry))
  return links.find(({ text }) => text !== '')?.text ?? ''
}

/** The first pass: counts the rows of each list of the page. Takes every row. */
export class HtmlSurvey {
  readonly #lists = new Map<number, Seen>()
  readonly #findEntry: FindEntry
  readonly #groups = new EntryGroups()

  constructor(findEntry: FindEntry = () => undefined) {
    this.#findEntry = findEntry
  }

  visit(row: HtmlRow): void {
    const list = this.#lists.get(row.list) ?? this.#add(row)
    list.rows++
    list.width = Math.max(list.width, widthOf(row.cells))
    if (row.hasTable) list.layout = true
    if (row.kind === 'links' && row.cells.some(({ links }) => links.length > 0)) list.links++
    const entries = row.cells.flatMap((cell) => linkedEntries(cell, this.#findEntry))
    for (const entry of entries) {
      list.entries.add(entry)
      if (!row.isFurniture) this.#groups.add(entry, row.groups)
    }
    if (entries[0] !== undefined) {
      list.firsts.add(entries[0])
      const text = textOfLink(row.cells, entries[0], this.#findEntry)
      if (row.kind === 'links' && mayBeTitle(text, entries[0])) list.texts.add(text)
    }
    if (row.cells.length === 2 && row.cells[0]?.isHeader && !row.cells[1]?.isHeader) list.upright++
    const isHead = row.inHead || row.cells.every(({ isHeader }) => isHeader)
    // A first row with a link to an entry is one of them.
    if (list.rows === list.headRows + 1 && (isHead || (list.rows === 1 && entries.length === 0))) {
      if (isHead) list.headRows++
      list.header = row.cells
    }
  }

  /**
   * The table with the most rows, the first of equals; else the longest list of links outside of the header, footer and navigation;
   * undefined if there is neither. Tables of entries with the same columns are one. The others are the remaining tables or lists of links with records, outside of these parts.
   */
  find(): HtmlFinding | undefined {
    const lists = [...this.#lists.values()].sort((a, b) => a.index - b.index)
    const tables = lists.filter(
      (list) => list.kind === 'table' && !list.layout && list.width >= 2 && list.rows + list.headRows >= 2,
    )
    const narrow = lists.filter((list) => list.kind === 'table' && !list.layout && list.rows >= 2)
    const links = lists.filter(
      ({ kind, links, rows, isFurniture }) =>
        kind === 'links' && !isFurniture && links * 2 > rows && rows >= 2,
    )
    const best = longest(tables) ?? longest(narrow) ?? longest(links)
    if (!best) return undefined
    const alike = best.kind === 'table' ? [...new Set([...tables, ...narrow])] : links
    const chosen = joinPlans(best, tables)
    const others = alike
      .filter((list) => !chosen.plan.parts.has(list.index) && !list.isFurniture)
      .map((list) => planOf(list))
    return {
      chosen: chosen.plan,
      entries: chosen.entries,
      groups: this.#groups,
      others: others.filter((plan) => countHtmlRecords(plan) > 0),
    }
  }

  #add({ list: index, kind, isFurniture, caption }: HtmlRow): Seen {
    const seen: Seen = {
      index,
      kind,
      rows: 0,
      width: 0,
      links: 0,
      firsts: new Set(),
      entries: new Set(),
      texts: new Set(),
      layout: false,
      isFurniture,
      caption,
      header: undefined,
      headRows: 0,
      upright: 0,
    }
    this.#lists.set(index, seen)
    return seen
  }
}

function longest(lists: readonly Seen[]): Seen | undefined {
  return lists.reduce<Seen | undefined>((a, b) => (a && a.rows >= b.rows ? a : b), undefined)
}

function planOf(seen: Seen): HtmlPlan {
  const { index, kind, rows, caption, header, headRows, upright } = seen
  const plan = {
    index,
    kind,
    rows,
    caption,
    parts: new Map([[index, 0]]),
    isGrouped: seen.entries.size > seen.firsts.size,
    isTitled: seen.texts.size * 2 > seen.firsts.size,
  }
  if (kind === 'links') return { ...plan, names: ['text'], isUpright: false }
  if (upright === rows) return { ...plan, names: [], isUpright: true }
  // Cells without header markup are a header only by their position.
  const isData = headRows === 0 && (header === undefined || header.some(({ text }) => !mayBeName(text)))
  if (isData) return { ...plan, names: [], isUpright: false }
  const names = (header ?? []).flatMap(({ text, span }) => Array.from({ length: span }, () => text))
  return { ...plan, names, parts: new Map([[index, Math.max(headRows, 1)]]), isUpright: false }
}

/** The plan of a table of entries, with all tables of entries that have the same columns. */
function joinPlans(best: Seen, tables: readonly Seen[]): { plan: HtmlPlan; entries: number } {
  const own = planOf(best)
  const id = JSON.stringify(own.names)
  const isAlike = (one: Seen) => {
    const { names, isUpright } = planOf(one)
    return one.entries.size > 0 && !one.isFurniture && !isUpright && JSON.stringify(names) === id
  }
  const joined = own.names.length > 0 && best.entries.size > 0 ? tables.filter(isAlike) : []
  if (joined.length < 2) return { plan: own, entries: best.entries.size }
  const union = (what: 'entries' | 'firsts' | 'texts') =>
    joined.reduce((all, one) => all.union(one[what]), new Set<string>())
  const plan = {
    ...own,
    caption: undefined,
    rows: joined.reduce((sum, { rows }) => sum + rows, 0),
    parts: new Map(joined.flatMap((one) => [...planOf(one).parts])),
    isGrouped: joined.some(({ entries, firsts }) => entries.size > firsts.size),
    isTitled: union('texts').size * 2 > union('firsts').size,
  }
  return { plan, entries: union('entries').size }
}

/** Number of records in the rows of a list. */
export function countHtmlRecords({ rows, parts, isUpright }: HtmlPlan): number {
  return isUpright ? 1 : [...parts.values()].reduce((left, skip) => left - skip, rows)
}

/** Number of columns of some cells. */
function widthOf(cells: readonly HtmlCell[]): number {
  return cells.reduce((width, { span }) => width + span, 0)
}
