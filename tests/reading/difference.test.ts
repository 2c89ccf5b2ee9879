import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
import { test } from 'node:test'
import { compareDocuments, deriveDocument } from '../../src/lib/reading/index.ts'
import fc from '../support/fast-check.ts'

const daff = createRequire(import.meta.url)('daff')

type Row = Readonly<Record<string, unknown>>
type Difference = ReturnType<typeof compareDocuments>

function versionOf(document: unknown, format: 'json' | 'xml' = 'json') {
  const bytes = Buffer.from(typeof document === 'string' ? document : JSON.stringify(document))
  return { source: () => [bytes], hint: { format }, bytes: bytes.length }
}

const compare = (before: unknown, after: unknown): Difference =>
  compareDocuments(versionOf(before), versionOf(after))

/** Forty records: a number of the row, a code, two columns of repeated values, a price and the time of the export. */
const STOCK: readonly Row[] = Array.from({ length: 40 }, (_, at) => ({
  no: at + 1,
  code: `K${at * 7}`,
  kind: ['tea', 'coffee', 'cocoa'][at % 3],
  shop: `Shop ${at % 5}`,
  price: (at % 9) + 0.25,
  exported: '2026-03-01T06:00:00Z',
}))
const NEXT_EXPORT = { exported: '2026-03-02T06:00:00Z' }

test('records are matched by the column that identifies them, and counted as added, removed and changed', () => {
  const after = STOCK.filter((_, at) => at !== 5)
    .map((row, at) => ({ ...row, ...(at === 3 && { price: 99.5, kind: 'juice' }) }))
    .concat({ ...STOCK[0], no: 40, code: 'K999' } as never)
  assert.deepEqual(compare(STOCK, after), {
    kind: 'substantive',
    records: { before: 40, after: 40, added: 1, removed: 1, changed: 1 },
    key: ['code'],
    changed: [
      { column: 'kind', records: 1 },
      { column: 'price', records: 1 },
    ],
    values: [{ column: 'kind', added: ['juice'], removed: [] }],
    examples: {
      added: [['K999']],
      removed: [['K35']],
      changed: [
        {
          key: ['K21'],
          cells: [
            { column: 'kind', before: 'tea', after: 'juice' },
            { column: 'price', before: '3.25', after: '99.5' },
          ],
        },
      ],
    },
  })
})

test('a row number that shifts is neither the key nor a change', () => {
  const after = STOCK.slice(1).map((row, at) => ({ ...row, no: at + 1 }))
  const { key, records } = compare(STOCK, after)
  assert.deepEqual([key, records], [['code'], { before: 40, after: 39, added: 0, removed: 1, changed: 0 }])
})

test('the time of an export is named as volatile and not counted, whether all records have the same or each its own', () => {
  const stamped = STOCK.map((row) => ({ ...row, ...NEXT_EXPORT }))
  const single = STOCK.map((row, at) => ({ ...row, exported: `2026-03-02T06:00:${10 + at}Z` }))
  for (const [at, after] of [stamped, single].entries()) {
    const { kind, volatile, records, changed } = compare(STOCK, after)
    assert.deepEqual(
      [kind, volatile, records?.changed, changed],
      ['clerical', ['exported'], 0, undefined],
      `${at}`,
    )
  }
  const priced = single.map((row, at) => (at < 2 ? { ...row, price: 50 } : row))
  const { kind, volatile, records, changed } = compare(STOCK, priced)
  assert.deepEqual([kind, volatile, records?.changed], ['substantive', ['exported'], 2])
  assert.deepEqual(changed, [{ column: 'price', records: 2 }])
})

test('without a column that identifies records, the time of an export does not make all of them new', () => {
  const rows = (exported: string) => Array.from({ length: 30 }, (_, at) => ({ kind: `${at % 3}`, exported }))
  const { kind, key, volatile, records } = compare(rows('2026-03-01'), [
    ...rows('2026-03-02'),
    { kind: '1', exported: '2026-03-02' },
  ])
  assert.deepEqual([kind, key, volatile], ['substantive', undefined, ['exported']])
  assert.deepEqual(records, { before: 30, after: 31, added: 1, removed: 0 })
})

test('prices that all change are data, not volatile', () => {
  const { kind, volatile, records } = compare(
    STOCK,
    STOCK.map((row) => ({ ...row, price: Number(row.price) + 1 })),
  )
  assert.deepEqual([kind, volatile, records?.changed], ['substantive', undefined, 40])
})

test('another order, white space, order of members or way to write a number is clerical', () => {
  const rewritten = JSON.stringify(
    STOCK.map((row) => Object.fromEntries(Object.entries(row).reverse())),
    null,
    2,
  ).replace(/(\.25)/g, '$10e0')
  assert.equal(compare(STOCK, rewritten).kind, 'clerical')
  const reversed = compare(STOCK, [...STOCK].reverse())
  assert.deepEqual([reversed.kind, reversed.records?.reordered], ['clerical', true])
  const blanks = STOCK.map((row) => ({ ...row, shop: ` ${row.shop}\u00a0` }))
  assert.equal(compare(STOCK, blanks).kind, 'clerical')
})

