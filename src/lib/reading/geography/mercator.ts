/** The radius of the Web Mercator sphere (EPSG:3857), in metres. */
const RADIUS = 6_378_137
const HALF_TURN = Math.PI * RADIUS

/** Web Mercator metres in degrees; undefined outside its square. */
export function fromMercator(
  x: number,
  y: number,
): readonly [longitude: number, latitude: number] | undefined {
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
  const latitude = (y / 10_002_000) * (Math.PI / 2)
  const zone = 334_000 * 1.1 * Math.max(0.1, Math.cos(latitude))
  return Math.abs((((x % 1e6) + 1e6) % 1e6) - 500_000) > zone || x < 0
}
