import { dashOf } from '../../../lib/site/view/chart-scale.ts'
import type { ChartData } from '../core/chart-data.ts'
import type { Drawing, Ink, Mark } from './marks.ts'

/**
 * How a series looks. With several of them, lines differ by their dashes, dots by their shapes, and bars by their hatching, so that none differs
 * by its colour only (WCAG 2.2, 1.4.1).
 */
interface SeriesStyle {
  readonly ink: Ink
  readonly opacity?: number
  /** As in svg. */
  readonly dash?: string | undefined
  readonly shape: Shape
  readonly hatching?: Hatching | undefined
}

/** The shape of a dot: a path relative to its position, and the width of its stroke. */
type Shape = readonly [path: string, width: number]

type Hatching = 'rising' | 'falling' | 'crossed' | 'dots' | 'level'

const ROUND: Shape = ['h0', 6]
/** By tone: five values, then records without a value, then combined values. */
const SHAPES: readonly Shape[] = [
  ROUND,
  ['m-3.5-3.5l7 7m0-7l-7 7', 1.75],
  ['m0-4l4 7h-8z', 1.5],
  ['m-4.5 0h9m-4.5-4.5v9', 1.75],
  ['m-3.25-3.25h6.5v6.5h-6.5z', 1.5],
  ['m0 4l4-7h-8z', 1.5],
  ['m-3.5 0h7', 2],
]
const HATCHINGS: readonly (Hatching | undefined)[] = [
  undefined,
  'rising',
  'dots',
  'falling',
  'crossed',
  'level',
  undefined,
]
const [BLANK, JOINED] = [5, 6]

/** The style of a series: records without a value have the colour of secondary text, and combined values a paler one. Without groups, it has that of links. */
export function seriesStyleOf({ series }: Pick<ChartData, 'series'>, at: number): SeriesStyle {
  const place = series[at]
  if (place === undefined) return { ink: 'link', shape: ROUND }
  const isJoined = place.joined !== undefined
  const tone = isJoined ? JOINED : place.text === null ? BLANK : at
  return {
    ink: tone < BLANK ? (`c${tone + 1}` as Ink) : 'quiet',
    ...(isJoined && { opacity: 0.45 }),
    dash: dashOf(tone + 1),
    shape: SHAPES[tone] ?? ROUND,
    hatching: HATCHINGS[tone],
  }
}

/** Dots at some places, each written as `x y`. */
export function dotsMark(
  { ink, opacity, shape: [path, width] }: SeriesStyle,
  places: readonly string[],
): Mark {
  const d = places.map((place) => `M${place}${path}`).join('')
  return { is: 'line', d, ink, width, ...(opacity !== undefined && { opacity }) }
}

/** A rectangle in px. */
interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** A bar. `hint`: its tooltip. */
export function barMark({ ink, opacity, hatching }: SeriesStyle, box: Box, hint?: string): Mark {
  const hatch = hatching && hatchOf(hatching, box)
  return {
    is: 'area',
    d: rectangle(box),
    ink,
    ...(opacity !== undefined && { opacity }),
    ...(hint !== undefined && { hint }),
    ...(hatch && { hatch }),
  }
}

/** Rounds a coordinate to one decimal. */
export const px = (value: number): number => Math.round(value * 10) / 10

function rectangle({ x, y, width, height }: Box): string {
  return `M${px(x)} ${px(y)}h${px(width)}v${px(height)}h${px(-width)}z`
}

/** The distance between the lines of a hatching, and the shortest side that a bar must have to be hatched, in px. */
const [STEP, LEAST] = [8, 4]

// The lines of a hatching within a rectangle. They are calculated, because an svg pattern needs an id, and a canvas has no svg patterns.
function hatchOf(hatching: Hatching, { x, y, width, height }: Box): string {
  if (Math.min(width, height) < LEAST) return ''
  const inner = { x: x + 1, y: y + 1, width: width - 2, height: height - 2 }
  switch (hatching) {
    case 'rising':
      return slants(inner, 1)
    case 'falling':
      return slants(inner, -1)
    case 'crossed':
      return slants(inner, 1) + slants(inner, -1)
    case 'dots':
      return spread(inner.y, inner.height)
        .flatMap((at) => spread(inner.x, inner.width).map((place) => `M${place} ${at}h0`))
        .join('')
    case 'level':
      return spread(inner.y, inner.height)
        .map((at) => `M${px(inner.x)} ${at}h${px(inner.width)}`)
        .join('')
  }
}

// Diagonals on which `up * x + y` is a multiple of the step, so that they continue from one bar to the next.
function slants({ x, y, width, height }: Box, up: 1 | -1): string {
  const [near, far] = up === 1 ? [x, x + width] : [-x - width, -x]
  let path = ''
  for (let sum = Math.ceil((near + y) / STEP) * STEP; sum <= far + y + height; sum += STEP) {
    const [from, to] = [Math.max(near, sum - y - height), Math.min(far, sum - y)]
    path += `M${px(up * from)} ${px(sum - from)}L${px(up * to)} ${px(sum - to)}`
  }
  return path
}

// Positions that are a step apart, centred within a length; at least one.
function spread(from: number, length: number): number[] {
  const count = Math.max(1, Math.floor(length / STEP))
  const first = from + (length - (count - 1) * STEP) / 2
  return Array.from({ length: count }, (_, at) => px(first + at * STEP))
}

/** The kinds of samples in a legend. */
export type Kind = 'line' | 'bar' | 'dot'

const SAMPLE = {
  line: { width: 40, height: 12 },
  bar: { width: 18, height: 12 },
  dot: { width: 12, height: 12 },
}

/** A sample of a series for a legend. */
export function legendSample(look: SeriesStyle, kind: Kind): Drawing {
  const { width, height } = SAMPLE[kind]
  const { ink, opacity, dash } = look
  const line: Mark = {
    is: 'line',
    d: `M0 ${height / 2}h${width}`,
    ink,
    width: 2,
    dash,
    ...(opacity !== undefined && { opacity }),
  }
  const marks = {
    line: [line, dotsMark(look, [`${width / 2} ${height / 2}`])],
    bar: [barMark(look, { x: 0, y: 0, width, height })],
    dot: [dotsMark(look, [`${width / 2} ${height / 2}`])],
  }
  return { width, height, marks: marks[kind] }
}
