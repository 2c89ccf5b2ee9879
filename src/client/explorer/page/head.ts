import { visible } from '../../../lib/site/view/visible.ts'
import { orderOf } from '../core/kind.ts'
import { type App, columnLabel } from './app.ts'
import { button, element } from './element.ts'
import { openPanel } from './panel.ts'
import { fillTemplate } from './words.ts'

const NAME_LIMIT = 120

/** The headers of the visible columns, which sort and open the filter panel. */
export function headsOf(app: App): HTMLElement[] {
  return app.columns.flatMap((_, column) => (app.view.hidden.includes(column) ? [] : headOf(app, column)))
}

function headOf(app: App, column: number): HTMLElement {
  const { words, view } = app
  const { kind = 'text', className } = app.columns[column] ?? {}
  const name = columnLabel(app, column)
  const sorted = view.sort.find((sort) => sort.column === column)
  const sort = button('', ({ shiftKey }) => app.change(nextSort(app, column, shiftKey)), 'sort')
  sort.dataset.key = `sort ${column}`
  sort.title = fillTemplate(words.sort, { column: name })
  const shown = name.length > NAME_LIMIT ? `${name.slice(0, NAME_LIMIT - 1).toWellFormed()}…` : name
  sort.append(
    element('span', { textContent: visible(shown) }),
    element('span', { className: 'arrow', ariaHidden: 'true' }),
  )
  const isFiltered = view.filters.some((filter) => filter.column === column)
  const filter = button('', () => openPanel(app, column), isFiltered ? 'funnel active' : 'funnel')
  filter.dataset.key = `filter ${column}`
  filter.setAttribute('aria-haspopup', 'dialog')
  filter.setAttribute(
    'aria-label',
    fillTemplate(isFiltered ? words.filtered : words.filter, { column: name }),
  )
  const head = element(
    'th',
    {
      scope: 'col',
      className: className ?? (orderOf(kind) === 'number' ? 'n' : 'm'),
      dir: 'auto',
      translate: false,
    },
    element('span', { className: 'tools' }, sort, filter),
  )
  if (sorted) head.setAttribute('aria-sort', sorted.isDown ? 'descending' : 'ascending')
  return head
}

// Ascending, descending, document order. With Shift, previous orders stay as primary orders.
function nextSort({ view }: App, column: number, isMore: boolean): Partial<App['view']> {
  const sorted = view.sort.find((sort) => sort.column === column)
  const others = isMore ? view.sort.filter((sort) => sort.column !== column) : []
  const next = sorted?.isDown ? [] : [{ column, isDown: sorted !== undefined }]
  return { sort: [...others, ...next], page: 1 }
}
