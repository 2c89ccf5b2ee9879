import { element } from '../../element.ts'
import { fillCount } from '../../words.ts'
import type { FileFormat, GroupPage, RowPage } from '../core/engine.ts'
import type { PageMap } from '../core/places.ts'
import type { TableClient } from '../core/table-client.ts'
import {
  type Grouping,
  readAddress,
  searchedWords,
  type ViewState,
  WHOLE,
  writeAddress,
} from '../core/view.ts'
import { type App, type ExplorerWords, shownColumns, sizeOf } from './app.ts'
import { type RowPosition, recordButton, rowsOf } from './cell.ts'
import { ChartBox } from './chart-box.ts'
import { addRoving, type Roving } from './element.ts'
import { markFound } from './found.ts'
import { addGrid, addScrollbar, headsOf } from './grid.ts'
import { groupTable } from './groups.ts'
import { inDocumentOrder, Loader, type PageTable, readKnown } from './loader.ts'
import { RecordSheet } from './record.ts'
import { fileName, save } from './share.ts'
import { chipsOf, countText, Finder, pagerElement, partChooser, toolsOf } from './toolbar.ts'

/** In the language of the pages; the bundler replaces it. */
declare const EXPLORER_WORDS: ExplorerWords

/** Makes the table of a page sort, filter and page all records. */
export class Explorer implements App {
  readonly words = EXPLORER_WORDS
  readonly #root: HTMLElement
  readonly #table: HTMLTableElement
  readonly #known: PageTable
  readonly #loader: Loader
  readonly #sheet = new RecordSheet(this)
  readonly #finder: Finder
  readonly #chart: ChartBox
  readonly #places = new WeakMap<Element, RowPosition>()
  readonly #count = element('p', { className: 'count', role: 'status' })
  readonly #parts = element('div')
  readonly #tools = element('div')
  readonly #chips = element('div')
  readonly #said = element('p', { className: 'said', role: 'status' })
  readonly #groups = element('div')
  readonly #stops: readonly Roving[]
  readonly #pager = element('div')
  columns: App['columns']
  readonly order: readonly number[]
  readonly folded: readonly number[]
  readonly #all: HTMLInputElement | null
  readonly #start: ViewState
  view: ViewState
  count: number | undefined
  /** Number of records or groups in the view. */
  #items = 0
  #wanted: Partial<ViewState> | undefined
  #asked = 0
  #shown = ''

