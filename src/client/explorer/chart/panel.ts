import type { Language } from '../../../lib/config/schema.ts'
import type { ChartColumns } from '../../../lib/site/view/chart.ts'
import { formatterOf } from '../../../lib/site/view/format.ts'
import { button, element } from '../../element.ts'
import { fillTemplate, pageLocale } from '../../words.ts'
import { type ChartChoice, firstChart } from '../core/chart-choice.ts'
import type { ChartData } from '../core/chart-data.ts'
import { orderOf } from '../core/column.ts'
import { type App, isTitle } from '../page/app.ts'
import { scrolledTable } from '../page/element.ts'
import { fileName, save } from '../page/share.ts'
import { chartDescription, chartTitle, filtersOf, notesOf, tableOfChart } from './describe.ts'
import { drawBars } from './draw-bars.ts'
import { drawFile } from './draw-file.ts'
import { drawColumns, drawLines, drawPoints } from './draw-plot.ts'
import { ChartForm } from './form.ts'
import { type ChartFrame, type OwnChartWords, placeText } from './frame.ts'
import { classOf, type Drawing, type Ink, measureIn, type Paint, plainSvgOf, pngOf, svgOf } from './marks.ts'
import { legendSample, seriesStyleOf } from './series-style.ts'

type Writing = Omit<ChartFrame, 'width'>

const FILE_WIDTH = 960
const MOST_ROWS = 500
const INKS: readonly Ink[] = ['paper', 'rule', 'quiet', 'ink', 'link', 'c1', 'c2', 'c3', 'c4', 'c5']

/** In the language of the pages; the bundler replaces it. */
declare const CHART_WORDS: OwnChartWords

/** The chart that a reader makes from the filtered records: the form, the drawing, the legend, the notes, and the values as a table. */
export class ChartPanel {
  readonly #app: App
  readonly #words = CHART_WORDS
  readonly #writing: Writing
  readonly #form: ChartForm
  readonly #title = element('h3')
  readonly #said = element('p', { className: 'said', role: 'status' })
  readonly #drawn = element('div', { className: 'drawn' })
  readonly #legend = element('ul', { className: 'legend' })
  readonly #notes = element('p', { className: 'note', role: 'status' })
  readonly #table = element('div')
  #data: ChartData | undefined
  #key = ''
  #width = 0

