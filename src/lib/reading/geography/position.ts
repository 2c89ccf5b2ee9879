import { isDecimal } from '../profile/decimal.ts'
import type { Value } from '../types.ts'
import { isNumeral } from '../value.ts'

const COMMA = /^[+-]?\d{1,3},\d+$/

/** A coordinate as a number, from a numeral or a text with decimal point or comma; undefined for anything else. */
export function coordinateOf(value: Value | undefined): number | undefined {
  if (value === null || value === undefined) return undefined
  if (typeof value !== 'string') return isNumeral(value) ? Number(value.numeral) : undefined
  const text = value.trim()
  if (isDecimal(text)) return Number(text)
  return COMMA.test(text) ? Number(text.replace(',', '.')) : undefined
}

/** Whether two numbers are within the ranges of longitude and latitude. */
export function isOnEarth(longitude: number, latitude: number): boolean {
  return Math.abs(longitude) <= 180 && Math.abs(latitude) <= 90
}

/** Whether two numbers may be coordinates. Software writes 0°, 0° for unknown ones. */
export function isPlace(longitude: number, latitude: number): boolean {
  return isOnEarth(longitude, latitude) && !(longitude === 0 && latitude === 0)
}

const NUMBER = String.raw`([+-]?\d{1,15}(?:\.\d{1,20})?(?:[eE][+-]?\d{1,2})?)`
const POINT = new RegExp(
  String.raw`^(?:SRID=(\d{1,6});)?\s{0,4}POINT\s{0,4}(?:ZM?|M)?\s{0,4}\(\s{0,4}${NUMBER}\s{1,4}${NUMBER}(?:\s{1,4}${NUMBER}){0,2}\s{0,4}\)$`,
  'i',
)
const LONGEST = 200
const DEGREES = [undefined, 4326, 4979]
const MERCATOR = [3857, 900913, 102100]

/**
 * The position of a WKT point (OGC 06-103r4, 7), with an optional `SRID=…;` as written by PostGIS: degrees, or Web Mercator metres,
 * recognised by their size if no system is named. Undefined for anything else.
 */
export function pointOf(
  text: string,
):
  | { readonly position: readonly [longitude: number, latitude: number]; readonly metres: boolean }
  | undefined {
  if (text.length > LONGEST || !/^\s*[psPS]/.test(text)) return undefined
  const found = POINT.exec(text.trim())
  if (!found) return undefined
  const srid = found[1] === undefined ? undefined : Number(found[1])
  const [x, y] = [Number(found[2]), Number(found[3])]
  if (DEGREES.includes(srid) && isOnEarth(x, y)) return { position: [x, y], metres: false }
  if (!(srid === undefined ? isMercator(x, y) : MERCATOR.includes(srid))) return undefined
  const position = fromMercator(x, y)
  return position && { position, metres: true }
}

/** The radius of the Web Mercator sphere (EPSG:3857), in metres. */
const RADIUS = 6_378_137
const HALF_TURN = Math.PI * RADIUS

/** Web Mercator metres in degrees; undefined outside its square. */
function fromMercator(x: number, y: number): readonly [longitude: number, latitude: number] | undefined {
  if (Math.abs(x) > HALF_TURN || Math.abs(y) > HALF_TURN) return undefined
  const degrees = 180 / Math.PI
  return [(x / RADIUS) * degrees, (2 * Math.atan(Math.exp(y / RADIUS)) - Math.PI / 2) * degrees]
}

/**
 * Whether coordinates without a named system are almost certainly Web Mercator metres: local grids of cities or countries are nearer to
 * zero, and Gauß–Krüger has eastings around 500,000 in each zone, the nearer the further north.
 */
function isMercator(x: number, y: number): boolean {
  if (x < 0 ? x > -1_200_000 : x < 1_200_000) return false
  if (Math.abs(y) < 2_000_000) return false
  const latitude = (y / 10_002_000) * (Math.PI / 2)
  const zone = 334_000 * 1.1 * Math.max(0.1, Math.cos(latitude))
  return Math.abs((((x % 1e6) + 1e6) % 1e6) - 500_000) > zone || x < 0
}
