import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { TypeFinder } from '../../src/lib/reading/profile/field-types.ts'
import { openParquet } from '../../src/lib/site/parquet.ts'
import fc from '../support/fast-check.ts'
import { differsFrom, readParquet } from '../support/loading/parquet.ts'

type Cell = string | null | undefined

function typesOf(rows: readonly (readonly Cell[])[]) {
  return (rows[0] ?? []).map((_, at) => {
    const found = new TypeFinder()
    for (const row of rows) if (typeof row[at] === 'string') found.add(row[at])
    return found.find(({ exact }) => exact !== 'text').exact
  })
}

/** A table as Parquet, and the sizes of the chunks. */
function parquetOf(names: readonly string[], rows: readonly (readonly Cell[])[]) {
  const chunks: Uint8Array[] = []
  const types = typesOf(rows)
  const columns = names.map((name, at) => ({ name, type: types[at] ?? 'text' }) as const)
  const table = openParquet(columns, (chunk) => chunks.push(chunk))
  for (const row of rows) table.add(row)
  table.finish()
  return Buffer.concat(chunks)
}

async function assertSame(names: readonly string[], rows: readonly (readonly Cell[])[]): Promise<void> {
  const read = await readParquet(parquetOf(names, rows))
  assert.deepEqual(
    read.names,
    names.map((name) => name.toWellFormed()),
  )
  assert.equal(read.rows.length, rows.length)
  const wrong = rows.flatMap((row, at) =>
    names.map((_, column) => differsFrom(row[column], read.rows[at]?.[column])),
  )
  assert.deepEqual(wrong.filter(Boolean), [])
}

describe('the exact type of a column', () => {
  for (const [type, values] of [
    ['integer', ['1', '-20', '0', null, '9223372036854775807', '-9223372036854775808']],
    ['number', ['1.50', '2', '-1e-7', '1E3', '0.0', '123456789012345680', '0.1']],
    ['boolean', ['true', 'false', null]],
    ['date', ['2024-02-29', '0001-01-01', '9999-12-31']],
    ['instant', ['2024-02-29T23:59:59Z', '2024-01-01T00:00:00.5Z', '2024-01-01T00:00:00.123Z']],
  ] as const)
    it(`is ${type} for ${values.join(', ')}`, () => {
      assert.equal(typesOf(values.map((value) => [value]))[0], type)
    })

  for (const [what, with1, value] of [
    ['zeros before it', '1', '007'],
    ['a plus sign', '1', '+7'],
    ['a zero with a minus sign', '1', '-0'],
    ['more digits than a double has', '1', '0.1000000000000000055'],
    ['more than 64 bits', '1', '9223372036854775808'],
    ['more than the largest double', '1', '1e400'],
    ['a letter as in codes', '1', '30E9'],
    ['nothing in it', '1', ''],
    ['blanks around it', '1', ' 2'],
    ['a capital letter', 'true', 'True'],
    ['a day that does not exist', '2024-01-01', '2023-02-29'],
    ['a time without a zone', '2024-01-01T00:00:00Z', '2024-01-01T00:00:00'],
    ['an offset', '2024-01-01T00:00:00Z', '2024-01-01T00:00:00+03:00'],
    ['microseconds', '2024-01-01T00:00:00Z', '2024-01-01T00:00:00.123456Z'],
    ['a time among dates', '2024-01-01', '2024-01-01T00:00:00Z'],
  ] as const)
    it(`is text with a value that has ${what}`, () => {
      assert.deepEqual(typesOf([[with1], [value]]), ['text'])
    })
})

const values = fc.oneof(
  fc.bigInt({ min: -(2n ** 65n), max: 2n ** 65n }).map(String),
  fc.integer({ min: -99, max: 99 }).map(String),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
  fc.tuple(fc.integer(), fc.nat(99)).map(([whole, cents]) => `${whole}.${String(cents).padStart(2, '0')}`),
  fc.constantFrom('true', 'false', 'True', '', '007', '-0', '1e400', '{"a":1}', '\ud800', 'ё', '\0'),
  fc
    .date({ noInvalidDate: true, min: new Date('0001-01-01'), max: new Date('9999-12-31') })
    .map((date) => date.toISOString().slice(0, 10)),
  fc
    .date({ noInvalidDate: true, min: new Date('0001-01-01'), max: new Date('9999-12-31') })
    .map((date) => date.toISOString()),
  fc.string({ unit: 'grapheme' }),
)
// Mostly columns of one kind of value, some of several.
const column = fc
  .array(values, { minLength: 1, maxLength: 3 })
  .chain((few) =>
    fc.array(fc.option(fc.oneof(fc.constantFrom(...few), values)), { minLength: 1, maxLength: 40 }),
  )

describe('a table as Parquet', () => {
  it('is read again cell by cell, whatever the cells are', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(column, { minLength: 1, maxLength: 5 }), async (columns) => {
        const rows = (columns[0] ?? []).map((_, at) => columns.map((cells) => cells[at]))
        const names = columns.map((_, at) => ['', 'a.b', '__proto__', '\ud800', "it's"][at] ?? '')
        await assertSame(names, rows)
      }),
    )
  })

  it('has several row groups if it is long or has long texts, with the same cells', async () => {
    const long = Array.from({ length: 100_001 }, (_, at) => [at % 7 === 0 ? null : String(at % 90)])
    const heavy = Array.from({ length: 20 }, (_, at) => [String.fromCharCode(97 + at).repeat(2 ** 20)])
    for (const rows of [long, heavy]) {
      const names = (rows[0] ?? []).map((_, at) => `c${at}`)
      assert.equal((await readParquet(parquetOf(names, rows))).groups, 2)
      await assertSame(names, rows)
    }
  })

  it('has the same bytes each time', () => {
    const rows = Array.from({ length: 500 }, (_, at) => [
      String(at),
      `text ${at % 9}`,
      '2024-01-01',
      `${at}.5`,
    ])
    const names = ['a', 'b', 'c', 'd']
    assert.ok(parquetOf(names, rows).equals(parquetOf(names, rows)))
  })
})
