import type { ChartColumns } from '../../../lib/site/view/chart.ts'
import { addScript, element } from '../../element.ts'
import type { ChartChoice } from '../core/chart-choice.ts'
import type { App } from './app.ts'

/** Opens a panel in a box. The script of charts defines this function as `openOwnChart`. */
export type OpenChart = (app: App, box: HTMLElement) => Panel

interface Panel {
  /** Shows the chart of the view. */
  show(): Promise<void>
  /** The chart to begin with. `page`: the chart of the page, if it has one. */
  first(page: ChartColumns | undefined): ChartChoice
  focus(): void
}

/** The element in which the chart of the view is shown. Its script is loaded with the first chart. */
export class ChartBox {
  readonly box: HTMLElement
  readonly #app: App
  readonly #script: string
  #panel: Promise<Panel | undefined> | undefined
  #isAsked = false

  /** `script`: the address of the script of charts. */
  constructor(app: App, script: string) {
    this.#app = app
    this.#script = script
    const ariaLabel = app.words.chartRegion
    this.box = element('div', { className: 'own-chart', role: 'region', ariaLabel, hidden: true })
  }

  /** Opens the first chart when the records are loaded, or closes an open chart. `page`: the chart of the page, if it has one. */
  toggle(page: ChartColumns | undefined): Promise<void> {
    if (!this.#app.view.chart) return this.open(page)
    return this.#app.change({ chart: undefined })
  }

  /** Opens the first chart, unless a chart is open. */
  async open(page: ChartColumns | undefined): Promise<void> {
    this.#isAsked = true
    const first = (await this.#load())?.first(page) ?? { kind: 'bar', x: 0 }
    await this.#app.change({ chart: this.#app.view.chart ?? first })
  }

  /** Shows or hides the chart, as the view states. */
  async show(): Promise<void> {
    const isLeft = this.box.contains(document.activeElement)
    this.box.hidden = !this.#app.view.chart
    if (this.box.hidden) {
      if (isLeft) document.querySelector<HTMLElement>('.bench [data-key="chart"]')?.focus()
      return
    }
    const panel = await this.#load()
    await panel?.show()
    if (this.#isAsked) panel?.focus()
    if (panel) this.#isAsked = false
  }

  #load(): Promise<Panel | undefined> {
    this.#panel ??= this.#open()
    return this.#panel
  }

  async #open(): Promise<Panel | undefined> {
    try {
      await addScript(this.#script)
      const { openOwnChart } = globalThis as unknown as { openOwnChart?: OpenChart }
      if (openOwnChart) return openOwnChart(this.#app, this.box)
    } catch {}
    this.#panel = undefined
    this.box.replaceChildren(element('p', { role: 'alert', textContent: this.#app.words.chartFailed }))
    return undefined
  }
}
