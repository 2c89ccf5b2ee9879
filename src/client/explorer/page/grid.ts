import type { App } from './app.ts'
import type { RowPosition } from './body.ts'
import { openCellMenu } from './cell-menu.ts'

const STEPS: Readonly<Record<string, readonly [down: number, right: number]>> = {
  ArrowDown: [1, 0],
  ArrowUp: [-1, 0],
  ArrowRight: [0, 1],
  ArrowLeft: [0, -1],
}

/**
 * Makes the cells of a table interactive: a click opens the menu of a cell; by keyboard, one cell is in the tab order and arrow keys move
 * between cells.
 */
export function addGrid(
  app: App,
  body: HTMLTableSectionElement,
  places: WeakMap<Element, RowPosition>,
): void {
  const openMenuOf = (cell: HTMLTableCellElement) => {
    const place = places.get(cell)
    if (!place) return
    const { row, column } = place
    enter(cell)
    const open = { text: app.words.openRecord, act: () => void app.change({ record: row.number }) }
    openCellMenu(app, cell, column, row.cells[column] ?? null, [open])
  }
  const enter = (cell: HTMLTableCellElement) => {
    for (const other of body.querySelectorAll('td[tabindex]')) other.removeAttribute('tabindex')
    cell.tabIndex = 0
    cell.focus()
  }
  body.addEventListener('click', (event) => {
    const target = event.target as Element
    const cell = target.closest('td')
    // Clicks on links and text selections keep their usual effect.
    if (cell && !target.closest('a, button') && getSelection()?.isCollapsed !== false) openMenuOf(cell)
  })
  body.addEventListener('contextmenu', (event) => {
    const target = event.target as Element
    // The context menu key sends an event without a pointer position.
    if (event.button === 0 && target instanceof HTMLTableCellElement && places.has(target)) {
      event.preventDefault()
      openMenuOf(target)
    }
  })
  body.addEventListener('keydown', (event) => {
    const cell = event.target
    if (!(cell instanceof HTMLTableCellElement) || !places.has(cell)) return
    if (event.key === 'Enter' || event.key === ' ') openMenuOf(cell)
    else {
      const step = STEPS[event.key]
      const next = step && besides(cell, step)
      if (!next) return
      enter(next)
    }
    event.preventDefault()
  })
}

function besides(
  cell: HTMLTableCellElement,
  [down, right]: readonly [number, number],
): HTMLTableCellElement | undefined {
  const row = cell.parentElement as HTMLTableRowElement
  const rows = (row.parentElement as HTMLTableSectionElement).rows
  const next = rows[row.sectionRowIndex + down]?.cells[cell.cellIndex + right]
  return next?.tagName === 'TD' ? next : undefined
}
