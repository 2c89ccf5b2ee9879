import type { Forms } from '../../../lib/site/view/format.ts'
import { fillTemplate } from '../../words.ts'
import type { ChartData, ChartValue } from '../core/chart-data.ts'
import { orderOf } from '../core/column.ts'
import type { Test } from '../core/view.ts'
import { type App, columnLabel, describeView } from '../page/app.ts'
import {
  type ChartFrame,
  isStacked,
  numberText,
  type PlacesData,
  placeText,
  shortText,
  totalsOf,
} from './frame.ts'

type Writing = Omit<ChartFrame, 'width' | 'measure'>

/** The title of a chart: `Mean of “area” by “opened”, coloured by “kind”`. */
export function chartTitle(app: App, { choice }: ChartData, { words }: Writing): string {
  const { kind, x, y, colour } = choice
  const label = (column: number) => columnLabel(app, column)
  const title =
    kind === 'scatter' && y !== undefined
      ? fillTemplate(words.against, { y: label(y), x: label(x) })
      : fillTemplate(words.by, { y: valueLabel(app, choice, words), x: label(x) })
  return colour === undefined ? title : fillTemplate(words.coloured, { title, colour: label(colour) })
}

/** The label of the values of a chart: `Sum of “area”`. */
function valueLabel(app: App, { y, of }: ChartData['choice'], words: Writing['words']): string {
  return y === undefined || of === undefined
    ? words.count
    : fillTemplate(words[of], { column: columnLabel(app, y) })
}

/** The notes below a chart: how many records it shows, what it leaves out, and which values or periods are combined. */
export function notesOf(app: App, data: ChartData, writing: Writing): string[] {
  const { words, format } = writing
  const { choice, records, left, series } = data
  const fill = (forms: Forms, count: number, values: Record<string, string>) =>
    fillTemplate(format.form(count, forms), { count: format.count(count), ...values })
  const column = (at: number) => ({ column: columnLabel(app, at) })
  const isDate = isDated(app, data)
  const colours = series.find(({ joined }) => joined !== undefined)
  const isAll = records === app.total
  return [
    isAll ? fill(words.all, records, {}) : fill(words.some, records, { all: format.count(app.total) }),
    ...(left.x > 0 ? [fill(isDate ? words.leftDate : words.leftNumber, left.x, column(choice.x))] : []),
    ...(left.y > 0 && choice.y !== undefined ? [fill(words.leftNumber, left.y, column(choice.y))] : []),
    ...(data.is === 'places' ? joinedNotes(app, data, writing) : []),
    ...(colours?.joined !== undefined && choice.colour !== undefined
      ? [
          fill(words.joinedColours, colours.joined, {
            ...column(choice.colour),
            which: whichOf(choice, words),
            shown: format.count(series.filter(({ text }) => text !== null).length),
          }),
        ]
      : []),
    ...(data.is === 'points' && data.points.length < data.count
      ? [
          fillTemplate(words.drawnPoints, {
            shown: format.count(data.points.length),
            count: format.count(data.count),
          }),
        ]
      : []),
  ]
}

// How the values that are not combined were chosen: as the largest or as the most frequent.
function whichOf({ of }: ChartData['choice'], { which }: Writing['words']): string {
  return of === 'sum' ? which.large : which.frequent
}

function joinedNotes(app: App, data: PlacesData, writing: Writing): string[] {
  const { words, format } = writing
  const { choice, places, step, most, per } = data
  const column = columnLabel(app, choice.x)
  const other = places.find(({ joined }) => joined !== undefined)?.joined
  const limit = most === undefined ? '' : format.count(most)
  if (other !== undefined) {
    const shown = format.count(places.filter(({ text }) => text !== null).length)
    return [
      fillTemplate(format.form(other, words.joined), {
        column,
        shown,
        which: whichOf(choice, words),
        count: format.count(other),
      }),
    ]
  }
  if (step !== undefined)
    return [fillTemplate(words.ranges, { column, most: limit, step: numberText(writing, step) })]
  if (per === undefined || per === 'day') return []
  return [most === undefined ? words.joinedBy[per] : fillTemplate(words.longer[per], { most: limit })]
}

