import { restOfLatitude, restOfLongitude, restOfX, restOfY } from '../profile/column.ts'

/** What the name of a column says about its numbers. */
export interface Role {
  readonly latitude?: string
  readonly longitude?: string
  readonly x?: string
  readonly y?: string
  /** Whether it is called a coordinate, without which one. */
  readonly hinted?: true
}

const HINT = /coord|geo(?!rg|log)|position|easting|northing|mercator|коорд|^гео|wgs|epsg/i

/** The role of a column by its name; undefined if the name says nothing. The value is the rest of the name, to find the partner. */
export function roleOf(name: string): Role | undefined {
  const latitude = restOfLatitude(name)
  if (latitude !== undefined) return { latitude }
  const longitude = restOfLongitude(name)
  if (longitude !== undefined) return { longitude }
  const [x, y] = [restOfX(name), restOfY(name)]
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

  /** Whether so large a share of the numbers, 0 to 1, has at least so many digits. */
  isFine(digits: 'one' | 'four' | 'five', share: number): boolean {
    return this.count > 0 && this.fine[digits] >= this.count * share
  }
}

/** Calls back with the numbers of each record that is in both series. */
export function eachBoth(a: Series, b: Series, visit: (x: number, y: number) => void): void {
  let at = 0
  for (const [index, record] of a.records.entries()) {
    while (at < b.count && (b.records[at] as number) < record) at++
    if (b.records[at] === record) visit(a.values[index] as number, b.values[at] as number)
  }
}
