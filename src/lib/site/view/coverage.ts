import type { Column, Reading } from '../../reading/index.ts'

/** The corners of what a map shows, in degrees. */
export type Coverage = readonly [south: number, west: number, north: number, east: number]

/** The corners of the places of a document; undefined if it has no map. */
export function coverageOf({ geography }: Pick<Reading, 'geography'>): Coverage | undefined {
  const points = geography?.points ?? []
  if (points.length === 0) return undefined
  const [longitudes, latitudes] = [points.map(([x]) => x), points.map(([, y]) => y)]
  return [
    round(Math.min(...latitudes)),
    round(Math.min(...longitudes)),
    round(Math.max(...latitudes)),
    round(Math.max(...longitudes)),
  ]
}

/** The column of dates or years that most records have, and from which year to which it is: `2001–2014`. Undefined if there is none. */
export function periodOf({
  columns,
  count,
}: Pick<Reading, 'columns' | 'count'>): { readonly column: Column; readonly years: string } | undefined {
  const dated = columns.filter(
    ({ kind, histogram, filled }) => (kind === 'date' || kind === 'year') && histogram && filled * 2 >= count,
  )
  const [column] = dated.toSorted((a, b) => b.filled - a.filled)
  if (column?.histogram === undefined) return undefined
  const yearOf = (at: number) => (column.kind === 'year' ? at : new Date(at).getUTCFullYear())
  const [from, to] = [yearOf(column.histogram.from), yearOf(column.histogram.to)]
  return { column, years: from === to ? String(from) : `${from}–${to}` }
}

/** So many places of a dataset are in the portrait of the mirror. */
const MOST_PLACES = 250

/** Places from all over a document, for a portrait of all datasets: longitude, latitude, longitude, latitude, … Undefined if it has none. */
export function placesOf({ geography }: Pick<Reading, 'geography'>): readonly number[] | undefined {
  const points = geography?.points ?? []
  if (points.length === 0) return undefined
  const step = Math.max(1, points.length / MOST_PLACES)
  const count = Math.min(points.length, MOST_PLACES)
  return Array.from({ length: count }, (_, at) => points[Math.floor(at * step)] ?? []).flatMap(
    ([longitude = 0, latitude = 0]) => [round(longitude), round(latitude)],
  )
}

function round(degrees: number): number {
  return Number(degrees.toFixed(4))
}
