import { restOfLatitude, restOfLongitude, restOfX, restOfY } from '../profile/column.ts'
import { isDecimal } from '../profile/text-kind.ts'
import type { ReadRecord, Value } from '../types.ts'
import { isNumeral } from '../value.ts'
import { PointGrid } from './grid.ts'

const MAX_PAIRS = 4
const MAX_NAMES = 50

// X and Y may be names of anything. They count as degrees if they have enough digits for streets, and all lie in one region that is further
// from 0°, 0° than it is wide.
const FINE = /[.,]\d{4}/
const REGION = 30

/** Two columns that may be coordinates. */
interface Pair {
  readonly longitude: string
  readonly latitude: string
  /** How clear the names are: two that belong together, the first of each kind, or just X and Y. */
  readonly rank: Rank
  readonly grid: PointGrid
  /** How many records have coordinates here, and how many have numbers that are none. */
  count: number
  astray: number
  /** How many coordinates have enough digits for degrees. */
  fine: number
}

type Rank = 'together' | 'first' | 'x and y'
const RANKS: readonly Rank[] = ['together', 'first', 'x and y']

/** Finds pairs of columns that may be longitude and latitude by their names, and decides by their values. */
export class Pairs {
  readonly #latitudes: Named[] = []
  readonly #longitudes: Named[] = []
  readonly #pairs: Pair[] = []
  readonly #xs: Named[] = []
  readonly #ys: Named[] = []
  readonly #grids: Pair[] = []

  /** Takes the name of a new column. */
  begin(name: string): void {
    const latitude = restOfLatitude(name)
    const longitude = restOfLongitude(name)
    if (latitude !== undefined) this.#take(this.#latitudes, { name, rest: latitude })
    else if (longitude !== undefined) this.#take(this.#longitudes, { name, rest: longitude })
    const [x, y] = [restOfX(name), restOfY(name)]
    if (x !== undefined && y === undefined) this.#takeGrid(this.#xs, { name, rest: x })
    else if (y !== undefined && x === undefined) this.#takeGrid(this.#ys, { name, rest: y })
  }

  add(record: ReadRecord): void {
    for (const pair of this.#pairs) add(pair, record)
    for (const pair of this.#grids) add(pair, record)
  }

  /** The pair with the most coordinates, if most of its numbers are coordinates; of equals, the one with clearer names. */
  get best(): Pair | undefined {
    const named = this.#pairs.some(({ rank, count }) => rank === 'together' && count > 0)
    const [best] = [
      ...this.#pairs.filter(({ rank }) => !named || rank === 'together'),
      ...this.#grids.filter(isRegion),
    ]
      .filter(({ count, astray }) => count > 0 && count >= astray)
      .sort((a, b) => b.count - a.count || RANKS.indexOf(a.rank) - RANKS.indexOf(b.rank))
    return best
  }

  // `start_lat` belongs to `start_lon`; if no names match, the first of each kind are a pair.
  #take(names: Named[], named: Named): void {
    if (names.length < MAX_NAMES) names.push(named)
    const matched = this.#latitudes.flatMap((latitude) =>
      this.#longitudes
        .filter(({ rest }) => rest === latitude.rest)
        .map((longitude) => [longitude, latitude] as const),
    )
    const [longitude, latitude] = [this.#longitudes[0], this.#latitudes[0]]
    const wanted =
      matched.length > 0 ? matched : longitude && latitude ? [[longitude, latitude] as const] : []
    for (const [{ name: longitude }, { name: latitude }] of wanted) {
      const isKnown = this.#pairs.some((pair) => pair.longitude === longitude && pair.latitude === latitude)
      if (!isKnown && this.#pairs.length < MAX_PAIRS)
        this.#pairs.push({
          longitude,
          latitude,
          rank: matched.length > 0 ? 'together' : 'first',
          ...EMPTY(),
        })
    }
  }

  // Each X is paired with the Y of the same name; there may be a pair in degrees and one in metres.
  #takeGrid(names: Named[], named: Named): void {
    if (names.length < MAX_NAMES) names.push(named)
    for (const { name: longitude, rest } of this.#xs)
      for (const { name: latitude, rest: other } of this.#ys) {
        const isKnown = this.#grids.some((pair) => pair.longitude === longitude && pair.latitude === latitude)
        if (rest === other && !isKnown && this.#grids.length < MAX_PAIRS)
          this.#grids.push({ longitude, latitude, rank: 'x and y', ...EMPTY() })
      }
  }
}

const EMPTY = () => ({ grid: new PointGrid(), count: 0, astray: 0, fine: 0 })

function add(pair: Pair, record: ReadRecord): void {
  const [x, y] = [record.get(pair.longitude), record.get(pair.latitude)]
  const longitude = coordinateOf(x)
  const latitude = coordinateOf(y)
  if (longitude === undefined || latitude === undefined) return
  if (isPlace(longitude, latitude)) {
    pair.count++
    if (pair.rank === 'x and y' && isFine(x) && isFine(y)) pair.fine++
    pair.grid.add(longitude, latitude)
  } else pair.astray++
}

function isFine(value: Value | undefined): boolean {
  return FINE.test(typeof value === 'string' ? value : value && isNumeral(value) ? value.numeral : '')
}

// Nine of ten coordinates must agree: the others may be mistakes.
function isRegion({ count, fine, grid }: Pair): boolean {
  if (fine * 10 < count * 9) return false
  const { points } = grid
  const [west, east] = mostOf(points.map(([longitude, , count]) => [longitude, count]))
  const [south, north] = mostOf(points.map(([, latitude, count]) => [latitude, count]))
  const size = Math.max(east - west, north - south)
  return size <= REGION && Math.hypot((west + east) / 2, (south + north) / 2) > 2 * size
}

function mostOf(values: readonly (readonly [at: number, count: number])[]): [from: number, to: number] {
  const sorted = values.toSorted((a, b) => a[0] - b[0])
  const few = sorted.reduce((sum, [, count]) => sum + count, 0) / 20
  const after = (ordered: readonly (readonly [at: number, count: number])[]) => {
    let seen = 0
    for (const [at, count] of ordered) {
      seen += count
      if (seen > few) return at
    }
    return 0
  }
  return [after(sorted), after(sorted.toReversed())]
}

interface Named {
  readonly name: string
  /** The name without the word for the coordinate. */
  readonly rest: string
}

const COMMA = /^[+-]?\d{1,3},\d+$/

/** A coordinate as a number, from a numeral or a text with decimal point or comma; undefined for anything else. */
function coordinateOf(value: Value | undefined): number | undefined {
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
