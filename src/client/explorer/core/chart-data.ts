import { type ChartChoice, fitChart } from './chart-choice.ts'
import { type ChartPlace, openSlots, openTexts, type Slots } from './chart-slots.ts'
import { isFinitePlace, type TypedColumn } from './column.ts'
import { tally } from './groups.ts'
import { type Measured, openAddition } from './measure.ts'
import type { ColumnTable } from './table.ts'

/** One value of a chart: a decimal number as text, the same as a float, and the number of its records. */
export interface ChartValue {
  readonly text: string
  readonly value: number
  readonly count: number
}

/** What a chart draws, and how many records it leaves out. */
export type ChartData = {
  /** The choice as it is drawn. */
  readonly choice: ChartChoice
  /** Number of filtered records. */
  readonly records: number
  /** Number of records that are not drawn: without a number or date in `x`; of the others, without a number in `y`. */
  readonly left: { readonly x: number; readonly y: number }
  /** The values with a colour each, the largest first; empty for a chart without colours. */
  readonly series: readonly ChartPlace[]
} & (
  | {
      readonly is: 'places'
      readonly axis: Slots['axis']
      readonly per?: Slots['per']
      /** The width of the ranges by which numbers are grouped. */
      readonly step?: number
      /** The limit on places, if values were grouped because there would be more. */
      readonly most?: number
      readonly places: readonly ChartPlace[]
      /** For each series, or for the only one of a chart without colours, the value at each place; undefined if there is none. */
      readonly values: readonly (readonly (ChartValue | undefined)[])[]
    }
  | {
      readonly is: 'points'
      /** The position of each record, and the number of its series. */
      readonly points: readonly (readonly [x: number, y: number, series: number])[]
      /** Number of records with a position. */
      readonly count: number
    }
)

/** The number of colours that can be distinguished; further values are combined. */
const MOST_COLOURS = 5
/** The number of records that a scatter chart draws. */
const MOST_POINTS = 2_000
const GOLDEN = 0.618034

/** The data of a chart of some rows. */
export function chartRows(table: ColumnTable, rows: Uint32Array, asked: ChartChoice): ChartData {
  const { columns } = table
  const choice = fitChart(asked, columns)
  const x = columns[choice.x] as TypedColumn
  const y = choice.y === undefined ? undefined : columns[choice.y]
  const isPlaced = choice.kind === 'scatter'
  const [measure, roughly] = [openValue(choice, y), openRoughly(choice, y)]
  const counted = y ? rows.filter((row) => isFinitePlace(y, row)) : rows
  const slots = isPlaced ? undefined : openSlots(x, counted, choice, roughly)
  const isOnAxis = isPlaced || slots?.axis !== 'category'
  const placed = isOnAxis ? rows.filter((row) => isFinitePlace(x, row)) : rows
  const drawn = y ? placed.filter((row) => isFinitePlace(y, row)) : placed
  const colours = coloursOf(columns[choice.colour ?? -1], drawn, choice, roughly)
  const common = {
    choice,
    records: rows.length,
    left: { x: rows.length - placed.length, y: placed.length - drawn.length },
    series: colours?.places ?? [],
  }
  if (!slots) return { ...common, is: 'points', ...pointsOf(x, y as TypedColumn, drawn, colours) }
  const { axis, per, step, most, places } = slots
  return {
    ...common,
    is: 'places',
    axis,
    ...(per && { per }),
    ...(step !== undefined && { step }),
    ...(most !== undefined && { most }),
    places,
    values: valuesOf(drawn, slots, colours, { choice, measure }),
  }
}

type Measuring = (rows: readonly number[]) => Measured | undefined

function openValue({ of }: ChartChoice, y: TypedColumn | undefined): Measuring {
  if (!y || !of) return (rows) => ({ text: String(rows.length), place: rows.length })
  return openAddition(of, y)
}

function openRoughly({ of }: ChartChoice, y: TypedColumn | undefined): (rows: readonly number[]) => number {
  if (!y || !of) return (rows) => rows.length
  const { codes, places } = y
  return (rows) => {
    let sum = 0
    for (const row of rows) sum += places[codes[row] as number] as number
    return of === 'sum' ? sum : sum / rows.length
  }
}

function coloursOf(
  column: TypedColumn | undefined,
  rows: Uint32Array,
  { of }: ChartChoice,
  roughly: (rows: readonly number[]) => number,
): Slots | undefined {
  return (
    column && openTexts(column, rows, { most: MOST_COLOURS, isSum: of === 'sum', order: 'size', roughly })
  )
}

function valuesOf(
  rows: Uint32Array,
  slots: Slots,
  colours: Slots | undefined,
  { choice, measure }: { readonly choice: ChartChoice; readonly measure: Measuring },
): (ChartValue | undefined)[][] {
  // A place without records has a count of zero, but no sum and no mean.
  const isCounted = choice.of === undefined
  const none = isCounted && slots.axis !== 'category' ? { text: '0', value: 0, count: 0 } : undefined
  const values = Array.from({ length: colours?.places.length ?? 1 }, () =>
    new Array<ChartValue | undefined>(slots.places.length).fill(none),
  )
  for (const members of tally(rows, colours ? [slots, colours] : [slots])) {
    const first = members[0] as number
    const met = measure(members)
    const line = values[colours ? slotOf(colours, first) : 0]
    if (met && line && Number.isFinite(met.place))
      line[slotOf(slots, first)] = { text: met.text, value: met.place, count: members.length }
  }
  return values
}

function slotOf({ codes, of }: Slots, row: number): number {
  return of[codes[row] as number] as number
}

function pointsOf(x: TypedColumn, y: TypedColumn, rows: Uint32Array, colours: Slots | undefined) {
  const length = Math.min(rows.length, MOST_POINTS)
  const points = Array.from({ length }, (_, at): [number, number, number] => {
    // One record of each part, at varying positions: if two things are measured in turn, the first of each part could all be of the same one.
    const row = rows[Math.floor(((at + ((at * GOLDEN) % 1)) * rows.length) / length)] as number
    return [
      x.places[x.codes[row] as number] as number,
      y.places[y.codes[row] as number] as number,
      colours ? slotOf(colours, row) : 0,
    ]
  })
  return { points, count: rows.length }
}
