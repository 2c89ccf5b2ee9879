import type { ColumnKind } from '../../../lib/reading/types.ts'
import type { ChartColumns } from '../../../lib/site/view/chart.ts'
import { orderOf } from './column.ts'

/** A calendar period by which dates are grouped. */
export type Period = 'year' | 'month'

export const CHART_KINDS = ['line', 'bar', 'scatter'] as const
export const CHART_PERIODS = ['year', 'month', 'day'] as const
export const CHART_MEASURES = ['sum', 'mean'] as const

/** The chart that a reader has chosen. Columns are given by their indexes. */
export interface ChartChoice {
  readonly kind: (typeof CHART_KINDS)[number]
  readonly x: number
  /** The column of the numbers that are drawn; without it, records are counted. */
  readonly y?: number | undefined
  /** What is calculated from the numbers at the same place; unused by `scatter`, which draws each record. */
  readonly of?: (typeof CHART_MEASURES)[number] | undefined
  /** The period by which dates of `x` are grouped; without it, the shortest that does not give too many places. */
  readonly per?: (typeof CHART_PERIODS)[number] | undefined
  /** The column whose values have a colour each. */
  readonly colour?: number | undefined
}

/** The setting that states the kind of chart in an address. The other settings are read only if it is present. */
export const CHART_SETTING = 'chart'
export const CHART_SETTINGS = ['x', 'y', 'of', 'per', 'colour'] as const

/** A chart as settings of an address: `chart=line&x=opened&y=area&of=mean&per=month&colour=kind`. */
export function writeChart(
  chart: ChartChoice | undefined,
  keyOf: (column: number) => string,
): [string, string | undefined][] {
  if (!chart) return []
  const { kind, x, y, of, per, colour } = chart
  return [
    [CHART_SETTING, kind],
    ['x', keyOf(x)],
    ['y', y === undefined ? undefined : keyOf(y)],
    ['of', of],
    ['per', per],
    ['colour', colour === undefined ? undefined : keyOf(colour)],
  ]
}

/** The chart of an address; undefined if there is none, or its kind or column is unknown. */
export function readChart(
  settings: ReadonlyMap<string, string>,
  columnOf: (key: string) => number | undefined,
): ChartChoice | undefined {
  const column = (name: string) => {
    const key = settings.get(name)
    return key === undefined ? undefined : columnOf(key)
  }
  const kind = CHART_KINDS.find((known) => known === settings.get(CHART_SETTING))
  const [x, y, colour] = [column('x'), column('y'), column('colour')]
  if (kind === undefined || x === undefined) return undefined
  const of = CHART_MEASURES.find((known) => known === settings.get('of'))
  const per = CHART_PERIODS.find((known) => known === settings.get('per'))
  return {
    kind,
    x,
    ...(y !== undefined && { y }),
    ...(of && { of }),
    ...(per && { per }),
    ...(colour !== undefined && { colour }),
  }
}

/** What a chart needs to know of the columns: their kinds, by their positions in the document. */
type Kinds = readonly { readonly kind: ColumnKind }[]

/** Whether the values of a column can be placed on an axis of numbers or dates. */
export function isScaled(columns: Kinds, column: number | undefined): boolean {
  return column !== undefined && orderOf(columns[column]?.kind) !== 'text'
}

/** Whether the values of a column can be added. */
export function isNumeric(columns: Kinds, column: number | undefined): column is number {
  return column !== undefined && orderOf(columns[column]?.kind) === 'number'
}

/** The chart that is drawn for a choice, which an address may state for unsuitable columns: bars if `x` is text, a count if `y` has no numbers. */
export function fitChart(choice: ChartChoice, columns: Kinds): ChartChoice {
  const { x, per, colour } = choice
  const y = isNumeric(columns, choice.y) ? choice.y : undefined
  const isPossible = isScaled(columns, x) && (choice.kind !== 'scatter' || y !== undefined)
  const kind = isPossible ? choice.kind : 'bar'
  const isDated = orderOf(columns[x]?.kind) === 'date' && kind !== 'scatter'
  return {
    kind,
    x,
    ...(y !== undefined && { y }),
    ...(y !== undefined && kind !== 'scatter' && { of: choice.of ?? 'sum' }),
    ...(isDated && per && { per }),
    ...(colour !== undefined && { colour }),
  }
}

/**
 * The chart that a form begins with: the one of the page, else a number over time, else the count of a column's values. `order`: the columns
 * in the order they are shown; `isTitle`: whether a column names the records.
 */
export function firstChart(
  columns: readonly { readonly name: string; readonly kind: ColumnKind }[],
  order: readonly number[],
  isTitle: (column: number) => boolean,
  page?: ChartColumns,
): ChartChoice {
  const named = (name: string | undefined) => {
    const at = columns.findIndex((column) => column.name === name)
    return at < 0 ? undefined : at
  }
  const [x, y, colour] = [named(page?.x), named(page?.y), named(page?.colour)]
  if (page?.kind === 'bar' && x !== undefined) return fitChart({ kind: 'bar', x, y }, columns)
  if (page && x !== undefined && y !== undefined) {
    const asked: ChartChoice = { kind: page.kind, x, y, of: 'mean', per: 'day', colour }
    return fitChart(asked, columns)
  }
  const kindOf = (column: number) => columns[column]?.kind
  const find = (...kinds: ColumnKind[]) =>
    order.find((column) => kinds.includes(kindOf(column) as ColumnKind))
  const [time, number] = [find('date') ?? find('year'), find('number')]
  if (time !== undefined && number !== undefined) return { kind: 'line', x: time, y: number, of: 'mean' }
  const category = order.find((column) => !isScaled(columns, column) && !isTitle(column))
  return { kind: 'bar', x: category ?? order[0] ?? 0 }
}