/** The text alternative of a chart: its colours, its extent, its highest and lowest value, and the notes. */
export function chartDescription(
  app: App,
  data: ChartData,
  writing: Writing,
  notes: readonly string[],
): string {
  const isDate = isDated(app, data)
  const colours = data.series.map((place) => placeText(place, writing)).join(', ')
  const said =
    data.is === 'places' ? placesDescription(data, writing) : pointsDescription(data, writing, isDate)
  return [...(colours === '' ? [] : [`${colours}.`]), ...said, ...notes].join(' ')
}

function isDated({ columns }: App, { choice }: ChartData): boolean {
  return orderOf(columns[choice.x]?.kind) === 'date'
}

type PointsData = Extract<ChartData, { is: 'points' }>
type Point = PointsData['points'][number]

function pointsDescription({ points }: PointsData, writing: Writing, isDate: boolean): string[] {
  const { words, format } = writing
  const [first] = points
  if (!first) return []
  const placed = (x: number) => (isDate ? format.day(new Date(x).toISOString()).text : numberText(writing, x))
  const said = ([x, y]: Point) => ({ value: shortText(writing, y), place: placed(x) })
  const best = (isBetter: (a: Point, b: Point) => boolean) =>
    points.reduce((met, point) => (isBetter(point, met) ? point : met), first)
  const [left, right] = [best((a, b) => a[0] < b[0]), best((a, b) => a[0] > b[0])]
  return [
    fillTemplate(words.from, { from: placed(left[0]), to: placed(right[0]) }),
    fillTemplate(words.highest, said(best((a, b) => a[1] > b[1]))),
    fillTemplate(words.lowest, said(best((a, b) => a[1] < b[1]))),
  ]
}

function placesDescription(data: PlacesData, writing: Writing): string[] {
  const { words } = writing
  const { places, values, axis } = data
  const named = places.map((place) => placeText(place, writing, data))
  const totals = totalsOf(data)
  const met = isStacked(data)
    ? totals.map((value, at) => ({ value, at }))
    : values.flatMap((line) => line.flatMap((one, at) => (one ? [{ value: one.value, at }] : [])))
  if (met.length === 0) return []
  const isHigher = (a: { value: number }, b: { value: number }) => a.value > b.value
  const highest = met.reduce((best, one) => (isHigher(one, best) ? one : best))
  const lowest = met.reduce((best, one) => (isHigher(best, one) ? one : best))
  const said = ({ value, at }: typeof highest) => ({
    value: shortText(writing, value),
    place: named[at] as string,
  })
  const ends = { from: named[0] as string, to: named.at(-1) as string }
  return [
    ...(axis === 'category' ? [] : [fillTemplate(words.from, ends)]),
    fillTemplate(words.highest, said(highest)),
    fillTemplate(words.lowest, said(lowest)),
  ]
}

/** The filters of the view as a sentence; undefined if there are none. */
export function filtersOf(app: App, { words }: Writing): string | undefined {
  const { filters } = app.view
  if (filters.length === 0) return undefined
  const described = filters.map(({ column, test }) => describeView(app, column, test))
  return fillTemplate(words.filters, { filters: described.join('; ') })
}

/** The header and the rows of a chart as a table; numbers have all digits. */
export function tableOfChart(
  app: App,
  data: PlacesData,
  writing: Writing,
): { head: string[]; rows: { cells: readonly string[]; href?: string }[] } {
  const { words, locale } = writing
  const exact = new Intl.NumberFormat(locale, { maximumFractionDigits: 20 })
  const shown = (one: ChartValue | undefined) =>
    one ? exact.format(one.text as Intl.StringNumericLiteral) : ''
  const value = valueLabel(app, data.choice, words)
  const colours = data.series.map((place) => placeText(place, writing))
  return {
    head: [columnLabel(app, data.choice.x), ...(colours.length > 0 ? colours : [value])],
    rows: data.places.map((place, at) => ({
      cells: [placeText(place, writing, data), ...data.values.map((line) => shown(line[at]))],
      ...(place.test && { href: addressOfRecords(app, data.choice.x, place.test) }),
    })),
  }
}

// The address of the view that shows the records of one place of a chart.
function addressOfRecords(app: App, column: number, test: Test): string {
  const filters = [...app.view.filters, { column, test }]
  return app.addressOf({
    ...app.view,
    filters,
    chart: undefined,
    group: undefined,
    record: undefined,
    page: 1,
  })
}
