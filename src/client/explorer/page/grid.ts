import { binsBetween } from '../../../lib/reading/profile/bins.ts'
import { shorten } from '../../../lib/site/view/text.ts'
import { button, element } from '../../element.ts'
import { fillTemplate, showCount } from '../../words.ts'
import { orderOf } from '../core/column.ts'
import { testOfStep } from '../core/steps.ts'
import { type App, columnLabel, withTests } from './app.ts'
import type { RowPosition } from './cell.ts'
import { copy, openCellMenu } from './element.ts'
import { openPanel } from './panel.ts'
import { linkTo } from './share.ts'

const STEPS: Readonly<Record<string, readonly [down: number, right: number]>> = {
  ArrowDown: [1, 0],
  ArrowUp: [-1, 0],
  ArrowRight: [0, 1],
  ArrowLeft: [0, -1],
}

/**
 * Makes the cells of a table interactive. A click opens the menu of a cell. One cell is in the tab order; arrow keys move between cells and the
 * numbers of records, and Enter opens the menu or the record.
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
    const follow = cell.querySelector('a')
    const record = { ...app.view, record: row.number }
    openCellMenu(app, cell, column, row.cells[column] ?? null, [
      ...(follow ? [{ text: app.words.openLink, act: () => follow.click() }] : []),
      { text: app.words.openRecord, act: () => void app.change({ record: row.number }) },
      {
        text: app.words.copyRecordLink,
        act: () => void copy(linkTo(app, record)).then(() => app.say(app.words.linkCopied)),
      },
    ])
  }
  const enter = (stop: HTMLElement) => {
    for (const other of body.querySelectorAll('[tabindex="0"]')) other.setAttribute('tabindex', '-1')
    stop.tabIndex = 0
    stop.focus()
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
    const cell = (event.target as Element).closest<HTMLTableCellElement>('td, th')
    if (!cell) return
    const isMenu = (event.key === 'Enter' || event.key === ' ') && places.has(cell)
    const step = STEPS[event.key]
    const next = step && besides(cell, step)
    if (isMenu) openMenuOf(cell)
    else if (next) enter(next)
    if (isMenu || step) event.preventDefault()
  })
}

// The next visible cell, or the button in it that opens the record.
function besides(
  cell: HTMLTableCellElement,
  [down, right]: readonly [number, number],
): HTMLElement | undefined {
  const row = cell.parentElement as HTMLTableRowElement
  const cells = (row.parentElement as HTMLTableSectionElement).rows[row.sectionRowIndex + down]?.cells
  let at = cell.cellIndex + right
  while (right !== 0 && cells?.[at]?.getClientRects().length === 0) at += right
  const next = cells?.[at]
  return next?.querySelector<HTMLElement>(':scope > button') ?? next
}

const NAME_LIMIT = 120

/** The heads of columns, which sort and open the filter panel. `folded`: the columns that the box below the table shows and hides. */
export function headsOf(app: App, columns: readonly number[], folded: readonly number[] = []): HTMLElement[] {
  return columns.map((column) => {
    const head = headOf(app, column)
    head.classList.toggle('f', folded.includes(column))
    return head
  })
}

function headOf(app: App, column: number): HTMLElement {
  const { words, view } = app
  const { kind, className, picture, label, meaning } = app.columns[column] ?? {}
  const name = columnLabel(app, column)
  const sorted = view.sort.find((sort) => sort.column === column)
  const sort = button('', ({ shiftKey }) => app.change(nextSort(app, column, shiftKey)), {
    key: `sort ${column}`,
    className: 'sort',
    title: `${meaning ? `${meaning}\n` : ''}${fillTemplate(words.sort, { column: name })}`,
  })
  sort.append(
    label
      ? element('span', {}, ...label.map((node) => node.cloneNode(true)))
      : element('span', { textContent: shorten(name, NAME_LIMIT) }),
    element('span', { className: 'arrow', ariaHidden: 'true' }),
  )
  const isFiltered = view.filters.some((filter) => filter.column === column)
  const filter = button('', () => openPanel(app, column), {
    key: `filter ${column}`,
    className: isFiltered ? 'funnel active' : 'funnel',
    ariaHasPopup: 'dialog',
    ariaLabel: fillTemplate(isFiltered ? words.filtered : words.filter, { column: name }),
  })
  const head = element(
    'th',
    {
      scope: 'col',
      className: className ?? (orderOf(kind) === 'number' ? 'n' : 'm'),
      dir: 'auto',
      translate: false,
      ariaLabel: name,
    },
    element('span', { className: 'tools' }, sort, filter),
    picture && barsOf(app, column, picture),
  )
  if (sorted) head.setAttribute('aria-sort', sorted.isDown ? 'descending' : 'ascending')
  return head
}

