import { chooseChart } from '../chart.ts'
import { csvBytes } from '../csv.ts'
import { GeographyProfile, type PlaceColumn } from '../geography/geography.ts'
import { MOST_COLUMNS } from '../limits.ts'
import type { Chart, Column, ColumnKind, DocumentHint, Geography, KeyColumn, ReadRecord } from '../types.ts'
import { detachString } from '../value.ts'
import { ColumnProfiler, findPlaces } from './column.ts'
import type { Budget } from './distinct.ts'
import type { DecimalMark } from './number-text.ts'

const MAX_CHARS = 64_000_000
/** The records of longer documents, except those of few columns, and columns that come later in a record, are not drawn together. */
const [MOST_CHARTED, MOST_CELLS] = [10_000, 300_000]
const CHARTED_COLUMNS = 100
const MOST_KEYS = 4
/** A shorter list may be numbered by chance; of a longer one, nearly all numbers occur. */
const [LEAST_LISTED, NEARLY_ALL] = [10, 0.9]

/** A column with all that is found in its values. */
interface ProfiledColumn {
  readonly profile: ColumnProfiler
  readonly place: PlaceColumn
}

/** Profiles all columns of a document, in order of their first occurrence. Memory is bounded for any number of records. */
export class ColumnProfiles {
  readonly #profiles = new Map<string, ProfiledColumn>()
  readonly #geography: GeographyProfile
  readonly #kinds: ReadonlyMap<string, ColumnKind>
  readonly #budget: Budget = { chars: MAX_CHARS }
  #records = 0
  /** Whether there are few enough values to be drawn together. */
  #isCharted = true
  /** Whether there were more columns than are profiled. */
  isCut = false

  constructor({ places, kinds = {} }: Pick<DocumentHint, 'places' | 'kinds'> = {}) {
    this.#geography = new GeographyProfile(places)
    this.#kinds = new Map(Object.entries(kinds))
  }

  add(record: ReadRecord): void {
    const at = this.#records
    if (this.#isCharted && at >= MOST_CHARTED && (at + 1) * this.#profiles.size > MOST_CELLS) {
      this.#isCharted = false
      for (const { profile } of this.#profiles.values()) profile.dropCells()
    }
    this.#records++
    let place = 0
    for (const [name, value] of record) {
      const column = this.#profiles.get(name) ?? this.#begin(name)
      if (column === undefined) continue
      column.profile.add(value, at, this.#isCharted && place++ < CHARTED_COLUMNS)
      this.#geography.take(column.place, value)
    }
    this.#geography.endRecord()
  }

  /** The names of the columns. */
  get names(): readonly string[] {
    return [...this.#profiles.keys()]
  }

  /** The locations of the records, if they have any. */
  finishGeography(): Geography | undefined {
    return this.#geography.finish()
  }

  /** The size of a csv with this many records, in bytes. */
  csvBytes(records: number): number {
    const parts = [...this.#profiles.values()].map(({ profile }) => profile.csv)
    const sum = (part: 'values' | 'bytes') => parts.reduce((all, one) => all + one[part], 0)
    return csvBytes(records, { names: this.names, values: sum('values'), bytes: sum('bytes') })
  }

  /** The most informative chart of the records; undefined if none is informative, or if there are many records. */
  findChart(): Chart | undefined {
    if (!this.#isCharted) return undefined
    return chooseChart(
      [...this.#profiles.values()].slice(0, CHARTED_COLUMNS).map(({ profile }) => profile.charted),
      this.#records,
    )
  }

  /** The columns that name things: those without repetitions first. */
  findKeys(): KeyColumn[] {
    const keys = [...this.#profiles.values()]
      .slice(0, CHARTED_COLUMNS)
      .flatMap(({ profile }) => profile.findKey() ?? [])
    return keys.toSorted((a, b) => Number(b.unique) - Number(a.unique)).slice(0, MOST_KEYS)
  }

  /**
   * The two columns, named like the ends of a link, that number the records of a list of `count` records, from 0: whole numbers of which nearly all
   * occur, in one or the other. They are no quantities then. Empty if there are none, or if the list is not numbered so.
   */
  takeReferences(count: number, isNumberedSo: () => boolean): readonly string[] {
    const ends = [...this.#profiles.values()].slice(0, CHARTED_COLUMNS).flatMap(({ profile }) => {
      const numbers = profile.numbersWithin(count)
      return numbers ? [{ profile, numbers }] : []
    })
    const [one, other] = ends
    if (count < LEAST_LISTED || ends.length !== 2 || !one || !other) return []
    const numbers = one.numbers.union(other.numbers)
    // Without 0, they may begin at 1.
    if (numbers.size < count * NEARLY_ALL || !numbers.has(0) || !isNumberedSo()) return []
    for (const { profile } of ends) profile.takeAsNumbering()
    return ends.map(({ profile }) => profile.name)
  }

  finish(): Column[] {
    const profiles = [...this.#profiles.values()].map(({ profile }) => profile)
    const mark = commonMark(profiles)
    if (mark !== undefined) for (const profile of profiles) profile.takeMarkOfOthers(mark)
    const places = findPlaces(profiles)
    const firsts = new Map<string, string>()
    return profiles.map((profile) => {
      const { print, name } = profile
      const first = print && firsts.get(print)
      if (print !== undefined && first === undefined) firsts.set(print, name)
      return profile.finish(places.get(profile), first)
    })
  }

  #begin(name: string): ProfiledColumn | undefined {
    if (this.#profiles.size >= MOST_COLUMNS) {
      this.isCut = true
      return undefined
    }
    const profile = new ColumnProfiler(detachString(name), this.#budget, this.#kinds.get(name))
    const column = { profile, place: this.#geography.begin(profile.name) }
    this.#profiles.set(profile.name, column)
    return column
  }
}

// The decimal mark that some columns show and none contradicts.
function commonMark(profiles: readonly ColumnProfiler[]): DecimalMark | undefined {
  const marks = new Set(profiles.map(({ shownMark }) => shownMark))
  if (marks.has('.')) return marks.has(',') ? undefined : '.'
  return marks.has(',') && !profiles.some(({ hasPointFractions }) => hasPointFractions) ? ',' : undefined
}
