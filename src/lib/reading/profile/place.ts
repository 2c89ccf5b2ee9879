import type { ColumnKind } from '../types.ts'
import type { ColumnProfiler } from './column.ts'

const LATITUDE = /(^|[^a-z])(geo_?)?lat(itude)?([^a-z]|$)|latitude|широт/i
const LONGITUDE = /(^|[^a-z])(geo_?)?(lon|lng|long|longitude)([^a-z]|$)|longitude|долгот/i

const LATITUDE_WORD = /latitude|lat|широт\p{L}*/u
const LONGITUDE_WORD = /longitude|long|lon|lng|долгот\p{L}*/u

/** The name of a latitude without the word for it, to find the matching longitude; undefined for other names. */
export function restOfLatitude(name: string): string | undefined {
  return LATITUDE.test(name) ? name.toLowerCase().replace(LATITUDE_WORD, '') : undefined
}

/** The same for a longitude. */
export function restOfLongitude(name: string): string | undefined {
  return LONGITUDE.test(name) ? name.toLowerCase().replace(LONGITUDE_WORD, '') : undefined
}

const X = /(^|[^\p{L}])[xх](?!\p{L})/iu
const Y = /(^|[^\p{L}])[yу](?!\p{L})/iu

/** The name of an X column without that letter, Latin or Cyrillic, to find the matching Y; undefined for other names. */
export function restOfX(name: string): string | undefined {
  return X.test(name) ? name.toLowerCase().replace(X, '$1') : undefined
}

/** The same for a Y. */
export function restOfY(name: string): string | undefined {
  return Y.test(name) ? name.toLowerCase().replace(Y, '$1') : undefined
}

/**
 * The columns of coordinates: numbers within the ranges of latitude and longitude. Because the ranges alone prove little, the names decide,
 * and only if there are both.
 */
export function findPlaces(columns: readonly ColumnProfiler[]): ReadonlyMap<ColumnProfiler, ColumnKind> {
  const latitudes = columns.filter((column) => LATITUDE.test(column.name) && isWithin(column, 90))
  const longitudes = columns.filter((column) => LONGITUDE.test(column.name) && isWithin(column, 180))
  const places = new Map<ColumnProfiler, ColumnKind>()
  if (latitudes.length === 0 || longitudes.length === 0) return places
  for (const column of latitudes) places.set(column, 'latitude')
  for (const column of longitudes) places.set(column, 'longitude')
  return places
}

function isWithin({ numberRange, kind }: ColumnProfiler, limit: number): boolean {
  return kind === 'number' && numberRange !== undefined && numberRange[0] >= -limit && numberRange[1] <= limit
}
