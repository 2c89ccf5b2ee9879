import { restOfName } from '../profile/column.ts'
import { isDecimal } from '../profile/text-kind.ts'
import type { Members, Value } from '../types.ts'
import { isMembers, isNumeral } from '../value.ts'
import { geometryOfElements } from './elements.ts'
import type { Geometry } from './system.ts'

/** Nesting depth of positions in the coordinates of a geometry (RFC 7946, 3.1). */
export const DEPTHS: Readonly<Record<string, number>> = {
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
 * The geometry of an object: GeoJSON, a feature, `{ lat, lon }`, `{ coordinates: [lon, lat] }`, an element of KML or GML, or an object with one of
 * these in a member.
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
  return point ? { points: [point], lines: [] } : geometryOfElements(value)
}

function namedPoint(value: Members): readonly [number, number] | undefined {
  const coordinates = memberOf(value, 'coordinates')
  if (Array.isArray(coordinates) && memberOf(value, 'type') === undefined)
    return coordinates.length <= 3 ? positionOf(coordinates) : undefined
  const latitude = value.members.find(([name]) => restOfName(name, 'latitude') !== undefined)?.[1]
  const longitude = value.members.find(([name]) => restOfName(name, 'longitude') !== undefined)?.[1]
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

const COMMA = /^[+-]?\d{1,9},\d{1,20}$/
const LONGEST = 40

/** Degrees with minutes and seconds or with decimals, and the side of the earth: `45°48′12.4″N`, `45° 48.2' с. ш.`, `45.8°`, `45.8034N`. */
const SEXAGESIMAL = String.raw`(\d{1,3})\s?[°º]\s?(?:(\d{1,2}(?:[.,]\d{1,8})?)\s?['′’]\s?(?:(\d{1,2}(?:[.,]\d{1,8})?)\s?(?:["″”]|''|′′)\s?)?)?`
const SIDE = String.raw`([NSEW]|[СсЮюВвЗз]\.?\s?[ШшДд]\.?)`
const ANGLE = String.raw`([+-]?)(?:${SEXAGESIMAL}|(\d{1,3}[.,]\d{2,20})\s?[°º]?)\s?${SIDE}?`
const ONE_ANGLE = new RegExp(`^${ANGLE}$`)
const TWO_ANGLES = new RegExp(`^\\(?${ANGLE}(?:\\s?[,;/|]\\s?|\\s)${ANGLE}\\)?$`)

/** The degrees that the groups of {@link ANGLE} are, and to how many decimals. */
function degreesOf([sign, whole, minutes, seconds, decimal, side = '']: readonly (string | undefined)[]): {
  readonly degrees: number
  readonly decimals: number
} {
  const [d, m, s] = [decimal ?? whole, minutes, seconds].map((part = '0') =>
    Number(part.replace(',', '.')),
  ) as [number, number, number]
  const size = d + m / 60 + s / 3600
  const exact = decimal ?? seconds ?? minutes ?? ''
  const decimals = (/[.,](\d+)/.exec(exact)?.[1]?.length ?? 0) + (seconds ? 4 : minutes ? 2 : 0)
  return { degrees: sign === '-' || /^[swюз]/i.test(side) ? -size : size, decimals }
}

/** A coordinate as a number, from a numeral or a text with decimal point or comma, or in degrees; undefined for anything else. */
export function numberOf(value: Value | undefined): number | undefined {
  if (value === null || value === undefined) return undefined
  if (typeof value !== 'string') return isNumeral(value) ? Number(value.numeral) : undefined
  if (value.length > LONGEST) return undefined
  const text = value.trim()
  // Most texts that begin with a digit are no numbers.
  if (!endsWithDigit(text)) {
    const angle = ONE_ANGLE.exec(text)
    return angle ? degreesOf(angle.slice(1)).degrees : undefined
  }
  if (isDecimal(text)) return Number(text)
  return COMMA.test(text) ? Number(text.replace(',', '.')) : undefined
}

function endsWithDigit(text: string): boolean {
  const last = text.charCodeAt(text.length - 1)
  return last > 47 && last < 58
}

/** The number of digits after the decimal point or comma of a value that is a number. */
export function decimalsOf(value: Value | undefined): number {
  const text = typeof value === 'string' ? value.trim() : value && isNumeral(value) ? value.numeral : ''
  if (!endsWithDigit(text)) return degreesOf(ONE_ANGLE.exec(text)?.slice(1) ?? []).decimals
  const point = Math.max(text.indexOf('.'), text.indexOf(','))
  return point < 0 ? 0 : text.length - point - 1
}

// Two numbers with decimals and what may stand around them. A comma between digits is a decimal comma only if something else separates the
// numbers.
const NUMBER = String.raw`([+-]?\d{1,3}\.\d{2,20})`
const WITH_COMMA = String.raw`([+-]?\d{1,3},\d{2,20})`
const pairOf = (number: string, separator: string) =>
  new RegExp(
    String.raw`^[([{]?\s{0,3}(?:[NSEW]\s?)?${number}\s?°?\s?([NSEW]?)\s{0,3}${separator}\s{0,3}(?:[NSEW]\s?)?${number}\s?°?\s?([NSEW]?)\s{0,3}[)\]}]?$`,
    'i',
  )
const PAIRS = [pairOf(NUMBER, '[,;|/\\s]'), pairOf(WITH_COMMA, '(?:[;|/\\s]|,\\s)')]
const LONGEST_PAIR = 80

/** Two numbers that a text consists of, `55.75, 37.62` or `55,75; 37,62`, and the least number of their decimals; undefined for others. */
export function pairOfText(
  text: string,
): readonly [first: number, second: number, decimals: number] | undefined {
  if (text.length < 9 || text.length > LONGEST_PAIR) return undefined
  const trimmed = text.trim()
  for (const pattern of PAIRS) {
    const found = pattern.exec(trimmed)
    if (!found) continue
    const [first = '', side = '', second = '', other = ''] = found.slice(1)
    const [a, b] = [first, second].map((digits) => Number(digits.replace(',', '.'))) as [number, number]
    const decimals = Math.min(decimalsOf(first), decimalsOf(second))
    return [/[sw]/i.test(side) ? -a : a, /[sw]/i.test(other) ? -b : b, decimals]
  }
  const angles = /[°º]/.test(trimmed) ? TWO_ANGLES.exec(trimmed) : null
  if (!angles) return undefined
  const [one, other] = [degreesOf(angles.slice(1, 7)), degreesOf(angles.slice(7, 13))]
  return [one.degrees, other.degrees, Math.min(one.decimals, other.decimals)]
}
