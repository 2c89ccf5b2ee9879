/** A position in degrees. */
export type Position = readonly [longitude: number, latitude: number]

/** The points, lines and rings of a geometry. */
export interface Geometry {
  readonly points: Position[]
  readonly lines: { readonly area: boolean; readonly line: number[] }[]
}

/** Whether two numbers are within the ranges of longitude and latitude. */
export function isOnEarth(longitude: number, latitude: number): boolean {
  return Math.abs(longitude) <= 180 && Math.abs(latitude) <= 90
}

/** Whether two numbers may be coordinates. Software writes 0°, 0° for unknown ones. */
export function isPlace(longitude: number, latitude: number): boolean {
  return isOnEarth(longitude, latitude) && !(longitude === 0 && latitude === 0)
}

/** The radius of the Web Mercator sphere (EPSG:3857), in metres. */
const RADIUS = 6_378_137
const HALF_TURN = Math.PI * RADIUS

/** Web Mercator metres in degrees; undefined outside its square. */
export function fromMercator(x: number, y: number): Position | undefined {
  if (Math.abs(x) > HALF_TURN || Math.abs(y) > HALF_TURN) return undefined
  const degrees = 180 / Math.PI
  return [(x / RADIUS) * degrees, (2 * Math.atan(Math.exp(y / RADIUS)) - Math.PI / 2) * degrees]
}

/**
 * Whether coordinates without a named system are almost certainly Web Mercator metres: local grids of cities or countries are nearer to
 * zero, and Gauß–Krüger has eastings around 500,000 in each zone, the nearer the further north.
 */
export function isMercator(x: number, y: number): boolean {
  if (x < 0 ? x > -1_200_000 : x < 1_200_000) return false
  if (Math.abs(y) < 2_000_000) return false
  if (Math.abs(x) > HALF_TURN || Math.abs(y) > HALF_TURN) return false
  const latitude = (y / 10_002_000) * (Math.PI / 2)
  const zone = 334_000 * 1.1 * Math.max(0.1, Math.cos(latitude))
  return Math.abs((((x % 1e6) + 1e6) % 1e6) - 500_000) > zone || x < 0
}

const DEGREES = [undefined, 4326, 4979, 4258, 4269]
const MERCATOR = [3857, 900913, 102100, 102113]

/** How the coordinates of one value become degrees, by the number of their system (EPSG) or, if it has none, by one of its positions. */
export function systemOf(
  srid: number | undefined,
  [x, y]: readonly [number, number],
): 'degrees' | 'metres' | undefined {
  if (DEGREES.includes(srid) && isOnEarth(x, y)) return 'degrees'
  return (srid === undefined ? isMercator(x, y) : MERCATOR.includes(srid)) ? 'metres' : undefined
}