// A click on the bars of a column filters by the nearest bar. By keyboard, the ranges in the filter panel serve the same purpose.
function barsOf(app: App, column: number, picture: SVGElement): HTMLElement {
  const { kind, spread } = app.columns[column] ?? {}
  const bars = element('span', {}, picture.cloneNode(true))
  if (!spread) return bars
  bars.className = 'bars'
  // Created when it is needed, because on a phone the formatter of the count takes longer than all columns.
  bars.addEventListener('pointerenter', () => {
    bars.title = fillTemplate(app.words.bars, { count: showCount(app.total) })
  })
  bars.addEventListener('click', ({ clientX }) => {
    const { left, width } = (bars.firstChild as Element).getBoundingClientRect()
    const [from, to, stated, filled] = spread
    const unit = stated ?? undefined
    const steps = { from, to, unit, ...binsBetween(from, to, unit) }
    const at = ((clientX - left) / width) * steps.count - 0.5
    const drawn = Array.from({ length: steps.count }, (_, bar) => bar).filter((bar) => filled & (1 << bar))
    const [nearest = 0] = drawn.sort((a, b) => Math.abs(a - at) - Math.abs(b - at))
    const test = testOfStep(steps, nearest, orderOf(kind), true)
    void app.change(withTests(app, column, [test]))
  })
  return bars
}

// Ascending, then descending, then document order. With Shift, the previous sort columns stay, before this one.
function nextSort({ view }: App, column: number, isMore: boolean): Partial<App['view']> {
  const sorted = view.sort.find((sort) => sort.column === column)
  const others = isMore ? view.sort.filter((sort) => sort.column !== column) : []
  const next = sorted?.isDown ? [] : [{ column, isDown: sorted !== undefined }]
  return { sort: [...others, ...next], page: 1 }
}

/**
 * A horizontal scrollbar at the bottom of the window while the table is visible: the browser's own is below a long table, out of sight, and
 * hidden on many systems. It is for pointers only; keys scroll the table itself. It stays within a box around the table, so that it never covers
 * what is above, and its space is reserved from the first paint, so that nothing moves.
 */
export function addScrollbar(scroller: HTMLElement): void {
  const thumb = element('div')
  const scrollbar = element('div', { className: 'scrollbar spare', ariaHidden: 'true' }, thumb)
  const end = element('div')
  const frame = element('div')
  scroller.replaceWith(frame)
  frame.append(scroller, end, scrollbar)
  let isWide = false
  let isEndInSight = false
  // Hidden where the browser's own scrollbar takes space and is visible.
  const show = () => {
    const isOwnInSight = isEndInSight && scroller.offsetHeight - scroller.clientHeight > 2
    scrollbar.classList.toggle('spare', !isWide || isOwnInSight)
  }
  const place = () => {
    const { scrollLeft, scrollWidth, clientWidth } = scroller
    isWide = scrollWidth > clientWidth + 1
    show()
    thumb.style.width = `${(clientWidth / scrollWidth) * 100}%`
    thumb.style.marginLeft = `${(scrollLeft / scrollWidth) * 100}%`
  }
  const scrollTo = (event: PointerEvent, grip: number) => {
    const { left, width } = scrollbar.getBoundingClientRect()
    scroller.scrollLeft =
      ((event.clientX - left) / width) * scroller.scrollWidth - grip * scroller.clientWidth
  }
  scrollbar.addEventListener('pointerdown', (event) => {
    const box = thumb.getBoundingClientRect()
    const isOnThumb = event.clientX >= box.left && event.clientX <= box.right
    const grip = isOnThumb ? (event.clientX - box.left) / box.width : 0.5
    scrollbar.setPointerCapture(event.pointerId)
    scrollbar.onpointermove = (moved) => scrollTo(moved, grip)
    scrollbar.onlostpointercapture = () => {
      scrollbar.onpointermove = null
    }
    scrollTo(event, grip)
    event.preventDefault()
  })
  scroller.addEventListener('scroll', place)
  const look = new IntersectionObserver((seen) => {
    isEndInSight = seen.at(-1)?.isIntersecting === true
    show()
  })
  look.observe(end)
  // Deferred to the next frame, because placing the bar changes the sizes that are observed.
  const watch = new ResizeObserver(() => requestAnimationFrame(place))
  watch.observe(scroller)
  // The observer also reports the first size, after layout. Reading it here would force a layout at once, even if the table is off screen.
  for (const child of scroller.children) watch.observe(child)
}
