import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { placeClient } from '../../../scripts/job/renderer.ts'
import { ColumnBuilder, markOf } from '../../../src/client/explorer/core/column.ts'
import { openTextOrder, sortSteps } from '../../../src/client/explorer/core/ranks.ts'
import {
  type ColumnTable,
  CsvReader,
  loadTable,
  MOST_ROWS,
  TableBuilder,
} from '../../../src/client/explorer/core/table.ts'
import { LANGUAGES } from '../../../src/lib/config/index.ts'
import { csvLine } from '../../../src/lib/reading/csv.ts'
import { readDocument } from '../../../src/lib/reading/read.ts'
import fc from '../../support/fast-check.ts'
import { temporaryFolder } from '../../support/temporary.ts'

describe('csv', () => {
  type Cell = string | null

  const cell = fc.option(
    fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.string({ unit: fc.constantFrom('"', ',', '\r', '\n', 'a', ' ', '=') }),
      fc.constantFrom('', '""', '9007199254740993', '<img src=x onerror=alert(1)>', '=HYPERLINK("x")'),
    ),
    { nil: null },
  )
  const grid = fc
    .integer({ min: 1, max: 5 })
    .chain((width) => fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: 1 }))
  const cuts = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1 })

  /** The rows of a csv text in chunks of these lengths. */
  function readIn(text: string, lengths: readonly number[]): Cell[][] {
    const rows: Cell[][] = []
    let row: Cell[] = []
    const reader = new CsvReader({
      cell: (column, cell) => {
        assert.equal(column, row.length)
        row.push(cell)
      },
      row: (cells) => {
        assert.equal(cells, row.length)
        rows.push(row)
        row = []
      },
    })
    for (let at = 0, turn = 0; at < text.length; turn++) {
      const length = lengths[turn % lengths.length] ?? 1
      reader.push(text.slice(at, at + length))
      at += length
    }
    reader.end()
    return rows
  }

  function cellsOf({ columns, rows }: ColumnTable): Cell[][] {
    return Array.from({ length: rows }, (_, row) =>
      columns.map(({ values, codes }) => values[codes[row] as number] ?? null),
    )
  }

  describe('reading csv', () => {
    it('gives back what was written, for any division into chunks', () => {
      fc.assert(
        fc.property(grid, cuts, (rows, lengths) => {
          const expected = rows.map((row) => (row.length === 1 ? [row[0] ?? ''] : row))
          assert.deepEqual(readIn(rows.map(csvLine).join(''), lengths), expected)
        }),
      )
    })

    it('accepts line feeds, carriage returns and a last line without an end', () => {
      assert.deepEqual(readIn('a,b\n1,2\r3,"x\r\ny"\r\n4,', [100]), [
        ['a', 'b'],
        ['1', '2'],
        ['3', 'x\r\ny'],
        ['4', null],
      ])
    })

    it('distinguishes nothing from an empty text', () => {
      assert.deepEqual(readIn('a,"",,""""\r\n', [3]), [['a', '', null, '"']])
    })

    it('extends an unclosed quote to the end of the text', () => {
      assert.deepEqual(readIn('a\r\n"b,c\r\nd', [2]), [['a'], ['b,c\r\nd']])
    })

    it('makes a table from bytes, cut inside characters too, with the first row as names', async () => {
      const text = `\ufeff${[
        ['Имя', 'n'],
        ['Ёж', '1'],
        [null, ''],
        ['👩‍👩‍👧', '2'],
      ]
        .map(csvLine)
        .join('')}`
      const bytes = new TextEncoder().encode(text)
      const stream = new ReadableStream<Uint8Array>({
        start(controller) {
          for (let at = 0; at < bytes.length; at += 3) controller.enqueue(bytes.subarray(at, at + 3))
          controller.close()
        },
      })
      const table = await loadTable(stream, [{ name: 'Имя', kind: 'code' }], () => {})
      assert.deepEqual(
        table.columns.map(({ name, kind }) => [name, kind]),
        [
          ['Имя', 'code'],
          ['n', 'number'],
        ],
      )
      assert.deepEqual(cellsOf(table), [
        ['Ёж', '1'],
        [null, ''],
        ['👩‍👩‍👧', '2'],
      ])
    })

    it('counts each line as a record if there is one column, a blank one too', () => {
      const builder = new TableBuilder([])
      builder.push('a\r\n1\r\n\r\n""\r\n')
      assert.deepEqual(cellsOf(builder.finish()), [['1'], [null], ['']])
    })

    it('reads no more records than the limit', () => {
      const builder = new TableBuilder([])
      builder.push('a\n')
      assert.throws(() => builder.push('1\n'.repeat(MOST_ROWS + 1)), { name: 'TooLarge' })
    })
  })
})