test('a list whose records swap their places is not clerical if the places are stated', () => {
  const ranks = ['ann', 'bob', 'cid', 'dan', 'eve'].map((name, at) => ({ rank: at + 1, name }))
  const after = ['bob', 'ann', 'cid', 'dan', 'eve'].map((name, at) => ({ rank: at + 1, name }))
  assert.deepEqual(
    [compare(ranks, after).kind, compare(ranks, after).records?.reordered],
    ['substantive', true],
  )
})

test('columns that come or go are a change of the schema, and other columns are still compared', () => {
  const after = STOCK.map(({ shop, ...row }, at) => ({ ...row, place: shop, ...(at === 0 && { price: 7 }) }))
  const { kind, columns, records } = compare(STOCK, after)
  assert.deepEqual([kind, columns], ['schema', { added: ['place'], removed: ['shop'] }])
  assert.equal(records?.changed, 1)
})

test('a key of several columns is found where no single one identifies the records', () => {
  const prices = Array.from({ length: 60 }, (_, at) => ({
    symbol: 'ABCDE'[at % 5],
    date: `2026-01-${10 + Math.floor(at / 5)}`,
    price: ((at * 37) % 11) + 0.5,
  }))
  const { key, records } = compare(prices, [
    ...prices.slice(5).map((row, at) => (at === 9 ? { ...row, price: 99 } : row)),
    ...['A', 'B'].map((symbol) => ({ symbol, date: '2026-01-22', price: 1.5 })),
  ])
  assert.deepEqual(
    [key, records],
    [['symbol', 'date'], { before: 60, after: 57, added: 2, removed: 5, changed: 1 }],
  )
})

test('equal records are counted as often as they occur', () => {
  const [a, b] = [{ x: 1 }, { x: 2 }]
  assert.deepEqual(compare([a, a, a, b], [a, b, b]).records, { before: 4, after: 3, added: 1, removed: 2 })
})

test('what changes outside of the records is told apart: times and totals are clerical, other values are not', () => {
  const document = { generated: '2026-03-01', total: 40, licence: 'CC0', items: STOCK }
  assert.equal(compare(document, { ...document, generated: '2026-03-02', total: 41 }).kind, 'clerical')
  const { kind, outside } = compare(document, { ...document, licence: 'CC BY 4.0' })
  assert.deepEqual([kind, outside], ['substantive', true])
})

test('a document without records, and one with a single record, are compared as a whole', () => {
  const tree = (x: string) => ({ a: { b: { c: x, d: [[1], [2, [3]]] } }, e: 'f' })
  assert.equal(compare(tree('y'), tree('z')).kind, 'substantive')
  assert.equal(compare(tree('y'), JSON.stringify(tree('y'), null, 1)).kind, 'clerical')
  const { records, changed } = compare({ rate: 5, unit: 'x' }, { rate: 6, unit: 'x' })
  assert.deepEqual([records?.changed, changed], [1, [{ column: 'rate', records: 1 }]])
})

test('all records of a list that is emptied are removed, and all of one that is filled are added', () => {
  assert.deepEqual(compare(STOCK, []).records, { before: 40, after: 0, added: 0, removed: 40 })
  assert.deepEqual(compare([], STOCK).records, { before: 0, after: 40, added: 40, removed: 0 })
})

test('xml gives the same difference as json', () => {
  const after = STOCK.slice(2).map((row, at) => ({ ...row, ...(at === 1 && { kind: 'juice' }) }))
  const xmlOf = (rows: readonly Row[]) => {
    let xml = ''
    deriveDocument(versionOf(rows).source, { format: 'json' }, 'xml', (text) => {
      xml += text
    })
    return versionOf(xml, 'xml')
  }
  assert.deepEqual(compareDocuments(xmlOf(STOCK), xmlOf(after)), compare(STOCK, after))
})

/** The number of records of each kind, found with plain maps of all records. */
function countPlainly(before: readonly Row[], after: readonly Row[], key: readonly string[]) {
  const keyOf = (row: Row) => JSON.stringify(key.map((name) => row[name]))
  const [was, is] = [before, after].map((rows) => new Map(rows.map((row) => [keyOf(row), row]))) as [
    Map<string, Row>,
    Map<string, Row>,
  ]
  assert.deepEqual([was.size, is.size], [before.length, after.length], `${key} identifies the records`)
  const stayed = [...is.keys()].filter((one) => was.has(one))
  const order = [...was.keys()].filter((one) => is.has(one))
  const names = ['id', 'group', 'price', 'note']
  const changed = names.map(
    (name) => stayed.filter((one) => was.get(one)?.[name] !== is.get(one)?.[name]).length,
  )
  return {
    added: is.size - stayed.length,
    removed: was.size - stayed.length,
    changed: stayed.filter((one) => JSON.stringify(was.get(one)) !== JSON.stringify(is.get(one))).length,
    reordered: stayed.join() !== order.join(),
    columns: names.flatMap((column, at) => (changed[at] ? [{ column, records: changed[at] }] : [])),
  }
}