  /** `box`: the element that the panel fills. It is hidden while the view has no chart. */
  constructor(app: App, box: HTMLElement) {
    this.#app = app
    this.#writing = {
      format: formatterOf(document.documentElement.lang as Language),
      locale: pageLocale(),
      words: this.#words,
      measure: measureIn(fontOfPage()),
    }
    this.#form = new ChartForm(app, this.#words)
    const ariaLabel = this.#words.close
    const close = button('×', () => app.change({ chart: undefined }), { className: 'cross', ariaLabel })
    const saving = (['svg', 'png'] as const).map((format) =>
      button(format.toUpperCase(), () => this.#save(format), {
        ariaLabel: fillTemplate(this.#words.saveAs, { format: format.toUpperCase() }),
      }),
    )
    const tools = element('div', { className: 'tools' }, this.#said, ...saving, close)
    box.replaceChildren(
      element('div', { className: 'own-head' }, this.#title, tools),
      this.#form.box,
      element('figure', {}, this.#drawn, this.#legend, element('figcaption', {}, this.#notes)),
      this.#table,
    )
    // Deferred to the next frame, because drawing changes the height that is observed.
    new ResizeObserver(() => requestAnimationFrame(() => this.#fit())).observe(this.#drawn)
  }

  /** Draws the chart of the view, unless it is the one that is shown. */
  async show(): Promise<void> {
    const { chart, filters } = this.#app.view
    const key = JSON.stringify([chart, filters])
    if (!chart || key === this.#key) return
    this.#key = key
    this.#form.sync(chart)
    const client = await this.#app.ready()
    const data = await client?.chart(this.#app.view)
    if (!data || key !== this.#key) return
    this.#data = data
    this.#render(data)
  }

  first(page: ChartColumns | undefined): ChartChoice {
    const { columns, order } = this.#app
    return firstChart(columns, order, (at) => isTitle(this.#app, at), page)
  }

  focus(): void {
    this.#form.focus()
  }

  #render(data: ChartData): void {
    const notes = notesOf(this.#app, data, this.#writing)
    this.#title.textContent = chartTitle(this.#app, data, this.#writing)
    this.#notes.textContent = [...(isBlank(data) ? [this.#words.nothing] : []), ...notes].join(' ')
    this.#said.textContent = ''
    this.#legend.replaceChildren(
      ...this.#legendOf(data).map(({ sample, text }) =>
        element('li', {}, plainSvgOf(sample), element('bdi', { lang: '', textContent: text })),
      ),
    )
    this.#table.replaceChildren(...(data.is === 'places' ? [this.#tableOf(data)] : []))
    this.#draw(data)
  }

  #legendOf(data: ChartData): { sample: Drawing; text: string }[] {
    const kind = data.is === 'points' ? 'dot' : isOfLines(data) ? 'line' : 'bar'
    return data.series.map((place, at) => ({
      sample: legendSample(seriesStyleOf(data, at), kind),
      text: placeText(place, this.#writing),
    }))
  }

  #draw(data: ChartData): void {
    this.#width = this.#drawn.clientWidth
    if (isBlank(data) || this.#width === 0) return this.#drawn.replaceChildren()
    const drawing = draw(this.#app, data, { ...this.#writing, width: this.#width })
    this.#drawn.replaceChildren(svgOf(drawing, { ...this.#named(data), id: 'own-chart' }))
  }

  #named(data: ChartData): { title: string; description: string } {
    const notes = notesOf(this.#app, data, this.#writing)
    const title = chartTitle(this.#app, data, this.#writing)
    return { title, description: chartDescription(this.#app, data, this.#writing, notes) }
  }

  #fit(): void {
    if (this.#data && this.#drawn.clientWidth !== this.#width) this.#draw(this.#data)
  }

  #tableOf(data: Extract<ChartData, { is: 'places' }>): HTMLElement {
    const details = element(
      'details',
      { className: 'fold' },
      element('summary', { textContent: this.#words.table }),
    )
    details.addEventListener(
      'toggle',
      () => {
        const { head, rows } = tableOfChart(this.#app, data, this.#writing)
        const heads = head.map((text, at) =>
          element('th', { scope: 'col', className: at > 0 ? 'n' : '', textContent: text, dir: 'auto' }),
        )
        const lines = rows.slice(0, MOST_ROWS).map(({ cells: [first = '', ...cells], href }) => {
          const name = href === undefined ? first : element('a', { href, textContent: first })
          return element(
            'tr',
            {},
            element('th', { scope: 'row', dir: 'auto' }, name),
            ...cells.map((textContent) => element('td', { className: 'n', textContent })),
          )
        })
        const title = this.#title.textContent ?? ''
        details.append(scrolledTable(this.#words.table, title, heads, lines, 0))
        if (rows.length > MOST_ROWS) {
          const counts = {
            shown: this.#writing.format.count(MOST_ROWS),
            count: this.#writing.format.count(rows.length),
          }
          details.append(
            element('p', { className: 'note', textContent: fillTemplate(this.#words.tableCut, counts) }),
          )
        }
      },
      { once: true },
    )
    return details
  }

  async #save(format: 'svg' | 'png'): Promise<void> {
    const data = this.#data
    if (!data || isBlank(data)) return
    const { title, description } = this.#named(data)
    const frame = { ...this.#writing, width: FILE_WIDTH }
    const filters = filtersOf(this.#app, this.#writing)
    const drawing = drawFile(draw(this.#app, data, frame), frame, {
      title,
      source: document.querySelector('h1')?.textContent ?? '',
      legend: this.#legendOf(data),
      notes: [...(filters === undefined ? [] : [filters]), ...notesOf(this.#app, data, this.#writing)],
    })
    const paint = paintOf(this.#drawn)
    const svg = () =>
      new Blob(
        [new XMLSerializer().serializeToString(svgOf(drawing, { title, description, id: 'chart', paint }))],
        {
          type: 'image/svg+xml',
        },
      )
    const file = format === 'svg' ? svg() : await pngOf(drawing, paint)
    const name = fileName(this.#app, format)
    if (file) save(file, name)
    this.#said.textContent = file ? fillTemplate(this.#words.saved, { name }) : this.#words.notSaved
  }
}

function isBlank(data: ChartData): boolean {
  return data.is === 'points'
    ? data.points.length === 0
    : data.values.every((line) => line.every((one) => !one))
}

function draw(app: App, data: ChartData, frame: ChartFrame): Drawing {
  if (data.is === 'points')
    return drawPoints(data, frame, orderOf(app.columns[data.choice.x]?.kind) === 'date')
  if (data.axis === 'category') return drawBars(data, frame)
  return isOfLines(data) ? drawLines(data, frame) : drawColumns(data, frame)
}

function isOfLines(data: ChartData): boolean {
  return data.is === 'places' && data.axis !== 'category' && data.choice.kind === 'line'
}

function fontOfPage(): string {
  return getComputedStyle(document.documentElement).fontFamily
}

// The current colours of the page, light or dark.
function paintOf(box: HTMLElement): Paint {
  const probe = element('span')
  box.append(probe)
  const colourOf = (ink: Ink) => {
    probe.className = classOf(ink)
    return getComputedStyle(probe).color
  }
  const colours = Object.fromEntries(INKS.map((ink) => [ink, colourOf(ink)])) as Paint['colours']
  probe.remove()
  return { colours, font: fontOfPage() }
}
