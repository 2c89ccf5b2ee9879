import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { deriveDocument, eachRecord, openTable } from '../../src/lib/reading/index.ts'
import { readDocument } from '../../src/lib/reading/read.ts'
import fc from '../support/fast-check.ts'

const sourceOf = (text: string) => () => [Buffer.from(text)]

/** What the page and the csv of a json document have. */
function tableOf(document: unknown) {
  const source = sourceOf(typeof document === 'string' ? document : JSON.stringify(document))
  const { shape, path, count, columns, beside } = readDocument(source, { format: 'json' })
  const table = openTable(source, { format: 'json' })
  const rows: (string | null)[][] = []
  table.each((cells) => rows.push(table.names.map((_name, at) => cells[at] ?? null)))
  return { shape, path, count, names: columns.map(({ name }) => name), beside, rows }
}

const days = (count: number) =>
  Array.from({ length: count }, (_, n) => new Date(Date.UTC(2026, 0, n + 1)).toISOString().slice(0, 10))
const WEATHER = {
  latitude: 52.52,
  longitude: 13.41,
  daily_units: { time: 'iso8601', rain: 'mm' },
  daily: { time: days(30), rain: days(30).map((_, n) => n % 3), notes: days(30).map((_, n) => ['dry', n]) },
}

describe('a table by columns', () => {
  test('has a record for each position, the contents beside it are outside of the records', () => {
    const { shape, path, count, names, beside, rows } = tableOf(WEATHER)
    assert.deepEqual([shape, path, count], ['columns', 'daily', 30])
    assert.deepEqual(names, ['time', 'rain', 'notes'])
    assert.deepEqual(rows[4], ['2026-01-05', '1', '["dry",4]'])
    assert.deepEqual(Object.fromEntries(beside.map(({ name, value }) => [name, value])), {
      latitude: '52.52',
      longitude: '13.41',
      'daily_units.time': 'iso8601',
      'daily_units.rain': 'mm',
    })
  })

  test('may be one of several, the longest of which has the records', () => {
    const hours = { time: days(90), wind: days(90).map((_, n) => n) }
    const source = sourceOf(JSON.stringify({ ...WEATHER, hourly: hours }))
    const { path, count, others } = readDocument(source, { format: 'json' })
    assert.deepEqual([path, count], ['hourly', 90])
    assert.deepEqual(
      others?.map(({ path, count }) => ({ path, count })),
      [{ path: 'daily', count: 30 }],
    )
  })

  test('has the first records of the other lists beside its own, by their columns', () => {
    const hours = { time: days(90), wind: days(90).map((_, n) => n) }
    const wide = [Object.fromEntries(days(20).map((_, n) => [`c${n}`, 'x'.repeat(500)]))]
    const source = sourceOf(JSON.stringify({ ...WEATHER, hourly: hours, wide }))
    const [daily, other] = readDocument(source, { format: 'json' }).others ?? []
    assert.deepEqual(daily?.first?.names, ['time', 'rain', 'notes'])
    assert.deepEqual([daily.first.rows.length, daily.first.rows[0]?.[0]], [10, days(1)[0]])
    assert.deepEqual(
      [other?.path, other?.first?.names.length, other?.first?.moreColumns],
      ['wide[]', 12, true],
    )
    assert.equal(other?.first?.rows[0]?.[0], `${'x'.repeat(400)}…`)
  })

  test('may be the whole document, with null and numbers of any length', () => {
    const { path, names, rows } = tableOf('{"code":["a",null],"price":[1.10,12345678901234567890]}')
    assert.deepEqual([path, names], ['', ['code', 'price']])
    assert.deepEqual(rows, [
      ['a', '1.10'],
      [null, '12345678901234567890'],
    ])
  })

  test('may have columns by position, as pandas writes them, in any number', () => {
    const byPosition = (make: (n: number) => unknown) =>
      Object.fromEntries(Array.from({ length: 3000 }, (_, n) => [n, make(n)]))
    const { shape, count, names, rows } = tableOf({
      code: byPosition((n) => `c${n}`),
      price: byPosition((n) => n / 2),
    })
    assert.deepEqual([shape, count, names], ['columns', 3000, ['code', 'price']])
    assert.deepEqual(rows[2999], ['c2999', '1499.5'])
  })

  test('is the same table in xml that is derived from it, and what is beside it is kept', () => {
    const xml: string[] = []
    deriveDocument(sourceOf(JSON.stringify(WEATHER)), { format: 'json' }, 'xml', (chunk) => xml.push(chunk))
    const derived = xml.join('')
    const table = openTable(sourceOf(derived), { format: 'xml' })
    const rows: unknown[] = []
    table.each((cells) => rows.push([...cells]))
    assert.deepEqual(table.names, ['time', 'rain', 'notes'])
    assert.deepEqual(rows, tableOf(WEATHER).rows)
    assert.match(derived, /<rest .*52\.52.*daily_units.*iso8601/s)
    assert.equal(derived.split('2026-01-05').length, 2)
  })

  test('is read again for the rows that do not fit into memory, and not further than to the rows that are wanted', () => {
    const columns = 900
    const rows = 1200
    const document = Object.fromEntries(
      Array.from({ length: columns }, (_, at) => [
        `c${at}`,
        Array.from({ length: rows }, (_, row) => at * rows + row),
      ]),
    )
    const text = Buffer.from(JSON.stringify(document))
    let reads = 0
    const source = () => {
      reads++
      return [text]
    }
    let seen = 0
    eachRecord(source, { format: 'json' }, (record) => {
      assert.equal((record.get('c17') as { numeral: string }).numeral, String(17 * rows + seen))
      assert.equal(record.size, columns)
      seen++
    })
    assert.equal(seen, rows)
    const all = reads
    reads = 0
    eachRecord(source, { format: 'json' }, () => false)
    assert.ok(reads < all, `${reads} of ${all}`)
  })

  for (const [name, document] of Object.entries({
    'arrays of different lengths': { a: [1, 2], b: [1, 2, 3] },
    'short lists in a record': { id: 1, title: 'On a', tags: ['x', 'y'], colours: ['red', 'blue'] },
    'names of columns beside rows': {
      columns: ['a', 'b'],
      index: [0, 1],
      data: [
        [1, 2],
        [3, 4],
      ],
    },
    'objects beside lists': { names: ['a', 'b'], codes: ['c', 'd'], items: [{ x: 1 }, { x: 2 }] },
    'one array': { a: [1, 2, 3] },
    'objects with other names': { a: { 1: 'x', 2: 'y' }, b: { 1: 'x', 2: 'y' } },
  }))
    test(`is not ${name}`, () => {
      assert.notEqual(tableOf(document).shape, 'columns')
    })

  test('has the values of any document of this shape, wherever it lies', () => {
    const value = fc.oneof(fc.string(), fc.integer(), fc.constant(null), fc.boolean(), fc.array(fc.integer()))
    const table = fc
      .tuple(
        fc.uniqueArray(fc.string({ minLength: 1 }), { minLength: 2, maxLength: 5 }),
        fc.integer({ min: 2, max: 8 }),
      )
      .chain(([names, length]) =>
        fc.tuple(
          fc.constant(names),
          fc.array(fc.array(value, { minLength: length, maxLength: length }), {
            minLength: names.length,
            maxLength: names.length,
          }),
        ),
      )
    let tables = 0
    fc.assert(
      fc.property(table, fc.boolean(), ([names, columns], isNested) => {
        const object = `{${names.map((name, at) => `${JSON.stringify(name)}:${JSON.stringify(columns[at])}`).join(',')}}`
        const text = isNested ? `{"source":"x","table":${object}}` : object
        const records: unknown[] = []
        const { shape } = eachRecord(sourceOf(text), { format: 'json' }, (record) => {
          records.push([...record])
        })
        if (shape !== 'columns') return
        tables++
        const plain = (cell: unknown): unknown =>
          Array.isArray(cell)
            ? cell.map(plain)
            : typeof cell === 'object' && cell !== null && 'numeral' in cell
              ? Number(cell.numeral)
              : cell
        const expected = columns[0]?.map((_, row) => names.map((name, at) => [name, columns[at]?.[row]]))
        assert.deepEqual(
          records.map((record) => (record as [string, unknown][]).map(([name, cell]) => [name, plain(cell)])),
          expected,
        )
      }),
      { numRuns: 300, seed: 7 },
    )
    assert.ok(tables > 100, `${tables} tables`)
  })
})

