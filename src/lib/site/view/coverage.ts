import type { Reading } from '../../reading/index.ts'

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

function round(degrees: number): number {
  return Number(degrees.toFixed(4))
}
