import type { ColumnKind } from '../types.ts'
import type { ColumnProfiler } from './column.ts'

const LATITUDE = /(^|[^a-z])(geo_?)?lat(itude)?([^a-z]|$)|latitude|широт/i
const LONGITUDE = /(^|[^a-z])(geo_?)?(lon|lng|long|longitude)([^a-z]|$)|longitude|долгот/i

const LATITUDE_WORD = /latitude|lat|широт\p{L}*/u
const LONGITUDE_WORD = /longitude|long|lon|lng|долгот\p{L}*/u

/** What is left of the name of a latitude without the word for it, to find its longitude by; undefined for other names. */
export function restOfLatitude(name: string): string | undefined {
  return LATITUDE.test(name) ? name.toLowerCase().replace(LATITUDE_WORD, '') : undefined
}

/** The same of a longitude. */
export function restOfLongitude(name: string): string | undefined {
  return LONGITUDE.test(name) ? name.toLowerCase().replace(LONGITUDE_WORD, '') : undefined
}

const X = /(^|[^\p{L}])[xх](?!\p{L})/iu
const Y = /(^|[^\p{L}])[yу](?!\p{L})/iu

/** What is left of the name of a column of X without that letter, Latin or Cyrillic, to find its Y by; undefined for other names. */
export function restOfX(name: string): string | undefined {
  return X.test(name) ? name.toLowerCase().replace(X, '$1') : undefined
}

/** The same of a Y. */
export function restOfY(name: string): string | undefined {
  return Y.test(name) ? name.toLowerCase().replace(Y, '$1') : undefined
}

/**
 * The columns that hold a place: numbers within the range of a latitude and of a longitude. The range alone says too little, so here the
 * names decide, and only where there are both.
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
