import type { Geometry } from './system.ts'

/** A geometry in the coordinates of its own system. */
export interface PlainGeometry {
  readonly geometry: Geometry
  /** The number of its system (EPSG), if the text names one. */
  readonly srid: number | undefined
}

/** The byte order, and the first or last byte of the type; a point is the shortest geometry. */
const BEGINS = /^0(?:1[\da-f]{2}|0[\da-f]{2})[\da-f]{38,}$/i
const [POINT, LINE, POLYGON, COLLECTION] = [1, 2, 3, 7]
const MOST_DEEP = 8

/** Bits of the type as PostGIS writes them. */
const HAS = { height: 0x80_00_00_00, measure: 0x40_00_00_00, srid: 0x20_00_00_00 }

/**
 * The geometry of well-known binary in hexadecimal digits (OGC 06-103r4, 8), with or without the number of its system, as PostGIS exports it.
 * Undefined for anything else.
 */
export function readWkb(hex: string): PlainGeometry | undefined {
  if (hex.length % 2 === 1 || !BEGINS.test(hex)) return undefined
  const bytes = new DataView(new ArrayBuffer(hex.length / 2))
  for (let at = 0; at < bytes.byteLength; at++)
    bytes.setUint8(at, parseInt(hex.slice(at * 2, at * 2 + 2), 16))
  try {
    return new WkbReader(bytes).read()
  } catch (error) {
    // It ends too early.
    if (error instanceof RangeError) return undefined
    throw error
  }
}

/** Reads one binary from its beginning to its end. */
class WkbReader {
  readonly #bytes: DataView
  readonly #into: Geometry = { points: [], lines: [] }
  #at = 0
  #isLittle = true
  #srid: number | undefined

  constructor(bytes: DataView) {
    this.#bytes = bytes
  }

  read(): PlainGeometry | undefined {
    const isRead = this.#geometry(0) && this.#at === this.#bytes.byteLength
    return isRead ? { geometry: this.#into, srid: this.#srid } : undefined
  }

  #geometry(depth: number): boolean {
    const order = this.#bytes.getUint8(this.#at++)
    if (order > 1 || depth > MOST_DEEP) return false
    this.#isLittle = order === 1
    const written = this.#count()
    if (written & HAS.srid) this.#srid = this.#count()
    const [type, form] = [(written & 0xff_ff) % 1000, Math.trunc((written & 0xff_ff) / 1000)]
    if (form > 3 || type < POINT || type > COLLECTION) return false
    const further = [written & HAS.height || form === 1 || form === 3, written & HAS.measure || form > 1]
    const numbers = 2 + further.filter(Boolean).length
    if (type === POINT) return this.#point(numbers)
    if (type === LINE) return this.#line(numbers, false)
    if (type === POLYGON) return this.#each(() => this.#line(numbers, true))
    return this.#each(() => this.#geometry(depth + 1))
  }

  #each(read: () => boolean): boolean {
    for (let left = this.#count(); left > 0; left--) if (!read()) return false
    return true
  }

  #point(numbers: number): boolean {
    const [x, y] = this.#position(numbers)
    // An empty point is written so.
    if (Number.isNaN(x) && Number.isNaN(y)) return true
    this.#into.points.push([x, y])
    return Number.isFinite(x) && Number.isFinite(y)
  }

  #line(numbers: number, area: boolean): boolean {
    const line: number[] = []
    for (let left = this.#count(); left > 0; left--) line.push(...this.#position(numbers))
    if (line.length > 0) this.#into.lines.push({ area, line })
    return line.every(Number.isFinite)
  }

  #position(numbers: number): [number, number] {
    const [x, y] = [0, 8].map((at) => this.#bytes.getFloat64(this.#at + at, this.#isLittle))
    this.#at += 8 * numbers
    return [x as number, y as number]
  }

  #count(): number {
    this.#at += 4
    return this.#bytes.getUint32(this.#at - 4, this.#isLittle)
  }
}
