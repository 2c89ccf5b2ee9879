import { type FlatDrawing, type Layer, mix } from '../image/pixels.ts'
import type { BarsView } from './bars.ts'
import type { ChartView } from './chart.ts'
import type { DocumentView } from './document.ts'
import type { MapView } from './map/map.ts'
import type { Mirror } from './mirror.ts'
import { portraitOf } from './portrait.ts'

/** The light colours of the pages (`base.css`), since a preview is shown on a page of somebody else. */
const COLOURS = {
  paper: '#fbfcfa',
  ink: '#0b5d4c',
  land: '#e3ebe4',
  borders: '#c3cfc6',
  areas: '#b4d0c4',
  rule: '#d5ddd7',
  tones: ['#a9b5ae', '#b8351b', '#0b5d4c', '#2f6fb0', '#8a6500', '#7a4a8c'],
} as const
/** The widths of dots, the smallest first; where there are many, they are smaller. */
const DOTS = [7, 11, 16, 22] as const

/** The picture of a dataset for previews of links: its map or chart without words. Undefined if it has neither. */
export function previewOf({
  map,
  chart,
  bars,
}: Pick<DocumentView, 'map' | 'chart' | 'bars'>): FlatDrawing | undefined {
  if (map) return drawingOfMap(map)
  if (chart) return drawingOfChart(chart)
  return bars && drawingOfBars(bars)
}

/** The size of a picture of horizontal bars, and the share of a row that its bar fills. */
const BARS = { width: 960, height: 480, filled: 0.7 }

function drawingOfBars({ rows }: BarsView): FlatDrawing {
  const { width, height, filled } = BARS
  const step = height / rows.length
  const pathOf = (isQuiet: boolean) =>
    rows
      .flatMap((row, at) =>
        row.isQuiet === isQuiet && row.percent !== undefined
          ? `M0 ${Math.round(at * step)}h${Math.round(((row.percent ?? 0) * width) / 100)}v${Math.round(step * filled)}H0z`
          : [],
      )
      .join('')
  return drawingOf(width, height, [
    { path: pathOf(false), colour: COLOURS.ink },
    { path: pathOf(true), colour: COLOURS.tones[0] },
  ])
}

function drawingOfMap({ width, height, ground, areas, lines, dots, dense }: MapView): FlatDrawing {
  return drawingOf(width, height, [
    { path: ground.land, colour: COLOURS.land },
    { path: ground.borders, colour: COLOURS.borders, stroke: 1 },
    { path: areas, colour: COLOURS.areas },
    { path: areas, colour: COLOURS.ink, stroke: 1.2 },
    { path: lines, colour: COLOURS.ink, stroke: 2 },
    ...dots.map(({ size, path }) => ({
      path,
      colour: COLOURS.ink,
      stroke: (DOTS[size - 1] ?? DOTS[0]) * (dense ? 0.4 : 1),
    })),
  ])
}

function drawingOfChart({ width, height, panels, cells = [] }: ChartView): FlatDrawing {
  return drawingOf(width, height, [
    ...cells.map(({ level, runs }) => ({
      path: runs.map(([x, y, length]) => `M${x} ${y}h${length}v1h-${length}z`).join(''),
      colour: mix(COLOURS.paper, COLOURS.ink, level / 9),
    })),
    ...panels.flatMap(({ top, bottom, left, right, yTicks, lines, dots = '' }) => [
      ...[top, ...yTicks.map(({ at }) => at), bottom].map((at) => ({
        path: `M${left} ${at}H${right}`,
        colour: COLOURS.rule,
        stroke: 1,
      })),
      ...lines.map(({ tone, path }) => ({
        path,
        colour: COLOURS.tones[tone ?? -1] ?? COLOURS.ink,
        stroke: tone === 0 ? 1.5 : 3,
      })),
      { path: dots, colour: COLOURS.ink, stroke: 7 },
    ]),
  ])
}

const [BAR, GAP, TALL] = [16, 4, 480]
const MOST_BARS = 56

/** The picture of the mirror: the places of all datasets; without places, how many records its largest datasets have, on a logarithmic scale. */
export function cardOf(mirror: Mirror): FlatDrawing {
  const portrait = portraitOf(mirror)
  if (portrait)
    return drawingOf(portrait.width, portrait.height, [
      { path: portrait.land ?? '', colour: COLOURS.land },
      { path: portrait.dots, colour: COLOURS.ink, stroke: 2.5 },
    ])
  const counts = mirror.summaries.all
    .flatMap(({ records = 0 }) => (records > 0 ? [records] : []))
    .sort((a, b) => b - a)
    .slice(0, MOST_BARS)
  const most = Math.log(1 + (counts[0] ?? 1))
  const bars = counts.map((count, at) => {
    const height = Math.max(BAR, Math.round((Math.log(1 + count) / most) * TALL))
    return `M${at * (BAR + GAP)} ${TALL}v${-height}h${BAR}v${height}z`
  })
  return drawingOf(MOST_BARS * (BAR + GAP), TALL, [{ path: bars.join(''), colour: COLOURS.ink }])
}

function drawingOf(width: number, height: number, layers: readonly Layer[]): FlatDrawing {
  return { width, height, layers: layers.filter(({ path }) => path !== '') }
}
