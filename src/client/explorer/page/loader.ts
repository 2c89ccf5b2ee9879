import type { ColumnKind } from '../../../lib/reading/types.ts'
import type { ChartColumns } from '../../../lib/site/view/chart.ts'
import { addScript, button, element } from '../../element.ts'
import { fillCount, fillTemplate, pageLocale } from '../../words.ts'
import { connectTable } from '../core/message.ts'
import type { PageMap } from '../core/places.ts'
import type { Spread } from '../core/steps.ts'
import { type LoadProgress, MOST_BYTES, MOST_ROWS } from '../core/table.ts'
import type { Loaded, TableClient, TableSource } from '../core/table-client.ts'
import { type ExplorerWords, showBytes } from './app.ts'

/** Loads all records into a client, and shows the progress in an element of the page. */
export class Loader {
  readonly #words: ExplorerWords
  readonly #known: PageTable
  readonly #place: HTMLElement
  readonly #script: string
  readonly #address: string | undefined
  readonly #bytes: number | undefined
  /** The size of the csv and the number of records, as formatted by the page: on a slow phone, formatters take longer than everything else here. */
  readonly #size: string | undefined
  readonly #count: string
  /** The same table as Parquet, if it is too large to be read at once. */
  readonly #inParts: TableSource | undefined
  #opened: Promise<TableClient> | undefined
  #client: Promise<TableClient | undefined> | undefined
  /** The part that the client has, or is loading. */
  #part: number | undefined
  loaded: Loaded | undefined
  /** Loads the map of the page, if it has one. Resolves to undefined if that fails; the records can be explored without it. */
  map: (() => Promise<PageMap | undefined>) | undefined
  /** Called when the records have been loaded. */
  onLoaded: () => void = () => {}

  /** `script`: the address of the worker. `root`: the element that states the names and sizes of the files. */
  constructor(root: HTMLElement, place: HTMLElement, known: PageTable, words: ExplorerWords, script: string) {
    this.#words = words
    this.#known = known
    this.#place = place
    this.#script = script
    const { csv, parquet, size, count = '' } = root.dataset
    this.#size = size
    this.#count = count
    this.#address = csv === undefined ? undefined : new URL(csv, location.href).href
    this.#bytes = root.dataset.bytes === undefined ? undefined : Number(root.dataset.bytes)
    if (parquet !== undefined && this.#isTooLarge && isServed())
      this.#inParts = {
        parquet: new URL(parquet, location.href).href,
        bytes: Number(root.dataset.parquetBytes),
      }
  }

