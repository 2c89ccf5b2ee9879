import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readDocument } from '../../../src/lib/reading/read.ts'
import { localeOf, recordsTableOf } from '../../../src/lib/site/view/index.ts'
import fc from '../../support/fast-check.ts'

const en = localeOf('en')
const readingOf = (rows: object[]) =>
  readDocument(() => [new TextEncoder().encode(JSON.stringify(rows))], { format: 'json' })
const tableOf = (rows: object[]) => recordsTableOf(en, readingOf(rows))
const shown = (rows: object[]) => tableOf(rows)?.columns.flatMap(({ name, folded }) => (folded ? [] : name))
const folded = (rows: object[]) => tableOf(rows)?.columns.flatMap(({ name, folded }) => (folded ? name : []))

const many = (at: number) => ({
  uid: `${(at * 7919 + 4096).toString(16)}-${at}`,
  empty: null,
  district: ['North', 'South'][at % 2],
  name: `Kiosk number ${at}`,
  area: at * 3,
  rooms: at % 4,
  district2: ['North', 'South'][at % 2],
  street: `${at % 7} Long Street`,
  open: at % 3 === 0,
})
const records = (count: number) => Array.from({ length: count }, (_, at) => many(at))

test('the column that names the records comes first, the others stay in their order', () => {
  const table = tableOf([
    { year: 2001, name: 'Old bridge', length: 10 },
    { year: 2001, name: 'New bridge', length: 12 },
  ])
  assert.deepEqual(
    table?.columns.map(({ name, at, title }) => [name, at, title]),
    [
      ['name', 1, true],
      ['year', 0, undefined],
      ['length', undefined, undefined],
    ],
  )
  assert.deepEqual(
    table?.rows[0]?.map((cell) => cell?.text),
    ['Old bridge', '2001', '10'],
  )
})

test('what has no words names no record', () => {
  const rows = records(30).map((_, at) => ({ at, share: `${at / 7} %`, hours: `${at}:00–${at + 1}:30` }))
  assert.ok(tableOf(rows)?.columns.every(({ title }) => title === undefined))
})

test('a table of many columns folds empty ones, identifiers and repetitions, and offers them', () => {
  assert.deepEqual(shown(records(30)), ['name', 'district', 'area', 'rooms', 'street', 'open'])
  assert.deepEqual(folded(records(30)), ['uid', 'empty', 'district2'])
  assert.equal(tableOf(records(30))?.allColumns, 'Show all 9 columns')
})

test('a table of few columns folds none', () => {
  const few = records(30).map(({ uid, empty, name, area }) => ({ uid, empty, name, area }))
  assert.deepEqual(folded(few), [])
})

test('an identifier that alone names the records is not folded', () => {
  const nameless = records(30).map(({ name, ...rest }) => ({ ...rest, size: name.length }))
  assert.equal(shown(nameless)?.[0], 'uid')
})

test('a phone shows what names a record and four more columns, the fuller ones first', () => {
  const rows = records(30).map((row, at) => ({ ...row, area: at === 0 ? 1 : null }))
  assert.deepEqual(
    tableOf(rows)?.columns.flatMap(({ name, main }) => (main ? name : [])),
    ['name', 'district', 'rooms', 'street', 'open'],
  )
})

test('whatever the columns are, each is there once, in its own place, and some are shown', () => {
  const value = fc.oneof(fc.constant(null), fc.string(), fc.integer(), fc.uuid(), fc.object({ maxDepth: 1 }))
  const name = fc.string({ minLength: 1, maxLength: 6 })
  fc.assert(
    fc.property(
      fc.array(fc.dictionary(name, value, { minKeys: 8, maxKeys: 14 }), { minLength: 1 }),
      (rows) => {
        const reading = readingOf(rows)
        const table = recordsTableOf(en, reading)
        if (!table) return
        const positions = table.columns.map(({ at }, place) => at ?? place)
        assert.deepEqual(
          positions.toSorted((a, b) => a - b),
          reading.columns.map((_, at) => at),
        )
        assert.ok(table.columns.filter(({ folded }) => !folded).length >= Math.min(4, positions.length))
      },
    ),
  )
})
