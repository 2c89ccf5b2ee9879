import type { Cells, Table } from '../table.ts'
import { Fingerprint, FingerprintIndex, FingerprintList } from './fingerprint.ts'
import type { Sample } from './sample.ts'
import type { CommonColumn, Side } from './schema.ts'

/** At most this many columns of repeated values are combined. */
const MOST_COMBINED = 6
/** A key has at most this many columns. */
const MOST_WIDTH = 3
/** At most this many keys are tried. */
const MOST_KEYS = 8

const NAMED = /(?:^|[^\p{L}])(?:id|key|code|uuid|guid|no|nr|number|ид|код|ключ|номер)(?:$|[^\p{L}])|№/iu

/** The places of the columns of a key among the common columns. */
export type Key = readonly number[]

/**
 * Keys that identify every record of two samples, the likeliest first: columns whose values do not repeat, and combinations of columns
 * whose values do. Values decide; names only order the keys that the values allow.
 */
export function findKeys(columns: readonly CommonColumn[], before: Sample, after: Sample): Key[] {
  const usable = columns
    .keys()
    .toArray()
    .filter((at) => [before, after].every((sample) => sample.columns[at]?.isFilled))
  const isUnique = (at: number) =>
    [before, after].every((sample) => sample.columns[at]?.distinct === sample.records)
  const hasDecimals = (at: number) => after.columns[at]?.hasDecimals === true
  const isNamed = (at: number) => NAMED.test(spaced(columns[at]?.name ?? ''))
  const isCounter = (at: number) => [before, after].every((sample) => sample.columns[at]?.isCounter)
  const order = (key: Key) => [
    Number(key.some(hasDecimals)),
    Number(key.some(isCounter)),
    key.length,
    -key.filter(isNamed).length / key.length,
    ...key,
  ]
  const repeated = usable
    .filter((at) => !isUnique(at) && !hasDecimals(at) && (after.columns[at]?.distinct ?? 0) > 1)
    .sort(
      (a, b) =>
        Number(isNamed(b)) - Number(isNamed(a)) ||
        (after.columns[b]?.distinct ?? 0) - (after.columns[a]?.distinct ?? 0) ||
        a - b,
    )
    .slice(0, MOST_COMBINED)
    .sort((a, b) => a - b)
  const combined: Key[] = []
  for (const key of combine(repeated))
    if (!combined.some((found) => found.every((at) => key.includes(at))) && identifies(key, before, after))
      combined.push(key)
  return [...usable.filter(isUnique).map((at) => [at]), ...combined]
    .sort((a, b) => compareLists(order(a), order(b)))
    .slice(0, MOST_KEYS)
}

function spaced(name: string): string {
  return name.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
}

// The shorter ones first.
function combine(columns: readonly number[]): Key[] {
  let keys: Key[] = columns.map((at) => [at])
  const all: Key[] = []
  for (let width = 2; width <= MOST_WIDTH; width++) {
    keys = keys.flatMap((key) => columns.filter((at) => at > (key.at(-1) ?? -1)).map((at) => [...key, at]))
    all.push(...keys)
  }
  return all
}

function identifies(key: Key, ...samples: readonly Sample[]): boolean {
  return samples.every(({ records, columns }) => {
    const product = key.reduce((all, at) => all * (columns[at]?.distinct ?? 0), 1)
    if (product < records) return false
    const seen = new Set<string>()
    for (let record = 0; record < records; record++)
      seen.add(key.map((at) => columns[at]?.values[record]).join())
    return seen.size === records
  })
}

function compareLists(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((value, index) => value !== b[index])
  return at < 0 ? 0 : (a[at] as number) - (b[at] ?? -1)
}

/** How the records of two versions correspond. */
export interface Match {
  /** Undefined if no key identifies the records. */
  readonly key?: Key
  readonly added: number
  readonly removed: number
  readonly changed: number
  readonly reordered: boolean
  /** For each record of the later version, that of the earlier one with the same key, or -1. Empty without a key. */
  readonly partners: Int32Array
  /** For each record of the later version that has a partner, whether it differs. Empty without a key. */
  readonly differs: Uint8Array
  /** How many records are matched with no other, or differ in more than times and tokens. */
  readonly score: number
}

/** Two versions, and the columns that are compared. */
export interface Compared {
  readonly before: Table
  readonly after: Table
  readonly columns: readonly CommonColumn[]
  /** The places of the columns that are not compared. */
  readonly ignored: ReadonlySet<number>
  /** The places of times and tokens, which show little of how well a key matches. */
  readonly transient: ReadonlySet<number>
}

/** The two versions may have this many records for each key that is tried at the same time. */
const MOST_AT_ONCE = 2_000_000

/**
 * Matches the records of two versions by the key under which the fewest differ, of equal ones the first. Keys whose values are blank or
 * repeat, or of which the versions have none in common, are left out. Without any, whole records are counted. Memory: at most 50 bytes for each record and key that is tried at once.
 */
export function matchRecords(compared: Compared, keys: readonly Key[]): Match {
  const { before, after } = compared
  const room = Math.max(1, Math.floor(MOST_AT_ONCE / (before.count + after.count + 1)))
  for (let start = 0; start < keys.length; start += room) {
    const found = tryKeys(compared, keys.slice(start, start + room)).filter(
      ({ removed }) => removed < before.count,
    )
    if (found.length > 0) return found.reduce((best, one) => (one.score < best.score ? one : best))
  }
  return countRecords(compared)
}

