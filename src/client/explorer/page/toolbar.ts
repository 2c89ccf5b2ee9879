import { button, element } from '../../element.ts'
import { fillCount, fillTemplate, showCount } from '../../words.ts'
import type { FileFormat } from '../core/engine.ts'
import type { TablePart } from '../core/parts.ts'
import { ANY_COLUMN, findBy, searchedWords, type ViewState, WHOLE } from '../core/view.ts'
import { type App, columnLabel, describeView, shownColumns, sizeOf, sizesOf } from './app.ts'
import { foreign, openForm } from './element.ts'
import { groupingLabel, openGrouping } from './groups.ts'
import { linkButton, linkTo } from './share.ts'

/** The row above the table: the number of records, and actions for all of them. */
export function toolsOf(
  app: App,
  { download, chart }: { download: (format: FileFormat) => void; chart: () => void },
): HTMLElement {
  const { words, columns, view } = app
  const shown = shownColumns(app).length
  const chosen =
    shown === columns.length
      ? words.columns
      : fillTemplate(words.columnsShown, { shown: showCount(shown), all: showCount(columns.length) })
  const open = (dialog: (app: App) => void) => async () => (await app.ready()) && dialog(app)
  const save = (format: FileFormat) => {
    const ariaLabel = fillTemplate(words.downloadAs, { format: format.toUpperCase() })
    return button(format.toUpperCase(), () => download(format), { key: format, ariaLabel })
  }
  return element(
    'div',
    { className: 'tools' },
    !view.group && button(chosen, open(openChooser), { key: 'columns' }),
    button(words.group, open(openGrouping), { key: 'group' }),
    button(words.chart, chart, { key: 'chart', ariaExpanded: String(view.chart !== undefined) }),
    linkButton(words, words.copyLink, () => linkTo(app, app.view)),
    element('span', {}, words.download, save('csv'), save('json')),
  )
}

/** For a table that is shown in parts: a select with the parts, and a note. */
export function partChooser(app: App, parts: readonly TablePart[], part: number): HTMLElement {
  const { words } = app
  const last = parts.at(-1)
  const all = showCount(last ? last.first + last.rows : 0)
  const options = parts.map(({ first, rows }, at) =>
    element('option', {
      value: String(at + 1),
      selected: at + 1 === part,
      textContent: fillTemplate(words.partRecords, {
        from: showCount(first + 1),
        to: showCount(first + rows),
        all,
      }),
    }),
  )
  const select = element('select', {}, ...options)
  select.dataset.key = 'part'
  select.addEventListener('change', () =>
    app.change({ part: Number(select.value), page: 1, record: undefined }),
  )
  return element(
    'div',
    { className: 'part-chooser' },
    parts.length > 1 && element('label', {}, `${words.part} `, select),
    element('p', { textContent: words.partsNote }),
  )
}

/** `1,234 of 28,818 records` */
export function countText({ words, count, total }: App): string {
  if (count === undefined || count === total) return fillCount(words.records, total)
  return fillCount(words.ofRecords, count, { all: showCount(total) }, total)
}

/** The dialog for choosing visible columns. */
function openChooser(app: App): void {
  const { words } = app
  const shown = shownColumns(app)
  const boxes = app.order.map((at) => element('input', { type: 'checkbox', checked: shown.includes(at) }))
  const rows = boxes.map((box, place) =>
    element('li', {}, element('label', {}, box, ' ', foreign(columnLabel(app, app.order[place] as number)))),
  )
  const set = (isShown: boolean) => {
    for (const box of boxes) box.checked = isShown
    boxes[0]?.focus()
  }
  const apply = () => {
    const hidden = app.order.filter((_, place) => !boxes[place]?.checked).sort((a, b) => a - b)
    dialog.close()
    // If nothing is chosen, all columns are shown.
    app.change({ hidden: hidden.length === boxes.length ? [] : hidden })
  }
  const list = element('ul', { className: 'choices' }, ...rows)
  const dialog = openForm(words.columns, 'chooser', words, [list], apply, [
    button(words.all, () => set(true)),
    button(words.noColumn, () => set(false)),
  ])
}

const PAUSE = 300