describe('decimal marks', () => {
  const times = (count: number, text: string) => Array.from({ length: count }, () => text)

  /** The mark that the build reads a column with, and that of the explorer; the first is undefined if the column is not of numbers. */
  function marksOf(texts: readonly string[]) {
    const body = Buffer.from(JSON.stringify(texts.map((value) => ({ value, other: 'x' }))))
    const [column] = readDocument(() => [body], { format: 'json' }).columns ?? []
    const builder = new ColumnBuilder('value')
    for (const [row, text] of texts.entries()) builder.set(row, text)
    const typed = builder.finish(texts.length, () => column ?? { kind: 'text' })
    const built = column?.kind === 'number' ? (column.numbers?.decimalComma ? ',' : '.') : undefined
    return [built, markOf(typed), typed.places] as const
  }

  test('a value that occurs often decides between marks, in the explorer as in the build', () => {
    const texts = [...times(98, '1,5'), '2.5', '3.5']
    const [built, explored, places] = marksOf(texts)
    assert.deepEqual([built, explored], [',', ','])
    assert.deepEqual([...places], [Number.NaN, 1.5, Number.NaN, Number.NaN])
  })

  test('numbers with a unit have the same places in the explorer as in the build, and those with another unit none', () => {
    const texts = [...times(98, '1,5 км'), '2 000 км', '3 м']
    const [built, explored, places] = marksOf(texts)
    assert.deepEqual([built, explored], [',', ','])
    assert.deepEqual([...places], [Number.NaN, 1.5, 2000, Number.NaN])
  })

  test('a column of thousands with one fraction has the same mark in both', () => {
    const [built, explored] = marksOf([...times(30, '1.234'), ...times(30, '12.345'), '1.234,5'])
    assert.equal(built, explored)
  })

  test('both choose the same mark for any column of numbers', () => {
    const number = fc.constantFrom(
      '1',
      '1,5',
      '2,25',
      '1.5',
      '3.125',
      '1.234,5',
      '1,234.5',
      '1 234,5',
      '1,234',
      '1.234',
      '0',
      '-7',
    )
    fc.assert(
      fc.property(
        fc.array(fc.tuple(number, fc.integer({ min: 1, max: 150 })), { minLength: 1, maxLength: 6 }),
        (parts) => {
          const [built, explored] = marksOf(parts.flatMap(([text, count]) => times(count, text)))
          if (built !== undefined) assert.equal(explored, built)
        },
      ),
    )
  })
})

describe('texts', () => {
  const ordinary = fc.string({
    unit: fc.constantFrom(...' _-,;:!?.\'"()[]{}@*/&#%+<=>|$0123456789aAbBzZеЕёЁиИйЙьяЯ«»'),
    maxLength: 8,
  })
  const any = fc.oneof(ordinary, fc.string({ unit: 'grapheme', maxLength: 8 }))

  describe('the order of texts', () => {
    for (const language of ['en-GB', 'ru-RU'])
      it(`is that of the collator wherever its keys differ (${language})`, () => {
        const { compare, keyOf } = openTextOrder(language)
        const collator = new Intl.Collator(language, { numeric: true })
        fc.assert(
          fc.property(any, any, (a, b) => {
            const [x, y] = [keyOf(a), keyOf(b)]
            assert.equal(compare(a, b), collator.compare(a, b))
            if (x === undefined || y === undefined || x === y) return
            assert.equal(x < y ? -1 : 1, collator.compare(a, b))
          }),
          { numRuns: 2000 },
        )
      })

    it('has keys for ordinary texts, and none if letters combine or are ignored', () => {
      const { keyOf } = openTextOrder('ru-RU')
      for (const text of ['', 'Улица Ёжиков, д. 10/2', 'Main Street 007'])
        assert.notEqual(keyOf(text), undefined)
      for (const text of ['№ 5', 'й'.normalize('NFD'), 'straße', '1'.repeat(41)])
        assert.equal(keyOf(text), undefined)
    })
  })

  it('a text of a megabyte is sorted like any other', () => {
    const { compare, keyOf } = openTextOrder('en-GB')
    const long = '1a'.repeat(500_000)
    assert.equal(keyOf(long), undefined)
    assert.equal(compare(long, '2'), -1)
    assert.equal(compare(long, '1'), 1)
  })

  it('sorting in steps gives the same result as sorting at once', () => {
    const items = Uint32Array.from({ length: 20_000 }, (_, at) => (at * 7919) % 10_007)
    const expected = items.toSorted()
    for (const _ of sortSteps(items, (a, b) => a - b));
    assert.deepEqual(items, expected)
  })
})

for (const language of LANGUAGES)
  test(`the scripts of the explorer, with their words (${language}), are less than 40 kB compressed with the worker, less than 60 with charts, and less than 63 with parts`, async (context) => {
    const folder = temporaryFolder(context)
    await placeClient(folder, language)
    const [page, worker, chart, parts] = ['', '-worker', '-chart', '-parts'].map(
      (name) => gzipSync(readFileSync(join(folder, `explorer${name}.js`))).length,
    ) as [number, number, number, number]
    assert.ok(page < 23_600, `the page loads ${page} bytes`)
    assert.ok(page + worker < 40_000, `${page + worker} bytes`)
    assert.ok(page + worker + chart < 60_000, `${page + worker + chart} bytes with charts`)
    assert.ok(page + worker + parts < 63_000, `${page + worker + parts} bytes with parts`)
  })
