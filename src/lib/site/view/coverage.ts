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

/** The year of the last day that software can write, which stands for no end. */
const NO_END = 9999

/** A budget or school year, which ends in the year after the one it is read as: `2023/24`. */
const TWO_YEARS = /^\s*\d{4}(?:[/–]\d\d|[/–-]\d{4})\s*$/

/** The same with a hyphen, which may be a month elsewhere. */
const HYPHENED = /^\s*\d{4}-(?!01)\d\d\s*$/

function isOfTwoYears(text = '', at = 0): boolean {
  return TWO_YEARS.test(text) || (HYPHENED.test(text) && new Date(at).getUTCMonth() === 0)
}

/** The column of dates or years that most records have, and from which year to which it is: `2001–2014`. Undefined if there is none. */
export function periodOf({
  columns,
  count,
}: Pick<Reading, 'columns' | 'count'>): { readonly column: Column; readonly years: string } | undefined {
  const dated = columns.flatMap((column) => {
    const { kind, histogram, filled } = column
    if ((kind !== 'date' && kind !== 'year') || !histogram || filled * 2 < count) return []
    const yearOf = (at: number) => (kind === 'year' ? at : new Date(at).getUTCFullYear())
    const from = yearOf(histogram.from)
    const to = yearOf(histogram.to) + (kind === 'date' && isOfTwoYears(column.max, histogram.to) ? 1 : 0)
    return to < NO_END ? { column, years: from === to ? String(from) : `${from}–${to}` } : []
  })
  return dated.toSorted((a, b) => b.column.filled - a.column.filled)[0]
}

/** At most this many places of a dataset are in the portrait of the mirror. */
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