describe('lists of different lengths beside as many labels', () => {
  const lists = [['B', 'C', '7'], ['M2'], ['9', '10']]

  test('are labelled one by one', () => {
    for (const name of ['labels', 'names', 'districts']) {
      const { shape, count, names, rows } = tableOf({ [name]: ['North', 'South', 'West'], routes: lists })
      assert.deepEqual([shape, count, names], ['columns', 3, [name, 'routes']])
      assert.deepEqual(
        rows,
        lists.map((list, at) => [['North', 'South', 'West'][at], JSON.stringify(list)]),
      )
    }
  })

  test('are rows if the labels are named like those of columns, or the lists have one length', () => {
    const full = lists.map((list) => [...list, '', ''].slice(0, 3))
    for (const document of [
      { columns: ['from', 'to', 'line'], rows: lists },
      { header: ['from', 'to', 'line'], rows: lists },
      { labels: ['from', 'to', 'line'], rows: full },
    ]) {
      const { shape, count, names } = tableOf(document)
      assert.deepEqual([shape, count, names], ['rows', 3, ['from', 'to', 'line']])
    }
  })

  test('are rows under a header if there are more or fewer lists than labels', () => {
    const { shape, names } = tableOf({ labels: ['from', 'to', 'line'], rows: [...lists, ['11']] })
    assert.deepEqual([shape, names], ['rows', ['from', 'to', 'line']])
  })
})
