import type { Geography } from '../../../reading/index.ts'

/** The part of the earth that contains all places, in degrees. `east` is beyond 180 if it crosses the date line. */
export interface Bounds {
  readonly west: number
  readonly south: number
  readonly east: number
  readonly north: number
}

/** The Pacific is in the middle only if that makes a map narrower by this many degrees. */
const WORTH = 60
/** Wider maps show the whole earth in the usual way. */
const NEARLY_ALL = 290

type Span = readonly [from: number, to: number]

/** The bounds of all places: the shortest interval of longitudes, even across the date line. */
export function extentOf({ points, shapes }: Pick<Geography, 'points' | 'shapes'>): Bounds | undefined {
  const lines = shapes?.lines.filter(({ line }) => line.length > 0) ?? []
  const longitudes: Span[] = [
    ...points.map(([longitude]): Span => [longitude, longitude]),
    ...lines.map(({ line }) => spanOf(line, 0)),
  ]
  const latitudes: Span[] = [
    ...points.map(([, latitude]): Span => [latitude, latitude]),
    ...lines.map(({ line }) => spanOf(line, 1)),
  ]
  if (longitudes.length === 0) return undefined
  const [west, east] = shortest(longitudes)
  const south = Math.min(...latitudes.map(([from]) => from))
  const north = Math.max(...latitudes.map(([, to]) => to))
  return { west, south, east, north }
}

/** The longitude of the same place within an extent: 360 more if the extent crosses the date line. */
export function turnInto({ west }: Pick<Bounds, 'west'>, longitude: number): number {
  return longitude < west ? longitude + 360 : longitude
}

// Everything except the widest gap between neighbours.
function shortest(spans: readonly Span[]): Span {
  const sorted = [...spans].sort((a, b) => a[0] - b[0])
  const [first] = sorted as [Span]
  let [end, gap, after] = [first[1], 0, first[0]]
  for (const [from, to] of sorted) {
    if (from - end > gap) [gap, after] = [from - end, from]
    end = Math.max(end, to)
  }
  const around = first[0] + 360 - end
  if (gap <= around + WORTH) return end - first[0] > NEARLY_ALL ? [-180, 180] : [first[0], end]
  const before = Math.max(...sorted.filter(([from]) => from < after).map(([, to]) => to))
  return [after, before + 360]
}

function spanOf(line: readonly number[], part: 0 | 1): Span {
  let [from, to] = [Infinity, -Infinity]
  for (let at = part; at < line.length; at += 2) {
    from = Math.min(from, line[at] as number)
    to = Math.max(to, line[at] as number)
  }
  return [from, to]
}
