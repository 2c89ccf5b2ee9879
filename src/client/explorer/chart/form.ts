import { element } from '../../element.ts'
import {
  CHART_KINDS,
  CHART_MEASURES,
  CHART_PERIODS,
  type ChartChoice,
  fitChart,
  isNumeric,
  isScaled,
} from '../core/chart-choice.ts'
import { orderOf } from '../core/column.ts'
import { type App, columnLabel } from '../page/app.ts'
import { choiceOf, type SelectField, type SelectOption } from '../page/element.ts'
import type { OwnChartWords } from './frame.ts'

/** The controls of a chart. A change of any of them changes the view. */
export class ChartForm {
  readonly box: HTMLElement
  readonly #words: OwnChartWords
  readonly #app: App
  readonly #kind: SelectField
  readonly #x: SelectField
  readonly #per: SelectField
  readonly #measure: SelectField
  readonly #y: SelectField
  readonly #colour: SelectField

  constructor(app: App, words: OwnChartWords) {
    this.#app = app
    this.#words = words
    const named = app.order.map((column): SelectOption => [String(column), columnLabel(app, column)])
    const numbers = named.filter(([column]) => isNumeric(app.columns, Number(column)))
    const { kinds, measures, periods } = words
    const choice = (name: string, label: string, options: readonly SelectOption[]) =>
      choiceOf(label, options, { name })
    this.#kind = choice(
      'kind',
      words.kind,
      CHART_KINDS.map((kind) => [kind, kinds[kind]]),
    )
    this.#x = choice('x', words.over, named)
    this.#per = choice('per', words.per, [
      ['', periods.auto],
      ...CHART_PERIODS.map((per): SelectOption => [per, periods[per]]),
    ])
    this.#measure = choice('of', words.show, [
      ['', measures.count],
      ...CHART_MEASURES.map((of): SelectOption => [of, measures[of]]),
    ])
    this.#y = choice('y', words.measured, numbers)
    this.#colour = choice('colour', words.colour, [['', words.none], ...named])
    const all = [this.#kind, this.#measure, this.#y, this.#x, this.#per, this.#colour]
    this.box = element('form', { className: 'own-form' }, ...all.map(({ line }) => line))
    this.box.addEventListener('submit', (event) => event.preventDefault())
    for (const { select } of all)
      select.addEventListener('change', () => app.change({ chart: this.#read(select.name) }))
    this.#limit(numbers.length > 0)
  }

  /** Sets the controls to a choice, and hides those that do not apply to it. */
  sync(asked: ChartChoice): void {
    const { columns } = this.#app
    const { kind, x, y, of, per, colour } = fitChart(asked, columns)
    const isScatter = kind === 'scatter'
    this.#kind.select.value = kind
    this.#x.select.value = String(x)
    this.#per.select.value = per ?? ''
    this.#measure.select.value = of ?? ''
    if (y !== undefined) this.#y.select.value = String(y)
    this.#colour.select.value = colour === undefined ? '' : String(colour)
    this.#per.line.hidden = isScatter || orderOf(columns[x]?.kind) !== 'date'
    this.#measure.line.hidden = isScatter
    this.#y.line.hidden = y === undefined
    const words = this.#words
    this.#x.line.querySelector('span')?.replaceChildren(isScatter ? words.x : words.over)
    this.#y.line.querySelector('span')?.replaceChildren(isScatter ? words.y : words.measured)
  }

  focus(): void {
    this.#kind.select.focus()
  }

  // Reads the choice from the controls. Columns that the chosen kind of chart cannot use are replaced by the first suitable ones.
  #read(changed: string): ChartChoice {
    const { columns, order } = this.#app
    const column = (of: SelectField) => (of.select.value === '' ? undefined : Number(of.select.value))
    let kind = this.#kind.select.value as ChartChoice['kind']
    let x = column(this.#x) ?? 0
    const first = (...orders: string[]) => {
      const able = orders.flatMap((one) => order.filter((at) => orderOf(columns[at]?.kind) === one))
      return able.find((at) => columns[at]?.kind !== 'identifier') ?? able[0]
    }
    if (kind !== 'bar' && !isScaled(columns, x)) {
      if (changed === 'x') kind = 'bar'
      else x = (kind === 'line' ? first('date', 'number') : first('number', 'date')) ?? x
    }
    const of = CHART_MEASURES.find((known) => known === this.#measure.select.value)
    const isMeasured = kind === 'scatter' || of !== undefined
    const other = order.find((at) => at !== x && columns[at]?.kind === 'number')
    const own = this.#y.line.hidden && kind === 'scatter' ? (other ?? column(this.#y)) : column(this.#y)
    const per = CHART_PERIODS.find((known) => known === this.#per.select.value)
    const asked: ChartChoice = {
      kind,
      x,
      y: isMeasured ? own : undefined,
      of,
      per,
      colour: column(this.#colour),
    }
    return fitChart(asked, columns)
  }

  #limit(isMeasurable: boolean): void {
    const { columns, order } = this.#app
    const isPlaceable = order.some((column) => isScaled(columns, column))
    for (const option of this.#kind.select.options) {
      if (option.value === 'line') option.disabled = !isPlaceable
      if (option.value === 'scatter') option.disabled = !isMeasurable
    }
    for (const option of this.#measure.select.options) option.disabled = option.value !== '' && !isMeasurable
  }
}