const row = fc.record({
  group: fc.constantFrom('a', 'b', 'c'),
  price: fc.integer({ min: 0, max: 5 }).map((n) => n + 0.5),
  note: fc.constantFrom('x', 'y', null),
})
/** A table, and the same after random edits. */
const edited = fc
  .array(row, { minLength: 3, maxLength: 40 })
  .chain((rows) => {
    const table: Row[] = rows.map((one, at) => ({ id: `r${at * 3}`, ...one }))
    const edit = fc.oneof(
      { weight: 6, arbitrary: fc.constant((one: Row): Row[] => [one]) },
      { weight: 1, arbitrary: fc.constant((): Row[] => []) },
      {
        weight: 2,
        arbitrary: row.map((other) => (one: Row): Row[] => [{ ...one, ...other }]),
      },
      {
        weight: 1,
        arbitrary: row.map((other) => (one: Row): Row[] => [one, { id: `${one.id}n`, ...other }]),
      },
    )
    return fc.tuple(
      fc.constant(table),
      fc.tuple(...table.map(() => edit)).map((edits) => table.flatMap((one, at) => edits[at]?.(one) ?? [])),
      fc.boolean(),
    )
  })
  .map(([before, after, turned]) => ({ before, after: turned ? after.toReversed() : after }))
  .filter(({ after }) => after.length > 1)

test('random edits are counted as a plain comparison counts them, by a key that leaves no more differences than the true one', () => {
  let byId = 0
  fc.assert(
    fc.property(edited, ({ before, after }) => {
      const { key, records, changed = [] } = compare(before, after)
      const truth = countPlainly(before, after, ['id'])
      const differences = (found: typeof truth) => found.added + found.removed + found.changed
      if (key === undefined) {
        assert.equal(before.filter(({ id }) => after.some((one) => one.id === id)).length, 0)
        return
      }
      byId += Number(key.join() === 'id')
      const { columns, reordered, ...counts } = countPlainly(before, after, key)
      assert.deepEqual(
        { ...records, reordered: records?.reordered ?? false },
        { before: before.length, after: after.length, ...counts, reordered },
      )
      assert.deepEqual(
        changed.toSorted((a, b) => (a.column < b.column ? -1 : 1)),
        columns.toSorted((a, b) => (a.column < b.column ? -1 : 1)),
      )
      assert.ok(differences({ columns, reordered, ...counts }) <= differences(truth))
    }),
    { numRuns: 400 },
  )
  assert.ok(byId > 300, `the true key was found ${byId} times`)
})

/** The number of records of each kind, and the columns that changed, as daff finds them by the same key. */
function countByDaff(before: readonly Row[], after: readonly Row[], key: readonly string[]) {
  const names = ['id', 'group', 'price', 'note']
  const tableOf = (rows: readonly Row[]) =>
    new daff.TableView([names, ...rows.map((one) => names.map((name) => one[name]))])
  const flags = new daff.CompareFlags()
  flags.ordered = false
  for (const name of key) flags.addPrimaryKey(name)
  const difference = new daff.TableView([])
  new daff.TableDiff(daff.compareTables(tableOf(before), tableOf(after), flags).align(), flags).hilite(
    difference,
  )
  const rows: readonly unknown[][] = difference.data
  const count = (isOfKind: (action: string) => boolean) =>
    rows.filter(([action]) => isOfKind(String(action))).length
  return {
    added: count((action) => action === '+++'),
    removed: count((action) => action === '---'),
    changed: count((action) => action.endsWith('->')),
  }
}

test('daff, another program for differences of tables, counts the same records by the same key', () => {
  let compared = 0
  fc.assert(
    fc.property(edited, ({ before, after }) => {
      const { key, records } = compare(before, after)
      if (key === undefined || records === undefined) return
      compared++
      const { before: _, after: __, reordered: ___, ...counts } = records
      assert.deepEqual(countByDaff(before, after, key), counts)
    }),
    { numRuns: 200 },
  )
  assert.ok(compared > 150, `${compared} differences were compared`)
})

test('the difference depends only on the bytes: it is the same every time, and the reverse swaps added and removed', () => {
  fc.assert(
    fc.property(edited, ({ before, after }) => {
      const there = compare(before, after)
      assert.deepEqual(compare(before, after), there)
      const back = compare(after, before)
      assert.equal(
        (back.records?.added ?? 0) + (back.records?.removed ?? 0) + (back.records?.changed ?? 0),
        (there.records?.added ?? 0) + (there.records?.removed ?? 0) + (there.records?.changed ?? 0),
      )
    }),
    { numRuns: 100 },
  )
})

test('of documents beyond 256 MiB only records and columns are counted', () => {
  const large = { ...versionOf(STOCK), bytes: 2 ** 28 + 1 }
  assert.deepEqual(compareDocuments(large, versionOf(STOCK.slice(1).map((row) => ({ ...row, x: 1 })))), {
    kind: 'schema',
    records: { before: 40, after: 39 },
    columns: { added: ['x'], removed: [] },
  })
})
