import { unpadded } from '../../../lib/site/view/cell-text.ts'
import type { Desk } from '../core/desk.ts'
import type { KnownColumn } from '../core/table.ts'
import { ANY_COLUMN, type Test, type View } from '../core/view.ts'
import { type ExplorerWords, fill } from './words.ts'

/** What the parts of the explorer share: what is looked at, and the ways to look at something else. */
export interface App {
  readonly words: ExplorerWords
  readonly columns: readonly (KnownColumn & { readonly className?: string })[]
  readonly view: View
  /** How many records the view leaves, once that is known. */
  readonly count: number | undefined
  /** All records there are. */
  readonly total: number
  /** Looks at something else, and says so in the address. */
  change(next: Partial<View>): Promise<void>
  /** The desk with all records loaded; undefined when that failed, of which the reader was told. */
  ready(): Promise<Desk | undefined>
}

/** A column's name for people. */
export function nameOf({ words, columns }: App, column: number): string {
  const name = columns[column]?.name ?? ''
  return name.trim() === '' ? words.unnamed : unpadded(name.trim())
}

/** The view with the tests of one column in the place of those it had. */
export function withTests({ view }: App, column: number, tests: readonly Test[]): Partial<View> {
  const others = view.filters.filter((filter) => filter.column !== column)
  return { filters: [...others, ...tests.map((test) => ({ column, test }))], page: 1, record: undefined }
}

/** The view narrowed to one value of a column, or without it, beside what else is asked of that column. */
export function withValue(app: App, column: number, text: string | null, not: boolean): Partial<View> {
  const tests = app.view.filters.filter((filter) => filter.column === column).map(({ test }) => test)
  const left = tests.flatMap((test) => (not && test.is === 'values' && test.not ? test.values : []))
  const others = tests.filter((test) => test.is !== 'values' || test.not !== not)
  const values = [...new Set([...left, text === null || text.trim() === '' ? null : text])]
  return withTests(app, column, [...others, { is: 'values', values, not }])
}

const SHOWN = 40
const NAMED = 3

/** A filter in words. */
export function describe(app: App, column: number, test: Test): string {
  const { words } = app
  if (column === ANY_COLUMN)
    return fill(words.chipFound, { text: short(test.is === 'text' ? test.text : '') })
  const named = { column: short(nameOf(app, column)) }
  if (test.is === 'text') return fill(words.chipText, { ...named, text: short(test.text) })
  if (test.is === 'values') {
    if (test.not && test.values.length === 1 && test.values[0] === null) return fill(words.chipFilled, named)
    const values = test.values.slice(0, NAMED).map((text) => (text === null ? words.empty : short(text)))
    if (test.values.length > NAMED) values.push('…')
    return fill(test.not ? words.chipNot : words.chipValues, { ...named, values: values.join(', ') })
  }
  const { from, to } = test
  if (from !== undefined && to !== undefined) return fill(words.chipRange, { ...named, from, to })
  return fill(from === undefined ? words.chipTo : words.chipFrom, {
    ...named,
    from: from ?? '',
    to: to ?? '',
  })
}

function short(text: string): string {
  const bare = unpadded(text)
  return bare.length <= SHOWN ? bare : `${bare.slice(0, SHOWN).toWellFormed()}…`
}
