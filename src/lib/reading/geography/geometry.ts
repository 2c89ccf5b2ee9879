import { restOfLatitude, restOfLongitude } from '../profile/column.ts'
import type { Members, Value } from '../types.ts'
import { isMembers } from '../value.ts'
import { numberOf } from './number.ts'

/** The points, lines and rings of a geometry. */
export interface Geometry {
  readonly points: (readonly [longitude: number, latitude: number])[]
  readonly lines: { readonly area: boolean; readonly line: number[] }[]
}

/** Nesting depth of positions in the coordinates of a geometry (RFC 7946, 3.1). */
const DEPTHS: Readonly<Record<string, number>> = {
  Point: 0,
  MultiPoint: 1,
  LineString: 1,
  MultiLineString: 2,
  Polygon: 2,
  MultiPolygon: 3,
}
const MAX_MEMBERS = 12
const MAX_NESTED = 8

/**
 * The geometry of an object: GeoJSON, a feature, `{ lat, lon }`, `{ coordinates: [lon, lat] }`, or an object with one of these in a member.
 * Undefined if it has none.
 */
export function geometryOf(value: Members): Geometry | undefined {
  if (value.members.length > MAX_MEMBERS) return undefined
  const own = ownGeometry(value)
  if (own) return own
  for (const [, member] of value.members) {
    const inner = isMembers(member) && member.members.length <= MAX_MEMBERS ? ownGeometry(member) : undefined
    if (inner) return inner
  }
  return undefined
}

function ownGeometry(value: Members): Geometry | undefined {
  const geometry: Geometry = { points: [], lines: [] }
  if (take(value, geometry, 0)) return geometry
  const point = namedPoint(value)
  return point && { points: [point], lines: [] }
}

function namedPoint(value: Members): readonly [number, number] | undefined {
  const coordinates = memberOf(value, 'coordinates')
  if (Array.isArray(coordinates) && memberOf(value, 'type') === undefined)
    return coordinates.length <= 3 ? positionOf(coordinates) : undefined
  const latitude = value.members.find(([name]) => restOfLatitude(name) !== undefined)?.[1]
  const longitude = value.members.find(([name]) => restOfLongitude(name) !== undefined)?.[1]
  return latitude === undefined || longitude === undefined ? undefined : positionOf([longitude, latitude])
}

function take(value: Value, into: Geometry, nested: number): boolean {
  if (!isMembers(value) || value.members.length > MAX_MEMBERS || nested > MAX_NESTED) return false
  const type = memberOf(value, 'type')
  if (typeof type !== 'string') return false
  if (type === 'GeometryCollection') {
    const geometries = memberOf(value, 'geometries')
    return Array.isArray(geometries) && geometries.every((geometry) => take(geometry, into, nested + 1))
  }
  const depth = Object.hasOwn(DEPTHS, type) ? DEPTHS[type] : undefined
  const coordinates = memberOf(value, 'coordinates')
  if (depth === undefined || !Array.isArray(coordinates)) return false
  if (type.endsWith('Point')) return eachAt(coordinates, depth, (position) => takePoint(position, into))
  const area = type.endsWith('Polygon')
  return eachAt(coordinates, depth - 1, (line) => takeLine(line, area, into))
}

function takePoint(position: Value, { points }: Geometry): boolean {
  const point = positionOf(position)
  if (point) points.push(point)
  return point !== undefined
}

function takeLine(positions: Value, area: boolean, { lines }: Geometry): boolean {
  if (!Array.isArray(positions)) return false
  const line: number[] = []
  for (const position of positions) {
    const point = positionOf(position)
    if (!point) return false
    line.push(...point)
  }
  if (line.length > 0) lines.push({ area, line })
  return true
}

function positionOf(position: Value): readonly [number, number] | undefined {
  if (!Array.isArray(position)) return undefined
  const [longitude, latitude] = (position as readonly Value[]).slice(0, 2).map(numberOf)
  return longitude === undefined || latitude === undefined ? undefined : [longitude, latitude]
}

function eachAt(value: Value, depth: number, visit: (value: Value) => boolean): boolean {
  if (depth === 0) return visit(value)
  return Array.isArray(value) && value.every((item) => eachAt(item, depth - 1, visit))
}

function memberOf({ members }: Members, name: string): Value | undefined {
  return members.find(([member]) => member === name)?.[1]
}
