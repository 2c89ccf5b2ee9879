import type { Desk, Loaded, Source } from '../core/desk.ts'
import { MOST_BYTES, MOST_ROWS } from '../core/table.ts'
import { button, element } from './element.ts'
import type { Known } from './known.ts'
import { reach } from './reach.ts'
import { type ExplorerWords, fill, fillCount, localeOf, showBytes, showCount } from './words.ts'

/** Brings all records to a desk, and tells the reader how that goes in an element of the page. */
export class Loader {
  readonly #words: ExplorerWords
  readonly #known: Known
  readonly #place: HTMLElement
  readonly #script: string
  readonly #address: string | undefined
  readonly #bytes: number | undefined
  #desk: Promise<Desk | undefined> | undefined
  loaded: Loaded | undefined
  /** Called when the records are there. */
  onLoaded: () => void = () => {}

  /** `script` is the address of the worker; `root` names the file and its size. */
  constructor(root: HTMLElement, place: HTMLElement, known: Known, words: ExplorerWords, script: string) {
    this.#words = words
    this.#known = known
    this.#place = place
    this.#script = script
    const { csv } = root.dataset
    this.#address = csv === undefined ? undefined : new URL(csv, location.href).href
    this.#bytes = root.dataset.bytes === undefined ? undefined : Number(root.dataset.bytes)
  }

  /** The desk with all records; undefined when there is a reason why not, which then stands in the page. */
  ready(): Promise<Desk | undefined> {
    this.#desk ??= this.#load(this.#source())
    return this.#desk
  }

  /** Offers to load. */
  offer(): void {
    const { explore, exploreSized } = this.#words
    const size = this.#bytes === undefined ? undefined : showBytes(this.#bytes)
    const text = fill(size === undefined ? explore : exploreSized, {
      count: this.#count,
      size: size ?? '',
    })
    this.#tell(button(text, () => this.ready().then((desk) => desk && this.onLoaded()), 'strong'))
  }

  get #count(): string {
    return showCount(this.#known.count)
  }

  // On a disk a page may read its own rows and what a reader chooses, and no other file.
  #source(): Source | undefined {
    if (this.#address !== undefined && /^https?:$/.test(location.protocol)) return { address: this.#address }
    return this.#known.rows && { rows: this.#known.rows }
  }

  async #load(source: Source | undefined): Promise<Desk | undefined> {
    if (!source) return this.#askForFile()
    if ((this.#bytes ?? 0) > MOST_BYTES || this.#known.count > MOST_ROWS) return this.#refuse()
    const { columns, rows } = this.#known
    const known = columns.map(({ name, kind }) => ({ name, kind }))
    if (!('rows' in source))
      this.#tell(element('progress'), element('span', { textContent: this.#words.loading }))
    try {
      const desk = await reach(this.#script)
      const onProgress = (progress: { bytes: number; rows: number }) => this.#tellProgress(progress)
      const load = (from: Source) => desk.load(from, known, localeOf(), onProgress)
      const loaded = await load(source).catch((problem: Error) => {
        if (!rows || 'rows' in source) throw problem
        return load({ rows })
      })
      if ('file' in source && !known.every(({ name }, at) => loaded.columns[at]?.name === name))
        return this.#askForFile(this.#words.wrongFile)
      this.loaded = loaded
      this.#tell()
      return desk
    } catch (problem) {
      return (problem as Error).name === 'TooLarge' ? this.#refuse() : this.#fail()
    }
  }

  #tellProgress({ bytes, rows }: { bytes: number; rows: number }): void {
    const bar = this.#place.querySelector('progress')
    if (bar && this.#bytes !== undefined) Object.assign(bar, { max: this.#bytes, value: bytes })
    const said = { size: showBytes(bytes), records: fillCount(this.#words.records, rows) }
    this.#place.querySelector('span')?.replaceChildren(fill(this.#words.loaded, said))
  }

  #refuse(): undefined {
    const { tooLarge, records } = this.#words
    const limits = { size: showBytes(MOST_BYTES), records: fillCount(records, MOST_ROWS) }
    const address = this.#address?.replaceAll("'", '%27')
    this.#tell(
      element('p', { textContent: fill(tooLarge, limits) }),
      element('code', { textContent: `duckdb -c "FROM '${address}' LIMIT 10"`, translate: false }),
    )
  }

  #fail(): undefined {
    this.#desk = undefined
    const again = button(this.#words.retry, () => this.ready().then((desk) => desk && this.onLoaded()))
    this.#tell(element('p', { textContent: this.#words.failed, role: 'alert' }), again)
    again.focus()
  }

  #askForFile(problem?: string): undefined {
    this.#desk = undefined
    const input = element('input', { type: 'file', accept: '.csv,text/csv' })
    input.addEventListener('change', async () => {
      const file = input.files?.[0]
      if (!file) return
      this.#desk = this.#load({ file })
      if (await this.#desk) this.onLoaded()
    })
    const said = fill(this.#words.disk, { count: this.#count })
    this.#tell(
      problem !== undefined && element('p', { textContent: problem, role: 'alert' }),
      element('p', { textContent: said }),
      element('label', { className: 'file' }, `${this.#words.choose} `, input),
    )
  }

  #tell(...contents: readonly (Node | false)[]): void {
    this.#place.replaceChildren(...contents.filter((content) => content !== false))
    // Whoever pressed something further down sees why nothing came of it.
    if (this.#place.querySelector('p')) this.#place.scrollIntoView({ block: 'nearest' })
  }
}