  /** `scriptOf` returns the address of a script that is loaded later. */
  constructor(root: HTMLElement, scriptOf: (name: 'worker' | 'chart') => string) {
    this.#root = root
    this.#table = root.querySelector('table') as HTMLTableElement
    this.#known = readKnown(root, this.#table)
    this.columns = this.#known.columns
    this.order = this.#known.order
    this.folded = this.#known.folded
    this.#start = { ...WHOLE, hidden: this.folded }
    this.view = this.#start
    this.#all = root.parentElement?.querySelector<HTMLInputElement>('.all-columns input') ?? null
    const place = element('div', { className: 'loader', role: 'status', tabIndex: -1 })
    this.#loader = new Loader(root, place, this.#known, this.words, scriptOf('worker'))
    this.#loader.onLoaded = () => this.#goOn()
    const head = this.#table.tHead as HTMLElement
    const main = ':is(.title, .main) button'
    this.#stops = [
      addRoving(head, 'button', ['ArrowLeft', 'ArrowRight'], main),
      addRoving(this.#groups, 'thead button', ['ArrowLeft', 'ArrowRight']),
      addRoving(this.#groups, 'tbody a', ['ArrowUp', 'ArrowDown']),
    ]
    this.#finder = new Finder(this, () => this.#known.isAll || this.#loader.isAsked)
    root
      .querySelector('.bench')
      ?.append(this.#count, this.#said, place, this.#parts, this.#finder.box, this.#tools)
    this.#chart = new ChartBox(this, scriptOf('chart'))
    this.#table.closest('section')?.before(this.#chips, this.#chart.box)
    root.append(this.#groups, this.#pager)
  }

  get total(): number {
    return this.#loader.loaded?.rows ?? this.#known.count
  }

  /** Takes over the page and shows the view in its address. */
  start(): void {
    const section = this.#table.closest('section') as HTMLElement
    addScrollbar(section)
    addGrid(this, this.#table.tBodies[0] as HTMLTableSectionElement, this.#places)
    this.#takeNumbers()
    this.#all?.addEventListener('change', () => this.#showAllColumns())
    this.#showAllColumns()
    if (this.#known.isAll) this.#renderTools()
    else this.#loader.offer()
    document.querySelector('[data-own-chart]')?.addEventListener('click', (event) => {
      event.preventDefault()
      this.#root.scrollIntoView({ block: 'start' })
      this.#chart.open(this.#known.chart)
    })
    addEventListener('popstate', () => this.#follow())
    announce(this)
    if (this.#asksFor()) this.#follow().then(() => this.#root.scrollIntoView({ block: 'start' }))
  }

  async ready(part = this.view.part): Promise<TableClient | undefined> {
    const client = await this.#loader.ready(part)
    const loaded = this.#loader.loaded
    if (client && loaded && this.columns === this.#known.columns)
      this.columns = loaded.columns.map((column, at) => ({ ...this.#known.columns[at], ...column }))
    return client
  }

  async change(next: Partial<ViewState>): Promise<void> {
    if (!(await this.ready())) {
      this.#wanted = next
      return
    }
    const words = searchedWords(this.view)
    const before = this.view.record
    const isRedrawn = this.view.chart !== undefined && next.chart !== undefined
    this.view = { ...this.view, ...next }
    // Going to another record, changing a chart and typing further words replace the history entry, so that Back leads to the view before that.
    const isTyped = words !== '' && searchedWords(this.view) !== '' && words !== searchedWords(this.view)
    const isOnward = isTyped || (before !== undefined && next.record !== undefined) || isRedrawn
    updateAddress(this.addressOf(this.view), isOnward)
    await this.#show()
  }

  takeMap(map: () => Promise<PageMap | undefined>): void {
    this.#loader.map = map
  }

  say(text: string): void {
    this.#said.textContent = text
  }

  addressOf(view: ViewState): string {
    const text = writeAddress(view, this.#names, this.folded)
    return text === '' ? location.pathname + location.search : `#${text}`
  }

  // The box below the static table shows and hides its folded columns with CSS. A view that was rendered here is rendered again.
  #showAllColumns(): void {
    const hidden = this.#all?.checked ? [] : this.folded
    if (this.#shown !== '') this.change({ hidden })
    else {
      this.view = { ...this.view, hidden }
      this.#renderHeads()
      this.#takeCells()
    }
  }

  get #names(): string[] {
    return this.columns.map(({ name }) => name)
  }

  #asksFor(): ViewState | undefined {
    return readAddress(location.hash, this.#names, this.folded)
  }

  // Called when the records have been loaded: shows the view that was requested before, or the one in the address.
  async #goOn(): Promise<void> {
    if (!(await this.ready())) return
    this.view = this.#asksFor() ?? this.view
    const wanted = this.#wanted
    this.#wanted = undefined
    await (wanted ? this.change(wanted) : this.#show())
  }

  // Called when the page opens or its address changes. Anchors of the page are ignored.
  async #follow(): Promise<void> {
    const isLoaded = this.#loader.loaded !== undefined
    if (!this.#asksFor() && (location.hash.length > 1 || !isLoaded)) return
    if (!(await this.ready(this.#asksFor()?.part))) return
    this.view = this.#asksFor() ?? this.#start
    await this.#show()
  }

  async #show(): Promise<void> {
    const asked = ++this.#asked
    const client = await this.ready()
    if (!client || asked !== this.#asked) return
    this.view = { ...this.view, part: this.#loader.loaded?.part }
    const { record, chart, ...table } = this.view
    const key = JSON.stringify({ ...table, isCharted: chart !== undefined })
    if (key !== this.#shown) {
      this.#root.ariaBusy = 'true'
      const { group } = this.view
      const view = { ...this.view, size: sizeOf(this) }
      const page = group ? await client.groups(view) : await client.page(view)
      if (asked !== this.#asked) return
      this.#shown = key
      this.#render(page, group)
      this.#root.ariaBusy = null
    }
    announce(this)
    await this.#chart.show()
    await this.#sheet.show()
  }

  #render(page: RowPage | GroupPage, group: Grouping | undefined): void {
    this.count = 'records' in page ? page.records : page.count
    this.#items = page.count
    this.view = { ...this.view, page: page.page }
    const records = this.#table.closest('section') as HTMLElement
    const focused = document.activeElement as HTMLElement | null
    const isWithin = this.#root.contains(focused)
    const key = isWithin ? focused?.dataset.key : undefined
    this.#root.dataset.view = ''
    // If no column is folded, the box is only used on phones.
    if (this.#all && this.folded.length > 0) this.#all.checked = this.view.hidden.length === 0
    const isGrouped = group !== undefined && 'groups' in page
    this.#root.toggleAttribute('data-grouped', isGrouped)
    const section = isGrouped ? groupTable(this, group, page) : records
    this.#groups.replaceChildren(...(isGrouped ? [section] : []))
    this.#refreshStops()
    // Including the frame around the table that contains its scrollbar.
    ;(records.parentElement as HTMLElement).hidden = isGrouped
    if ('rows' in page) {
      this.#renderHeads()
      this.#table.tBodies[0]?.replaceChildren(...rowsOf(this, page, this.#places))
      this.#tabInto()
      markFound(this.#table.tBodies[0] as HTMLElement, this.view, (cell) => this.#places.get(cell)?.column)
    }
    this.say('')
    this.#renderTools()
    section.scrollTop = 0
    if (key !== undefined) this.#root.querySelector<HTMLElement>(`[data-key="${CSS.escape(key)}"]`)?.focus()
    // What is hidden has the focus until the next frame.
    const isLost = (isGrouped ? records : this.#root).contains(document.activeElement) === isGrouped
    if (isWithin && isLost) section.focus({ preventScroll: true })
  }

  #renderHeads(): void {
    const row = this.#table.tHead?.rows[0] as HTMLTableRowElement
    const isOfPage = this.#shown === ''
    const shown = shownColumns(this)
    const heads = headsOf(this, shown, isOfPage ? this.folded : [])
    const [number, ...before] = row.cells
    // There may be thousands of folded columns. Until they are shown, their heads stay those of the static page.
    if (isOfPage)
      for (const [place, column] of this.order.entries())
        if (!shown.includes(column)) heads.splice(place, 0, before[place] as HTMLElement)
    row.replaceChildren(number as HTMLElement, ...heads)
    this.#refreshStops()
  }

  #renderTools(): void {
    const caption = this.#table.caption as HTMLTableCaptionElement
    caption.classList.add('unseen')
    this.#finder.sync()
    const { group } = this.view
    const records = countText(this)
    this.#count.textContent = group ? fillCount(this.words.groups, this.#items, { records }) : records
    caption.textContent = this.#count.textContent
    this.#tools.replaceChildren(
      toolsOf(this, {
        download: (format) => this.#download(format),
        chart: () => this.#chart.toggle(this.#known.chart),
      }),
    )
    const { parts, part } = this.#loader.loaded ?? {}
    this.#parts.replaceChildren(...[parts && part ? partChooser(this, parts, part) : []].flat())
    this.#chips.replaceChildren(...[chipsOf(this) ?? []].flat())
    this.#pager.replaceChildren(...[pagerElement(this, this.#items) ?? []].flat())
  }

  async #download(format: FileFormat): Promise<void> {
    const client = await this.ready()
    // Columns that only the page has folded are included.
    const hidden = this.view.hidden.filter((column) => !this.folded.includes(column))
    if (client) save(await client.write({ ...this.view, hidden }, format), fileName(this, format))
  }

  // Replaces the numbers of the rows of the static page by buttons that open the records.
  #takeNumbers(): void {
    for (const [at, row] of [...(this.#table.tBodies[0]?.rows ?? [])].entries()) {
      const [head] = row.cells
      head?.replaceChildren(recordButton(this, at + 1, head.textContent ?? ''))
    }
  }

  // Makes the cells of the static page interactive, except those of folded columns, of which there may be thousands, and those with a shortened or
  // formatted value, whose full value is only known when the records are loaded.
  #takeCells(): void {
    const { order } = this
    const body = this.#table.tBodies[0]
    const shown = new Set(shownColumns(this))
    for (const link of body?.querySelectorAll('a') ?? []) link.tabIndex = -1
    for (const [at, row] of [...(body?.rows ?? [])].entries()) {
      const cells = [...row.cells].slice(1)
      const taken = {
        number: at + 1,
        get cells() {
          const values = cells.map(({ textContent }) => textContent || null)
          return inDocumentOrder(values, order)
        },
      }
      for (const [place, cell] of cells.entries()) {
        const column = order[place] ?? place
        if (shown.has(column) && cell.dataset.other === undefined)
          this.#places.set(cell, { row: taken, column })
      }
    }
    this.#tabInto()
  }

  #refreshStops(): void {
    for (const stops of this.#stops) stops.refresh()
  }

  // One cell is in the tab order, so the box that scrolls the table does not have to be.
  #tabInto(): void {
    const body = this.#table.tBodies[0]
    const cell =
      body?.querySelector<HTMLElement>('td:is(.title, [data-label])') ??
      body?.querySelector<HTMLElement>('td:not(.f)')
    if (!cell || cell.classList.contains('nothing')) return
    cell.tabIndex = 0
    ;(this.#table.closest('section') as HTMLElement).tabIndex = -1
  }
}

// Informs the map of the page.
function announce(app: App): void {
  document.dispatchEvent(new CustomEvent('explorer-shown', { detail: app }))
}

// Safari refuses more than a hundred changes within 30 seconds; the view is shown anyway.
function updateAddress(address: string, isOnward: boolean): void {
  try {
    if (isOnward) history.replaceState(null, '', address)
    else history.pushState(null, '', address)
  } catch {}
}
