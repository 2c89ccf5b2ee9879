import { restOfName } from '../profile/column.ts'
import { clusterOf } from './cluster.ts'
import { type Placed, Placer } from './placer.ts'
import { fromMercator, isMercator, isOnEarth, type Position } from './system.ts'

/**
 * Why two series may be coordinates: the config, names of longitude and latitude that belong together, the first names of each, a text or a
 * list of two numbers, names of X and Y, names that only mean coordinate, or the values alone.
 */
type Rank = 'stated' | 'together' | 'first' | 'text' | 'list' | 'x and y' | 'hinted' | 'values'
const RANKS: readonly Rank[] = ['stated', 'together', 'first', 'text', 'list', 'x and y', 'hinted', 'values']

/** Two series that may be coordinates. */
interface PairCandidate {
  readonly longitude: Series
  readonly latitude: Series
  readonly rank: Rank
}

/** Two series that are coordinates. */
export interface Pair extends PairCandidate, Placed {
  readonly metres: boolean
  readonly toDegrees: ToDegrees | undefined
  /** Takes further positions. */
  readonly placer: Placer
}

const MOST_NAMED = 12
const MOST_UNNAMED = 8

/** All pairs of series that may be coordinates. */
export function candidatesOf(series: readonly Series[]): PairCandidate[] {
  return [...namedPairs(series), ...gridPairs(series), ...hintedPairs(series), ...unnamedPairs(series)]
}

// `start_lat` belongs to `start_lon`; if no names match, the first of each kind are a pair.
function namedPairs(series: readonly Series[]): PairCandidate[] {
  const latitudes = series.filter(({ role }) => role?.latitude !== undefined)
  const longitudes = series.filter(({ role }) => role?.longitude !== undefined)
  const matched = latitudes.flatMap((latitude) =>
    longitudes
      .filter(({ role }) => role?.longitude === latitude.role?.latitude)
      .map((longitude): PairCandidate => ({ longitude, latitude, rank: 'together' })),
  )
  if (matched.length > 0) return matched.slice(0, MOST_NAMED)
  const [longitude, latitude] = [longitudes[0], latitudes[0]]
  return longitude && latitude ? [{ longitude, latitude, rank: 'first' }] : []
}

// Each X is paired with the Y of the same name; there may be a pair in degrees and one in metres.
function gridPairs(series: readonly Series[]): PairCandidate[] {
  const ys = series.filter(({ role }) => role?.y !== undefined)
  return series
    .filter(({ role }) => role?.x !== undefined)
    .flatMap((longitude) =>
      ys
        .filter(({ role }) => role?.y === longitude.role?.x)
        .map((latitude): PairCandidate => ({ longitude, latitude, rank: 'x and y' })),
    )
    .slice(0, MOST_NAMED)
}

function hintedPairs(series: readonly Series[]): PairCandidate[] {
  const hinted = series.filter(({ role }) => role?.hinted && role.x === undefined && role.y === undefined)
  return pairsOf(hinted.slice(0, MOST_UNNAMED), 'hinted')
}

/** The least number of places that values alone prove. */
const LEAST_PLACES = 8

function unnamedPairs(series: readonly Series[]): PairCandidate[] {
  const likely = series
    .filter((one) => one.role?.latitude === undefined && one.role?.longitude === undefined)
    .filter((one) => one.count >= LEAST_PLACES && (one.isFine('five', 0.8) || one.isFine('one', 0.8)))
    .filter(isNarrow)
  return pairsOf(likely.slice(0, MOST_UNNAMED), 'values').filter(
    ({ longitude, latitude }) => !areAlike(longitude, latitude) && !areUneven(longitude, latitude),
  )
}

// Latitude before longitude, as it is mostly written, unless the values show another order.
function pairsOf(series: readonly Series[], rank: Rank): PairCandidate[] {
  return series.flatMap((first, at) =>
    series.slice(at + 1).map((second): PairCandidate => orient({ latitude: first, longitude: second, rank })),
  )
}

/** How much better the other order must fit: texts mostly have the latitude first. */
const MARGINS: Partial<Record<Rank, number>> = { text: 0.5 }
const MARGIN = 0.1

/** Degrees of longitude are narrower than those of latitude, so the same town has more of them. */
export function orient(candidate: PairCandidate): PairCandidate {
  const { latitude, longitude } = candidate
  if (Math.min(latitude.count, longitude.count) < 30) return candidate
  const [first, second] = [spreadOf(latitude), spreadOf(longitude)]
  if (first.size === 0 || second.size === 0) return candidate
  const wrong = (lat: Spread, lon: Spread) =>
    Math.abs(lat.middle) > 85
      ? Infinity
      : Math.abs(Math.log(lon.size / lat.size) + Math.log(Math.cos((lat.middle * Math.PI) / 180)))
  return wrong(first, second) > wrong(second, first) + (MARGINS[candidate.rank] ?? MARGIN)
    ? { ...candidate, latitude: longitude, longitude: latitude }
    : candidate
}

