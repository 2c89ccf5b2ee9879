import { fromMercator, isMercator } from './mercator.ts'
import { isOnEarth } from './position.ts'

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
