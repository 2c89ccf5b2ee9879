import {
  CELL_LIMIT,
  clipCounted,
  isLong,
  isShortDate,
  linkedValueOf,
  partsOfNumber,
  partsOfValue,
} from '../../../lib/site/view/text.ts'
import { button, decodeReference, element } from '../../element.ts'
import { fillCount, fillTemplate, showCount } from '../../words.ts'
import { orderOf } from '../core/column.ts'
import type { RowPage, TableRow } from '../core/engine.ts'
import { fold, searchTermsIn } from '../core/search-terms.ts'
import type { KnownColumn } from '../core/table.ts'
import { searchedWords } from '../core/view.ts'
import {
  type App,
  columnLabel,
  type ExplorerWords,
  isAsked,
  isOfClass,
  isTitle,
  type PageColumn,
  shownColumns,
  shownText,
} from './app.ts'

/** A cell as on the static page: trimmed, cut if very long, with links only to the web, email addresses and phone numbers. */
function cellOf(text: string | null, column: PageColumn, words: ExplorerWords): HTMLTableCellElement {
  const { kind, className } = column
  const cell = element('td')
  if (text === null || text.trim() === '') return cell
  if (orderOf(kind) === 'number') cell.className = 'n'
  else {
    if (className?.endsWith(' r')) cell.className = 'r'
    const shown = shownText(text, column)
    if (isShortDate(kind, shown.trim())) cell.classList.add('d')
    if ((kind === 'nested' || kind === 'date') && shown !== text) cell.title = text.trim()
    if (isLong(shown)) cell.classList.add('w')
    if (isOfClass(column, 'title')) cell.classList.add('title')
    if (kind !== 'link' && kind !== 'email' && kind !== 'phone') cell.dir = 'auto'
  }
  cell.append(...contentsOf(text, column, words, CELL_LIMIT))
  nameIn(cell, text, column)
  return cell
}

/** If a value is the position of a record in another list, adds the name of that record. The text of the element stays the value. */
export function nameIn(holder: HTMLElement, text: string, { names }: KnownColumn): void {
  const name = names?.[Number(text)]
  if (name !== undefined) holder.dataset.named = name
}

/** The contents of a cell: text, links or groups of digits. A value longer than `limit` characters is cut, with a note of how many are missing. */
export function contentsOf(
  text: string,
  column: KnownColumn,
  words: ExplorerWords,
  limit: number,
): (Node | string)[] {
  const { kind } = column
  const bare = shownText(text, column)
  const isNumber = orderOf(kind) === 'number'
  const { text: shown, left } = clipCounted(isNumber ? bare.trim() : bare, limit)
  const parts = partsOfValue(kind, linkedValueOf(kind, text, decodeReference, column.name), shown)
  if (parts.length > 0)
    return parts.map(({ href, text: part }) =>
      href === undefined ? part : element('a', { href, rel: 'external', textContent: part }),
    )
  const digits = isNumber ? partsOfNumber(shown, column.grouped) : []
  if (digits.length > 0)
    return digits.map(([part, tag]) => (tag ? element(tag, { textContent: part }) : part))
  if (left === 0) return [shown]
  return [shown, element('span', { className: 'rest', textContent: fillCount(words.characters, left) })]
}

/** The record and the column of a table cell. */
export interface RowPosition {
  readonly row: TableRow
  readonly column: number
}

/** The button that opens a record. `number`: its number as the page shows it. */
export function recordButton(app: App, record: number, number: string): HTMLElement {
  return button(number, () => app.change({ record }), {
    key: `record ${record}`,
    tabIndex: -1,
    ariaLabel: fillTemplate(app.words.record, { number }),
  })
}

/** The rows of a page. The position of each cell is added to `places`. */
export function rowsOf(app: App, page: RowPage, places: WeakMap<Element, RowPosition>): HTMLElement[] {
  const { words, columns } = app
  const shown = shownColumns(app)
  const sought = searchTermsIn(searchedWords(app.view))
  if (page.rows.length === 0) return [emptyRow(app, shown.length + 1)]
  return page.rows.map((row) => {
    const open = recordButton(app, row.number, showCount(row.number))
    const cells = shown.map((column) => {
      const known: PageColumn = columns[column] ?? { name: '', kind: 'text' }
      const value = row.cells[column] ?? null
      const cell = cellOf(value, known, words)
      const isFound = sought.some(({ text }) => fold(value ?? '').includes(text))
      if (isFound) cell.dataset.found = ''
      if (!isTitle(app, column) && (isOfClass(known, 'main') || isAsked(app, column) || isFound))
        cell.dataset.label = ownNameOf(known) ?? columnLabel(app, column)
      for (const link of cell.querySelectorAll('a')) link.tabIndex = -1
      places.set(cell, { row, column })
      return cell
    })
    return element('tr', {}, element('th', { scope: 'row', className: 'no' }, open), ...cells)
  })
}

// The name without the parts that it shares with other columns.
function ownNameOf({ label }: PageColumn): string | undefined {
  return label
    ?.filter((node) => node.nodeType === Node.TEXT_NODE)
    .map(({ textContent }) => textContent)
    .join('')
}

function emptyRow(app: App, width: number): HTMLElement {
  const { words } = app
  const reset = button(words.reset, () => app.change({ filters: [], page: 1 }))
  return element('tr', {}, element('td', { colSpan: width, className: 'nothing' }, `${words.none} `, reset))
}