  /** The client with all records, or with a part of a large table. Undefined if loading failed, which the page then states. */
  ready(part = 1): Promise<TableClient | undefined> {
    if (this.#inParts && this.#part !== part) this.#client = undefined
    this.#part = part
    this.#client ??= this.#load(this.#source())
    return this.#client
  }

  /** Whether the records are loaded or on their way. */
  get isAsked(): boolean {
    return this.#client !== undefined
  }

  /** Shows a button for loading. */
  offer(): void {
    const { explore, exploreSized, exploreParts } = this.#words
    if (this.#inParts) return this.#show(this.#starter(fillTemplate(exploreParts, { count: this.#count })))
    const text = fillTemplate(this.#size === undefined ? explore : exploreSized, {
      count: this.#count,
      size: this.#size ?? '',
    })
    this.#show(this.#starter(text))
  }

  #starter(text: string, className = 'strong'): HTMLElement {
    const load = () => this.ready(this.#part).then((client) => client && this.onLoaded())
    return button(text, load, { className })
  }

  get #isTooLarge(): boolean {
    return (this.#bytes ?? 0) > MOST_BYTES || this.#known.count > MOST_ROWS
  }

  // A page opened from disk can only read its own rows and a file that the reader chooses.
  #source(): TableSource | undefined {
    if (this.#inParts) return this.#inParts
    if (this.#address !== undefined && isServed()) return { address: this.#address }
    return this.#known.rows && { rows: this.#known.rows }
  }

  async #load(source: TableSource | undefined): Promise<TableClient | undefined> {
    if (!source) return this.#askForFile()
    if (this.#isTooLarge && source !== this.#inParts) return this.#refuse()
    const { columns, rows } = this.#known
    const known = columns.map(({ name, kind, unit, none }) => ({ name, kind, unit, none }))
    if (!('rows' in source))
      this.#show(element('progress'), element('span', { textContent: this.#words.loading }))
    try {
      this.#opened ??= loadTableClient(this.#script)
      const [client, map] = await Promise.all([this.#opened, this.map?.()])
      const onProgress = (progress: LoadProgress) => this.#tellProgress(progress)
      const load = (from: TableSource) =>
        client.load(from, known, pageLocale(), this.#part ?? 1, map, onProgress)
      const loaded = await load(source).catch((problem: Error) => {
        if (!rows || 'rows' in source) throw problem
        return load({ rows })
      })
      if ('file' in source && !known.every(({ name }, at) => loaded.columns[at]?.name === name))
        return this.#askForFile(this.#words.wrongFile)
      this.loaded = loaded
      this.#show()
      return client
    } catch (problem) {
      return (problem as Error).name === 'TooLarge' ? this.#refuse() : this.#fail()
    }
  }

  #tellProgress(progress: LoadProgress): void {
    const bar = this.#place.querySelector('progress')
    const { loaded, loadedPart } = this.#words
    const records = fillCount(this.#words.records, progress.rows)
    const isPart = 'share' in progress
    const [max, value] = isPart ? [1, progress.share] : [this.#bytes, progress.bytes]
    if (bar && max !== undefined) Object.assign(bar, { max, value })
    const said = isPart
      ? fillTemplate(loadedPart, { records })
      : fillTemplate(loaded, { size: showBytes(progress.bytes), records })
    this.#place.querySelector('span')?.replaceChildren(said)
  }

  #refuse(): undefined {
    const { tooLarge, records } = this.#words
    const limits = { size: showBytes(MOST_BYTES), records: fillCount(records, MOST_ROWS) }
    const address = this.#address?.replaceAll("'", '%27')
    this.#show(
      element('p', { textContent: fillTemplate(tooLarge, limits) }),
      element('code', { textContent: `duckdb -c "FROM '${address}' LIMIT 10"`, translate: false }),
    )
  }

  #fail(): undefined {
    this.#client = undefined
    this.#opened = undefined
    this.#show(
      element('p', { textContent: this.#words.failed, role: 'alert' }),
      this.#starter(this.#words.retry, ''),
    )
  }

  #askForFile(problem?: string): undefined {
    this.#client = undefined
    const input = element('input', { type: 'file', accept: '.csv,text/csv' })
    input.addEventListener('change', async () => {
      const file = input.files?.[0]
      if (!file) return
      this.#client = this.#load({ file })
      if (await this.#client) this.onLoaded()
    })
    const said = fillTemplate(this.#words.disk, { count: this.#count })
    this.#show(
      problem !== undefined && element('p', { textContent: problem, role: 'alert' }),
      element('p', { textContent: said }),
      element('label', { className: 'file' }, `${this.#words.choose} `, input),
    )
  }

  #show(...contents: readonly (Node | false)[]): void {
    const isFocused = this.#place.contains(document.activeElement)
    this.#place.replaceChildren(...contents.filter((content) => content !== false))
    // The button is gone: what comes next on the page is what was loaded.
    if (isFocused) this.#place.focus()
    // A message may be off screen.
    if (this.#place.querySelector('p')) this.#place.scrollIntoView({ block: 'nearest' })
  }
}

declare global {
  interface Window {
    openTableClient?: () => TableClient
  }
}

/** Opens a table client in a worker, or in the page if workers cannot start, as on a page opened from disk. `script`: the address of the worker. */
async function loadTableClient(script: string): Promise<TableClient> {
  const worker = isServed() ? await startWorker(script) : undefined
  if (worker) return connectTable(worker)
  await addScript(script)
  if (!window.openTableClient) throw new Error(`${script} has opened no table client`)
  return window.openTableClient()
}

function isServed(): boolean {
  return /^https?:$/.test(location.protocol)
}

// A worker that cannot start emits an error event; one that has started sends a message.
function startWorker(script: string): Promise<Worker | undefined> {
  return new Promise((resolve) => {
    try {
      const worker = new Worker(script)
      worker.addEventListener('error', () => resolve(undefined), { once: true })
      worker.addEventListener('message', () => resolve(worker), { once: true })
    } catch {
      resolve(undefined)
    }
  })
}

export type PageTable = ReturnType<typeof readKnown>

/** Reads the static table of a page. */
export function readKnown(root: HTMLElement, table: HTMLTableElement) {
  const heads = [...table.querySelectorAll<HTMLElement>('thead th[data-kind]')]
  const order = heads.map(({ dataset }, place) => Number(dataset.at ?? place))
  const isFolded = heads.map(({ classList }) => classList.contains('f'))
  const shown = heads.map((head) => {
    const { dataset, textContent, className } = head
    const picture = head.querySelector('svg')
    const label = head.querySelector('.shared') && [...head.childNodes].filter((node) => node !== picture)
    return {
      name: dataset.name ?? textContent ?? '',
      kind: (dataset.kind ?? 'text') as ColumnKind,
      onlyDays: dataset.days !== undefined,
      unit: dataset.unit,
      none: JSON.parse(dataset.none ?? '[]') as number[],
      grouped: dataset.grouped !== undefined,
      className: className.replace(/ ?\bf\b/, ''),
      meaning: head.title,
      ...(dataset.names !== undefined && { names: JSON.parse(dataset.names) as string[] }),
      ...(picture && { picture }),
      ...(dataset.spread !== undefined && { spread: JSON.parse(dataset.spread) as Spread }),
      ...(label && { label }),
    }
  })
  const columns = inDocumentOrder(shown, order)
  const folded = order.filter((_, place) => isFolded[place]).sort((a, b) => a - b)
  const count = Number(root.dataset.explorer)
  const isAll = table.tBodies[0]?.rows.length === count
  // All rows, if the page contains them with unshortened values.
  const rows = root.dataset.whole !== undefined && {
    rows: rowsOf(table).map((cells) => inDocumentOrder(cells, order)),
  }
  const { chart } = root.dataset
  const drawn = chart !== undefined && { chart: JSON.parse(chart) as ChartColumns }
  return {
    /** In the order of the document. */
    columns,
    /** The columns in the order they are shown. */
    order,
    /** Columns that are hidden at first, ascending. */
    folded,
    count,
    /** Whether every record has a row, even if cells are shortened. */
    isAll,
    ...rows,
    ...drawn,
  }
}

/** Sorts items from the order in which columns are shown into the order of the document. */
export function inDocumentOrder<T>(shown: readonly T[], order: readonly number[]): T[] {
  const items: T[] = []
  for (const [place, at] of order.entries()) items[at] = shown[place] as T
  return items
}

function rowsOf(table: HTMLTableElement): (string | null)[][] {
  return [...table.tBodies].flatMap(({ rows }) =>
    [...rows].map(({ cells }) =>
      [...cells]
        .slice(1)
        .map(
          ({ title, textContent, dataset }) =>
            title || textContent || (dataset.blank === undefined ? null : ''),
        ),
    ),
  )
}
