import type { Geometry } from './system.ts'
import { fromMercator, systemOf } from './system.ts'
import { type PlainGeometry, readWkb } from './wkb.ts'

/** A geometry in degrees that was read from a text. */
interface TextGeometry extends Geometry {
  /** Whether its coordinates were read as Web Mercator metres. */
  readonly metres: boolean
}

const HEAD =
  /^(?:SRID=(\d{1,6});)?\s{0,9}(?:MULTI)?(?:POINT|LINESTRING|POLYGON)(?:ZM?|M)?\b|^(?:SRID=(\d{1,6});)?\s{0,9}GEOMETRYCOLLECTION\b/i

/**
 * The geometry of a well-known text (OGC 06-103r4, 7), with an optional `SRID=…;` as written by PostGIS, or of well-known binary in
 * hexadecimal digits: in degrees, or in Web Mercator metres, recognised by their size if no system is named. Undefined for anything else, and
 * without positions.
 */
export function geometryOfText(text: string): TextGeometry | undefined {
  const first = text.charCodeAt(0) | 32
  // p, l, m, g, s, 0, or a blank
  if (![112, 108, 109, 103, 115, 48].includes(first) && first > 32) return undefined
  const trimmed = text.trim()
  const read = trimmed.startsWith('0') ? readWkb(trimmed) : readWkt(trimmed)
  if (!read) return undefined
  const { geometry, srid } = read
  const start = geometry.points[0] ?? geometry.lines[0]?.line
  if (!start) return undefined
  const system = systemOf(srid, [start[0] as number, start[1] as number])
  if (system === 'degrees') return { ...geometry, metres: false }
  const converted = system && inDegrees(geometry)
  return converted && { ...converted, metres: true }
}

function readWkt(text: string): PlainGeometry | undefined {
  const head = HEAD.exec(text)
  const geometry = head && new WktReader(text.slice(text.indexOf(';') + 1)).read()
  const srid = head?.[1] ?? head?.[2]
  return geometry ? { geometry, srid: srid === undefined ? undefined : Number(srid) } : undefined
}

function inDegrees({ points, lines }: Geometry): Geometry | undefined {
  const positions = points.map(([x, y]) => fromMercator(x, y))
  const drawn = lines.map(({ area, line }) => {
    const degrees: number[] = []
    for (let at = 0; at + 1 < line.length; at += 2)
      degrees.push(...(fromMercator(line[at] as number, line[at + 1] as number) ?? [NaN, NaN]))
    return { area, line: degrees }
  })
  if (positions.includes(undefined) || drawn.some(({ line }) => line.includes(NaN))) return undefined
  return { points: positions as Geometry['points'], lines: drawn }
}

const WORD = /[A-Za-z]{1,20}/y
const NUMBER = /[+-]?(?:\d{1,20}(?:\.\d{0,30})?|\.\d{1,30})(?:[eE][+-]?\d{1,3})?/y
const MOST_DEEP = 8

/** Reads one text from left to right. Every method returns false where the text is not as expected. */
class WktReader {
  readonly #text: string
  readonly #into: Geometry = { points: [], lines: [] }
  #at = 0

  constructor(text: string) {
    this.#text = text
  }

  read(): Geometry | undefined {
    const isRead = this.#geometry(0)
    this.#blank()
    return isRead && this.#at === this.#text.length ? this.#into : undefined
  }

  #geometry(depth: number): boolean {
    let type = this.#match(WORD)?.toUpperCase()
    if (type === undefined || depth > MOST_DEEP) return false
    // `POINT Z`, `POINTZ`, `POINT EMPTY`
    type = type.replace(/(?<=T|G|N)(?:ZM?|M)$/, '')
    const next = this.#match(WORD)?.toUpperCase()
    if (next === 'EMPTY' || (next !== undefined && this.#match(WORD)?.toUpperCase() === 'EMPTY')) return true
    if (next !== undefined && !['Z', 'M', 'ZM'].includes(next)) return false
    switch (type) {
      case 'POINT':
        return this.#list(() => this.#point())
      case 'MULTIPOINT':
        return this.#list(() => (this.#sees('(') ? this.#list(() => this.#point()) : this.#point()))
      case 'LINESTRING':
        return this.#line(false)
      case 'MULTILINESTRING':
        return this.#list(() => this.#line(false))
      case 'POLYGON':
        return this.#list(() => this.#line(true))
      case 'MULTIPOLYGON':
        return this.#list(() => this.#list(() => this.#line(true)))
      case 'GEOMETRYCOLLECTION':
        return this.#list(() => this.#geometry(depth + 1))
      default:
        return false
    }
  }

  #list(item: () => boolean): boolean {
    if (!this.#take('(')) return false
    do if (!item()) return false
    while (this.#take(','))
    return this.#take(')')
  }

  #line(area: boolean): boolean {
    const line: number[] = []
    const isRead = this.#list(() => {
      const position = this.#position()
      if (position) line.push(...position)
      return position !== undefined
    })
    if (isRead) this.#into.lines.push({ area, line })
    return isRead
  }

  #point(): boolean {
    const position = this.#position()
    if (position) this.#into.points.push(position)
    return position !== undefined
  }

  #position(): [number, number] | undefined {
    const [x, y] = [this.#match(NUMBER), this.#match(NUMBER)]
    if (x === undefined || y === undefined) return undefined
    // Height and measure
    if (this.#match(NUMBER) !== undefined) this.#match(NUMBER)
    return [Number(x), Number(y)]
  }

  #match(pattern: RegExp): string | undefined {
    this.#blank()
    pattern.lastIndex = this.#at
    const [found] = pattern.exec(this.#text) ?? []
    this.#at += found?.length ?? 0
    return found
  }

  #take(sign: string): boolean {
    const sees = this.#sees(sign)
    if (sees) this.#at++
    return sees
  }

  #sees(sign: string): boolean {
    this.#blank()
    return this.#text[this.#at] === sign
  }

  #blank(): void {
    while (this.#text.charCodeAt(this.#at) <= 32) this.#at++
  }
}
