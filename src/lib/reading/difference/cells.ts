import type { Cells } from '../table.ts'
import { Fingerprint, FingerprintList } from './fingerprint.ts'
import type { Compared, Match } from './match.ts'
import type { CommonColumn, DocumentDifference } from './schema.ts'

/** How many cells are in memory at a time, 8 bytes each. If there are more, the columns are compared in several passes. */
const MOST_CELLS = 4_000_000
const MOST_EXAMPLES = 5
const MOST_EXAMPLE_CELLS = 8
const MOST_CHARS = 200

type Examples = NonNullable<DocumentDifference['examples']>

/** What changed in the records that were matched by a key. */
export interface CellChanges {
  /** In how many records each column changed, by its place among the common columns. */
  readonly counts: ReadonlyMap<number, number>
  readonly examples: Examples
}

/** Counts the changed cells of the records that differ, and finds the first records of each kind. */
export function compareCells(compared: Compared, match: Match): CellChanges {
  const { columns, ignored } = compared
  const places = columns.keys().filter((at) => !ignored.has(at))
  const left = match.changed > 0 ? [...places] : []
  const width = Math.max(1, Math.floor(MOST_CELLS / Math.max(1, match.changed)))
  const counts = new Map<number, number>()
  const examples = new ExampleFinder(compared, match)
  for (let pass = 0; pass === 0 || left.length > 0; pass++)
    comparePass(compared, match, left.splice(0, width), counts, pass === 0 ? examples : undefined)
  return { counts, examples: examples.finish() }
}

function comparePass(
  { before, after, columns }: Compared,
  match: Match,
  places: readonly number[],
  counts: Map<number, number>,
  examples: ExampleFinder | undefined,
): void {
  const slots = slotsOf(match, before.count)
  const cellsBefore = new FingerprintList(match.changed * places.length)
  const print = new Fingerprint()
  const printOf = (cells: Cells, place: number | undefined) =>
    print
      .start()
      .add(cells[place as number] ?? null)
      .finish()
  let position = 0
  before.each((cells) => {
    const slot = slots[position] as number
    examples?.addBefore(cells, position++, slot !== GONE)
    if (slot < 0) return
    for (const [at, place] of places.entries())
      cellsBefore.set(slot * places.length + at, printOf(cells, columns[place]?.before))
  })
  position = 0
  after.each((cells) => {
    const partner = match.partners[position] as number
    const slot = match.differs[position++] ? (slots[partner] as number) : KEPT
    examples?.addAfter(cells, partner, slot >= 0)
    if (slot < 0) return
    for (const [at, place] of places.entries())
      if (!cellsBefore.is(slot * places.length + at, printOf(cells, columns[place]?.after)))
        counts.set(place, (counts.get(place) ?? 0) + 1)
  })
}

const GONE = -2
const KEPT = -1

/** For each record of the earlier version its number among those that differ, or that it is gone or the same. */
function slotsOf({ partners, differs }: Match, records: number): Int32Array {
  const slots = new Int32Array(records).fill(GONE)
  let slot = 0
  for (const [position, partner] of partners.entries())
    if (partner >= 0) slots[partner] = differs[position] ? slot++ : KEPT
  return slots
}

/** Finds the first records that were added, removed and changed. */
class ExampleFinder {
  readonly #columns: readonly CommonColumn[]
  readonly #ignored: ReadonlySet<number>
  readonly #key: readonly number[]
  /** The first records that differ, by their position in the earlier version. */
  readonly #wanted: Map<number, Cells | undefined>
  readonly #added: string[][] = []
  readonly #removed: string[][] = []
  readonly #changed: Examples['changed'][number][] = []

  constructor({ columns, ignored }: Compared, { key = [], partners, differs }: Match) {
    this.#columns = columns
    this.#ignored = ignored
    this.#key = key
    const first = differs
      .keys()
      .filter((position) => differs[position])
      .take(MOST_EXAMPLES)
    this.#wanted = new Map(first.map((position) => [partners[position] as number, undefined]))
  }

  addBefore(cells: Cells, position: number, isKept: boolean): void {
    if (!isKept && this.#removed.length < MOST_EXAMPLES) this.#removed.push(this.#keyOf(cells, 'before'))
    if (this.#wanted.has(position)) this.#wanted.set(position, cells)
  }

  addAfter(cells: Cells, partner: number, isChanged: boolean): void {
    if (partner < 0 && this.#added.length < MOST_EXAMPLES) this.#added.push(this.#keyOf(cells, 'after'))
    const before = isChanged ? this.#wanted.get(partner) : undefined
    if (before === undefined) return
    const changed = this.#columns.flatMap((column, at) => {
      const [was, is] = [before[column.before] ?? null, cells[column.after] ?? null]
      return was === is || this.#ignored.has(at)
        ? []
        : { column: cutText(column.name), before: was && cutText(was), after: is && cutText(is) }
    })
    this.#changed.push({ key: this.#keyOf(cells, 'after'), cells: changed.slice(0, MOST_EXAMPLE_CELLS) })
  }

  finish(): Examples {
    return { added: this.#added, removed: this.#removed, changed: this.#changed }
  }

  #keyOf(cells: Cells, side: 'before' | 'after'): string[] {
    return this.#key.map((at) => cutText(cells[this.#columns[at]?.[side] as number] ?? ''))
  }
}

/** A text of at most 200 characters. */
export function cutText(text: string): string {
  return text.length <= MOST_CHARS ? text : `${[...text].slice(0, MOST_CHARS).join('')}…`
}