/** The search box for all columns. `isLive`: whether to search while the reader types, so that typing alone never loads the records. */
export class Finder {
  readonly box: HTMLElement
  readonly #input: HTMLInputElement
  readonly #app: App
  #waiting: ReturnType<typeof setTimeout> | undefined

  constructor(app: App, isLive: () => boolean) {
    this.#app = app
    this.#input = element('input', {
      type: 'search',
      placeholder: app.words.find,
      ariaLabel: app.words.find,
      autocomplete: 'off',
      enterKeyHint: 'search',
      dir: 'auto',
    })
    this.box = element('div', { className: 'find-record' }, this.#input)
    this.#input.addEventListener('input', () => {
      clearTimeout(this.#waiting)
      if (isLive()) this.#waiting = setTimeout(() => this.#look(), PAUSE)
    })
    this.#input.addEventListener('keydown', ({ key, isComposing }) => {
      if (key === 'Enter' && !isComposing) this.#look()
    })
  }

  /** Shows the words of the view, unless the reader is typing. */
  sync(): void {
    if (document.activeElement !== this.#input) this.#input.value = searchedWords(this.#app.view)
  }

  #look(): void {
    clearTimeout(this.#waiting)
    const { view } = this.#app
    const text = this.#input.value
    if (text.trim() === searchedWords(view).trim()) return
    const others = view.filters.filter(({ column }) => column !== ANY_COLUMN)
    this.#app.change({ filters: [...findBy(text), ...others], page: 1, record: undefined })
  }
}

/** The page navigation of a view with `count` rows; undefined for a single page. */
export function pagerElement(app: App, count: number): HTMLElement | undefined {
  const { words, view } = app
  const own = sizeOf(app)
  if (count <= own && view.size === WHOLE.size) return undefined
  const last = Math.max(1, Math.ceil(count / own))
  const page = Math.min(view.page, last)
  // Not `disabled`, so the button keeps the focus at the last page.
  const to = (key: string, text: string, target: number) =>
    button(text, () => app.change({ page: target }), {
      key,
      ariaDisabled: target < 1 || target > last || target === page ? 'true' : null,
    })
  const sizes = element(
    'select',
    {},
    ...sizesOf(app).map((size) =>
      element('option', { textContent: showCount(size), value: String(size), selected: size === own }),
    ),
  )
  sizes.dataset.key = 'size'
  sizes.addEventListener('change', () => {
    const size = Number(sizes.value)
    app.change({ size, page: Math.floor(((page - 1) * own) / size) + 1 })
  })
  const said = fillTemplate(words.page, { page: showCount(page), pages: showCount(last) })
  return element(
    'nav',
    { className: 'leaves', ariaLabel: words.pages },
    to('first', words.first, 1),
    to('previous', words.previous, page - 1),
    element('span', { textContent: said }),
    to('next', words.next, page + 1),
    to('last', words.last, last),
    element('label', { className: 'size' }, `${words.size} `, sizes),
  )
}

/** The active filters, each with a button to remove it, and a button to remove all. */
export function chipsOf(app: App): HTMLElement | undefined {
  const chipOf = (said: string, label: string, without: Partial<ViewState>) => {
    const ariaLabel = fillTemplate(label, { filter: said })
    const chip = button(`${said}\u00a0`, () => app.change(without), { ariaLabel, dir: 'auto' })
    chip.append(element('span', { textContent: '×', ariaHidden: 'true' }))
    return element('li', {}, chip)
  }
  const { words, view } = app
  const { group, unknown } = view
  if (view.filters.length === 0 && !group && !unknown) return undefined
  const chips = view.filters.map((filter) => {
    const without = { filters: view.filters.filter((other) => other !== filter), page: 1 }
    return chipOf(describeView(app, filter.column, filter.test), words.remove, without)
  })
  if (group) chips.push(chipOf(groupingLabel(app, group), words.ungroup, { group: undefined, page: 1 }))
  if (unknown)
    chips.push(
      chipOf(fillTemplate(words.chipUnknown, { columns: unknown.join(', ') }), words.remove, {
        unknown: undefined,
      }),
    )
  const clear = () => app.change({ filters: [], page: 1 })
  const reset =
    view.filters.length > 0 && element('li', {}, button(words.reset, clear, { className: 'plain' }))
  return element('ul', { className: 'chips', ariaLabel: words.active }, ...chips, reset)
}