/** Visits the records with the fingerprints of the columns that are compared, and of those of them that last. */
function eachRecordOf(
  { columns, ignored, transient, ...tables }: Compared,
  side: Side,
  visit: (record: Fingerprint, lasting: Fingerprint, cells: Cells, position: number) => void,
): void {
  const compared = columns.flatMap((column, at) =>
    ignored.has(at) ? [] : { place: column[side], isTransient: transient.has(at) },
  )
  const places = compared.filter(({ isTransient }) => isTransient).map(({ place }) => place)
  const lastingPlaces = compared.filter(({ isTransient }) => !isTransient).map(({ place }) => place)
  const [record, lasting] = [new Fingerprint(), new Fingerprint()]
  let position = 0
  tables[side].each((cells) => {
    lasting.start()
    for (const place of lastingPlaces) lasting.add(cells[place] ?? null)
    record.continue(lasting)
    for (const place of places) record.add(cells[place] ?? null)
    visit(record.finish(), lasting.finish(), cells, position++)
  })
}

/** The records as they are matched by one key. */
class KeyMatch {
  isUsable = true
  readonly key: Key
  readonly #compared: Compared
  readonly #index: FingerprintIndex
  readonly #partners: Int32Array
  readonly #differs: Uint8Array
  readonly #isTaken: Uint8Array
  readonly #print = new Fingerprint()
  #matched = 0
  #changed = 0
  #lasting = 0
  #last = -1
  #isReordered = false

  constructor(compared: Compared, key: Key) {
    const { before, after } = compared
    this.key = key
    this.#compared = compared
    this.#index = new FingerprintIndex(before.count + after.count)
    this.#partners = new Int32Array(after.count).fill(-1)
    this.#differs = new Uint8Array(after.count)
    this.#isTaken = new Uint8Array(before.count)
  }

  addBefore(cells: Cells, position: number): void {
    if (this.#read(cells, 'before')) this.isUsable &&= this.#index.add(this.#print) === position
  }

  addAfter(
    cells: Cells,
    position: number,
    judge: (partner: number) => 'same' | 'transient' | 'lasting',
  ): void {
    if (!this.#read(cells, 'after')) return
    const known = this.#index.size
    const partner = this.#index.add(this.#print)
    if (partner === known) return
    if (partner >= this.#isTaken.length || this.#isTaken[partner]) {
      this.isUsable = false
      return
    }
    this.#isTaken[partner] = 1
    this.#partners[position] = partner
    this.#matched++
    this.#isReordered ||= partner < this.#last
    this.#last = Math.max(this.#last, partner)
    const difference = judge(partner)
    if (difference === 'same') return
    this.#differs[position] = 1
    this.#changed++
    if (difference === 'lasting') this.#lasting++
  }

  finish(): Match {
    const { before, after } = this.#compared
    return {
      key: this.key,
      added: after.count - this.#matched,
      removed: before.count - this.#matched,
      changed: this.#changed,
      reordered: this.#isReordered,
      partners: this.#partners,
      differs: this.#differs,
      score: after.count + before.count - 2 * this.#matched + this.#lasting,
    }
  }

  // Reads the key of a record; false, and the key is unusable, if a part is blank.
  #read(cells: Cells, side: Side): boolean {
    this.#print.start()
    for (const at of this.key) {
      const text = cells[this.#compared.columns[at]?.[side] as number] ?? null
      this.isUsable &&= text !== null
      this.#print.add(text)
    }
    this.#print.finish()
    return this.isUsable
  }
}

function tryKeys(compared: Compared, keys: readonly Key[]): Match[] {
  const all = keys.map((key) => new KeyMatch(compared, key))
  const rows = new FingerprintList(compared.before.count)
  const lastingRows = new FingerprintList(compared.before.count)
  eachRecordOf(compared, 'before', (record, lasting, cells, position) => {
    rows.set(position, record)
    lastingRows.set(position, lasting)
    for (const one of all) if (one.isUsable) one.addBefore(cells, position)
  })
  if (all.every(({ isUsable }) => !isUsable)) return []
  eachRecordOf(compared, 'after', (record, lasting, cells, position) => {
    const judge = (partner: number) =>
      rows.is(partner, record) ? 'same' : lastingRows.is(partner, lasting) ? 'transient' : 'lasting'
    for (const one of all) if (one.isUsable) one.addAfter(cells, position, judge)
  })
  return all.filter(({ isUsable }) => isUsable).map((one) => one.finish())
}

/** Counts whole records as a multiset. */
function countRecords(compared: Compared): Match {
  const { before, after } = compared
  const index = new FingerprintIndex(before.count)
  const rows = new FingerprintList(before.count)
  const left = new Int32Array(before.count)
  eachRecordOf(compared, 'before', (record, _, __, position) => {
    const number = index.add(record)
    left[number] = (left[number] as number) + 1
    rows.set(position, record)
  })
  let same = 0
  let isInPlace = true
  eachRecordOf(compared, 'after', (record, _, __, position) => {
    isInPlace &&= rows.is(position, record)
    const number = index.find(record)
    if (number < 0 || left[number] === 0) return
    left[number] = (left[number] as number) - 1
    same++
  })
  const isEqual = same === before.count && same === after.count
  return {
    added: after.count - same,
    removed: before.count - same,
    changed: 0,
    reordered: isEqual && !isInPlace,
    partners: new Int32Array(0),
    differs: new Uint8Array(0),
    score: before.count + after.count - 2 * same,
  }
}