/** Where nine of ten numbers are. */
interface Spread {
  readonly middle: number
  readonly size: number
}

function spreadOf({ values }: Series): Spread {
  const sorted = Float64Array.from(values).sort()
  const few = Math.floor(sorted.length / 20)
  const [from = 0, to = 0] = [sorted[few], sorted[sorted.length - 1 - few]]
  return { middle: (from + to) / 2, size: to - from }
}

/** The greatest width of a region that values alone prove, in degrees. */
const NARROW = 6

// Prices and measurements are spread over their own size, the places of a town or district are not.
function isNarrow(one: Series): boolean {
  const { middle, size } = spreadOf(one)
  if (size === 0) return false
  if (Math.abs(middle) > 1000) return size <= Math.abs(middle) / 5
  return Math.abs(middle) <= 180 && size <= NARROW && one.isFine('five', 0.8)
}

/** The correlation of columns that values alone prove to be no coordinates, such as prices at the beginning and the end of a day. */
const ALIKE = 0.9

// Whether one of two columns has less than half as many different values as the other one: each place has two numbers of its own.
function areUneven(a: Series, b: Series): boolean {
  const [few = 0, many = 0] = [a, b].map(({ values }) => new Set(values).size).sort((p, q) => p - q)
  return few * 2 < many
}

// Columns that follow from each other, such as a share and what is left of it, are no coordinates.
function areAlike(a: Series, b: Series): boolean {
  let [count, x, y, xx, yy, xy] = [0, 0, 0, 0, 0, 0]
  const [left, right] = [a.values[0] ?? 0, b.values[0] ?? 0]
  eachBoth(a, b, (first, second) => {
    const [p, q] = [first - left, second - right]
    count++
    x += p
    y += q
    xx += p * p
    yy += q * q
    xy += p * q
  })
  if (count < 0.95 * Math.max(a.count, b.count)) return true
  const [sx, sy] = [count * xx - x * x, count * yy - y * y]
  return !(sx > 0 && sy > 0) || Math.abs(count * xy - x * y) > ALIKE * Math.sqrt(sx * sy)
}

type ToDegrees = (x: number, y: number) => Position | undefined

/** The pair of a candidate whose values are coordinates; undefined if they are not. `convert` is for a stated one. */
export function pairOf(given: PairCandidate, convert?: ToDegrees): Pair | undefined {
  const candidate = withXFirst(given)
  const { longitude, latitude, rank } = candidate
  let [both, degrees, mercator] = [0, 0, 0]
  eachBoth(longitude, latitude, (x, y) => {
    both++
    if (convert || isOnEarth(x, y) || isOnEarth(y, x)) degrees++
    else if (isMercator(x, y)) mercator++
  })
  const metres = mercator > degrees
  if (both === 0 || (metres ? mercator * 10 < both * 9 : degrees * 2 < both)) return undefined
  const toDegrees = rank === 'stated' && convert ? convert : metres ? fromMercator : undefined
  const placer = new Placer()
  eachBoth(longitude, latitude, (x, y) => place(placer, toDegrees, x, y))
  const placed = placer.finish()
  if (placed.count === 0 || placed.count < placed.astray) return undefined
  const isProven = metres ? provesMetres : PROOFS[rank]
  return isProven(candidate, placed) ? { ...candidate, ...placed, metres, toDegrees, placer } : undefined
}

// In metres, the easting is written first.
function withXFirst(candidate: PairCandidate): PairCandidate {
  const { longitude, latitude, rank } = candidate
  const isByName = rank !== 'values' && rank !== 'hinted'
  if (isByName || latitude.index > longitude.index || Math.abs(latitude.values[0] ?? 0) <= 1000)
    return candidate
  return { ...candidate, longitude: latitude, latitude: longitude }
}

/** Adds a position of degrees or of metres. */
export function place(placer: Placer, toDegrees: ToDegrees | undefined, x: number, y: number): void {
  const position = toDegrees?.(x, y)
  if (!toDegrees) placer.add(x, y)
  else if (position) placer.add(...position)
  else placer.add(NaN, NaN)
}

type Proof = (candidate: PairCandidate, placed: Placed) => boolean

/** What the values must be in addition to degrees, according to the names. */
const PROOFS: Readonly<Record<Rank, Proof>> = {
  stated: () => true,
  together: () => true,
  first: () => true,
  text: isWritten,
  list: isWritten,
  'x and y': (candidate, placed) => isStreet(candidate) && isRegion(placed),
  hinted: (candidate, placed) => isStreet(candidate) && isRegion(placed),
  values: ({ longitude, latitude }, { points, count }) => {
    const cluster = clusterOf(points)
    return (
      longitude.isFine('five', 0.8) &&
      latitude.isFine('five', 0.8) &&
      count >= LEAST_PLACES &&
      cluster !== undefined &&
      cluster.radius <= NARROW / 2 &&
      Math.hypot(cluster.longitude, cluster.latitude) > 10
    )
  },
}

