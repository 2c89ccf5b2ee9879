import type { RowPage, TableRow } from '../core/engine.ts'
import type { App } from './app.ts'
import { cellOf } from './cell.ts'
import { button, element } from './element.ts'
import { fillTemplate, showCount } from './words.ts'

/** The position of a table cell in the data. */
export interface RowPosition {
  readonly row: TableRow
  readonly column: number
}

/** The rows of a page, with the position of each cell. */
export function rowsOf(app: App, page: RowPage, places: WeakMap<Element, RowPosition>): HTMLElement[] {
  const { words, columns, view } = app
  const shown = columns.map((_, column) => column).filter((column) => !view.hidden.includes(column))
  if (page.rows.length === 0) return [emptyRow(app, shown.length + 1)]
  return page.rows.map((row) => {
    const open = button(showCount(row.number), () => app.change({ record: row.number }))
    open.dataset.key = `record ${row.number}`
    open.setAttribute('aria-label', fillTemplate(words.record, { number: showCount(row.number) }))
    const cells = shown.map((column) => {
      const cell = cellOf(row.cells[column] ?? null, columns[column] ?? { name: '', kind: 'text' }, words)
      places.set(cell, { row, column })
      return cell
    })
    return element('tr', {}, element('th', { scope: 'row', className: 'no' }, open), ...cells)
  })
}

function emptyRow(app: App, width: number): HTMLElement {
  const { words } = app
  const reset = button(words.reset, () => app.change({ filters: [], page: 1 }))
  return element('tr', {}, element('td', { colSpan: width, className: 'nothing' }, `${words.none} `, reset))
}
