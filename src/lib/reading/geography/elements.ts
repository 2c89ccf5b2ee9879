import type { Members, Value } from '../types.ts'
import { isMembers } from '../value.ts'
import type { Geometry } from './system.ts'

const GEOMETRIES = new Set([
  ...['Point', 'LineString', 'LinearRing', 'Polygon', 'Curve', 'Surface', 'MultiGeometry', 'MultiPoint'],
  ...['MultiLineString', 'MultiPolygon', 'MultiCurve', 'MultiSurface'],
])
const POSITIONS = new Set(['coordinates', 'pos', 'posList'])
/** Elements between one of these and its positions, at most so many levels. */
const MOST_LEVELS = 10
/** Names of systems in which the latitude is first (OGC 09-048r5): those that are addresses, of degrees. */
const DEGREES = /(?:urn:|opengis\.net\/def\/).*[:/](?:4326|4258|4269)$/i
const NO_DEGREES = /\D(?!4326|4258|4269|CRS84)\d{4,6}$/

/** Whether an element is a geometry of KML (OGC 12-007r2, 10) or GML (OGC 07-036r1, 10). */
export function isGeometryElement(name: string): boolean {
  return GEOMETRIES.has(name)
}

/** The geometry of an object with an element of KML or GML, `{ Point: { coordinates: "37.6,55.7" } }`; undefined if it has none. */
export function geometryOfElements({ members }: Members): Geometry | undefined {
  const geometry: Geometry = { points: [], lines: [] }
  for (const [name, value] of members)
    if (isGeometryElement(name)) take(value, name, { into: geometry, system: '', levels: 0 })
  return geometry.points.length + geometry.lines.length > 0 ? geometry : undefined
}

interface Place {
  readonly into: Geometry
  readonly system: string
  readonly levels: number
}

function take(value: Value, name: string, { into, system, levels }: Place): void {
  if (Array.isArray(value)) for (const item of value) take(item, name, { into, system, levels })
  if (!isMembers(value) || levels > MOST_LEVELS) return
  const own = value.members.find(([member]) => member === '@srsName')?.[1]
  const place = { into, system: typeof own === 'string' ? own : system, levels: levels + 1 }
  for (const [member, inner] of value.members)
    if (POSITIONS.has(member)) takePositions(inner, name, member, place)
    else if (!member.startsWith('@')) take(inner, member, place)
}

function takePositions(value: Value, name: string, member: string, { into, system }: Place): void {
  if (Array.isArray(value))
    for (const item of value) takePositions(item, name, member, { into, system, levels: 0 })
  const text = isMembers(value) ? value.members.find(([one]) => one === '#text')?.[1] : value
  if (typeof text !== 'string' || NO_DEGREES.test(system)) return
  const parts = text.trim().split(/\s+/)
  const tuples =
    member === 'coordinates' ? parts.map((part) => part.split(',')) : inPairs(parts, member, value)
  const isLatitudeFirst = member !== 'coordinates' && (system === '' || DEGREES.test(system))
  const positions = tuples.map(([a, b]) => [Number(a), Number(b)] as const)
  if (!positions.every(([a, b]) => Number.isFinite(a) && Number.isFinite(b))) return
  const degrees = positions.map(([a, b]) => (isLatitudeFirst ? ([b, a] as const) : ([a, b] as const)))
  if (name === 'Point') into.points.push(...degrees)
  else into.lines.push({ area: name === 'LinearRing', line: degrees.flat() })
}

function inPairs(numbers: readonly string[], member: string, value: Value): readonly (readonly string[])[] {
  const stated = isMembers(value) ? value.members.find(([name]) => name === '@srsDimension')?.[1] : undefined
  const size = member === 'pos' ? numbers.length : stated === '3' ? 3 : 2
  return Array.from({ length: Math.ceil(numbers.length / size) }, (_, at) =>
    numbers.slice(at * size, at * size + size),
  )
}