function isStreet({ longitude, latitude }: PairCandidate): boolean {
  return longitude.isFine('four', 0.8) && latitude.isFine('four', 0.8)
}

function isWritten({ longitude, latitude }: PairCandidate, { points }: Placed): boolean {
  const isExact = longitude.isFine('four', 0.5) && latitude.isFine('four', 0.5)
  return isExact && points.some(([x, y]) => Math.hypot(x, y) > 2)
}

function provesMetres({ longitude, latitude, rank }: PairCandidate): boolean {
  if (rank === 'stated' || rank === 'together' || rank === 'first' || rank === 'x and y') return true
  const hasDecimals = longitude.isFine('one', 0.8) && latitude.isFine('one', 0.8)
  return hasDecimals && isNarrow(longitude) && isNarrow(latitude)
}

/** The greatest width of a region that X and Y are degrees of. */
const REGION = 30

// X and Y may be names of anything. They are degrees if they have enough digits for streets, and nearly all lie in one region that is further
// from 0°, 0° than it is wide.
function isRegion({ points }: Placed): boolean {
  const cluster = clusterOf(points)
  if (cluster === undefined) return false
  const size = 2 * cluster.radius
  return size <= REGION && Math.hypot(cluster.longitude, cluster.latitude) > 2 * size
}

/** Values alone must place this many times the records that names place. */
const MUCH_MORE = 1.5

/** The pair with the most places; of equals, the one with clearer names. */
export function bestOf(pairs: readonly Pair[]): Pair | undefined {
  const named = pairs.some(({ rank }) => rank === 'together')
  const most = pairs.reduce((max, { rank, count }) => (rank === 'values' ? max : Math.max(max, count)), 0)
  const [best] = pairs
    .filter(
      ({ rank, count }) => (rank !== 'first' || !named) && (rank !== 'values' || count > most * MUCH_MORE),
    )
    .toSorted((a, b) => b.count - a.count || RANKS.indexOf(a.rank) - RANKS.indexOf(b.rank))
  return best
}

/** What the name of a column suggests about its numbers. */
interface Role {
  readonly latitude?: string
  readonly longitude?: string
  readonly x?: string
  readonly y?: string
  /** Whether it is called a coordinate, without stating which one. */
  readonly hinted?: true
}

const HINT = /coord|geo(?!rg|log)|position|easting|northing|mercator|коорд|^гео|wgs|epsg/i

/** The role of a column by its name; undefined if the name suggests none. The value is the rest of the name, to find the partner. */
export function roleOf(name: string): Role | undefined {
  const latitude = restOfName(name, 'latitude')
  if (latitude !== undefined) return { latitude }
  const longitude = restOfName(name, 'longitude')
  if (longitude !== undefined) return { longitude }
  const [x, y] = [restOfName(name, 'x'), restOfName(name, 'y')]
  const hinted = HINT.test(name) ? { hinted: true as const } : undefined
  if (x !== undefined && y === undefined) return { x, ...hinted }
  if (y !== undefined && x === undefined) return { y, ...hinted }
  return hinted
}

/** The numbers of one column with the numbers of their records. */
export class Series {
  readonly name: string
  /** The position of its column among all. */
  readonly index: number
  readonly role: Role | undefined
  values: number[] = []
  records: number[] = []
  /** How many numbers have at least one, four, five digits after the point. */
  readonly fine = { one: 0, four: 0, five: 0 }
  /** The last number and its record, when there are too many to keep. */
  last = NaN
  lastRecord = -1

  constructor(name: string, index: number, role: Role | undefined) {
    this.name = name
    this.index = index
    this.role = role
  }

  get count(): number {
    return this.values.length
  }

  add(value: number, decimals: number, record: number): void {
    this.values.push(value)
    this.records.push(record)
    if (decimals > 0) this.fine.one++
    if (decimals > 3) this.fine.four++
    if (decimals > 4) this.fine.five++
  }

  /** Whether its numbers look like degrees with many digits, or like metres. */
  get mayBePlaces(): boolean {
    return (
      this.isFine('four', 0.5) || (this.isFine('one', 0.5) && Math.abs(this.values.at(-1) ?? 0) > 100_000)
    )
  }

  /** Whether at least this share of the numbers, 0 to 1, has at least this many digits. */
  isFine(digits: 'one' | 'four' | 'five', share: number): boolean {
    return this.count > 0 && this.fine[digits] >= this.count * share
  }
}

/** Calls back with the numbers of each record that is in both series. */
function eachBoth(a: Series, b: Series, visit: (x: number, y: number) => void): void {
  let at = 0
  for (const [index, record] of a.records.entries()) {
    while (at < b.count && (b.records[at] as number) < record) at++
    if (b.records[at] === record) visit(a.values[index] as number, b.values[at] as number)
  }
}
