import assert from 'node:assert/strict'
import { describe, it } from 'node:test'

import { TableEngine } from '../../../src/client/explorer/core/engine.ts'
import { testOfStep } from '../../../src/client/explorer/core/steps.ts'
import { CsvReader, type KnownColumn, tableOf } from '../../../src/client/explorer/core/table.ts'
import { ANY_COLUMN, type Filter, type ViewState, WHOLE } from '../../../src/client/explorer/core/view.ts'
import { binsBetween } from '../../../src/lib/reading/profile/bins.ts'
import fc from '../../support/fast-check.ts'

type Cell = string | null
const collator = new Intl.Collator('en', { numeric: true })
const COLUMNS: readonly KnownColumn[] = [
  { name: 'text', kind: 'text' },
  { name: 'number', kind: 'number' },
  { name: 'date', kind: 'date' },
  { name: 'text', kind: 'nested' },
]
const decimal = fc.oneof(
  fc.integer({ min: -3, max: 3 }).map(String),
  fc.bigInt({ min: 9007199254740990n, max: 9007199254740999n }).map(String),
  fc.bigInt({ min: 9007199254740990n, max: 9007199254740999n }).map((n) => `-${n}.5`),
  fc.constantFrom('0', '-0', '0.10', '0.1', '1e3', '1000', '1E400', '2E400', '12'),
)
const day = fc.date({ min: new Date('1999-12-30'), max: new Date('2000-02-02'), noInvalidDate: true })
const date = day.map((at) => at.toISOString().slice(0, 10))
const text = fc.oneof(
  fc.constantFrom('a', 'A', 'b', 'ё', 'Е', 'file 10', 'file 9'),
  fc.string({ unit: 'grapheme' }),
)
const nested = fc.oneof(
  fc.constant('[1, 9007199254740993]'),
  fc.constant('{"a": null}'),
  fc.constant('no json'),
)
const blank = fc.constantFrom(null, null, '', ' ')
const row = fc.tuple(
  ...[text, decimal, date, nested].map((filled) => fc.oneof({ weight: 5, arbitrary: filled }, blank)),
)
const rows = fc.array(row, { maxLength: 40 })

/** How many of the times are in each bar of the picture over a column. */
function barsOf(times: readonly number[]): number[] {
  const [from, to] = [Math.min(...times), Math.max(...times)]
  const bars = new Array<number>(20).fill(0)
  for (const time of times) (bars[Math.min(19, Math.floor(((time - from) / (to - from)) * 20))] as number)++
  return bars
}

const isBlank = (cell: Cell) => cell === null || cell.trim() === ''

/** A decimal number exactly: its value times 10 to the 400. */
function exactly(written: string): bigint {
  const [, sign, whole = '', fraction = '', power = '0'] =
    /^([+-]?)(\d+)(?:\.(\d+))?(?:e(.+))?$/i.exec(written) ?? []
  const shifted = BigInt(whole + fraction) * 10n ** BigInt(400 + Number(power) - fraction.length)
  return sign === '-' ? -shifted : shifted
}

const ORDERS: readonly ((a: string, b: string) => number)[] = [
  (a, b) => collator.compare(a, b),
  (a, b) => Number(exactly(a) - exactly(b) > 0n) - Number(exactly(a) - exactly(b) < 0n),
  (a, b) => Date.parse(a) - Date.parse(b),
  (a, b) => collator.compare(a, b),
]

function engineOf(cells: readonly (readonly Cell[])[]): TableEngine {
  return new TableEngine(tableOf(COLUMNS, cells), 'en')
}

/** The rows of a view, all on one page. */
function rowsOf(engine: TableEngine, view: Partial<ViewState>): (readonly Cell[])[] {
  return engine.page({ ...WHOLE, size: 1000, ...view }).rows.map(({ cells }) => cells)
}

describe('sorting', () => {
  it('agrees with a simple stable sort by any columns, in both directions, blanks last', () => {
    const sorts = fc.array(fc.record({ column: fc.nat(3), isDown: fc.boolean() }), { maxLength: 3 })
    fc.assert(
      fc.property(rows, sorts, (cells, sort) => {
        const expected = cells.toSorted((a, b) => {
          for (const { column, isDown } of sort) {
            const [x, y] = [a[column] as Cell, b[column] as Cell]
            const [noX, noY] = [isBlank(x), isBlank(y)]
            if (noX !== noY) return noX ? 1 : -1
            const order = noX ? 0 : (ORDERS[column]?.(x as string, y as string) ?? 0)
            if (order !== 0) return isDown ? -order : order
          }
          return 0
        })
        assert.deepEqual(rowsOf(engineOf(cells), { sort }), expected)
      }),
    )
  })

  it('numbers that are written in different ways are equal, and are compared with all their digits', () => {
    const orderOf = (numbers: readonly string[], unit?: string) =>
      rowsOf(
        new TableEngine(
          tableOf(
            [
              { name: 'n', kind: 'number', unit },
              { name: 'at', kind: 'number' },
            ],
            numbers.map((number, at) => [number, String(at)]),
          ),
          'en',
        ),
        {
          sort: [
            { column: 0, isDown: false },
            { column: 1, isDown: true },
          ],
        },
      ).map(([number]) => number)
    assert.deepEqual(orderOf(['1000', '1,000', '999.5', '1,000.0']), ['999.5', '1,000.0', '1,000', '1000'])
    assert.deepEqual(orderOf(['12 %', '5 %', '12%', '12.0 %'], '%'), ['5 %', '12.0 %', '12%', '12 %'])
    assert.deepEqual(orderOf(['9,007,199,254,740,992', '9007199254740993', '1,000.5']), [
      '1,000.5',
      '9,007,199,254,740,992',
      '9007199254740993',
    ])
  })

  it('sorts values of another kind last', () => {
    const engine = new TableEngine(
      tableOf([{ name: 'n', kind: 'number' }], [['x'], ['2'], [null], ['a'], ['10']]),
      'en',
    )
    assert.deepEqual(rowsOf(engine, { sort: [{ column: 0, isDown: false }] }).flat(), [
      '2',
      '10',
      'a',
      'x',
      null,
    ])
  })
})

describe('filtering', () => {
  const bound = fc.option(decimal, { nil: undefined })
  const dayBound = fc.option(fc.oneof(date, fc.constantFrom('2000', '2000-01', '1999-12')), {
    nil: undefined,
  })
  const values = fc.array(fc.option(text, { nil: null }), { minLength: 1, maxLength: 3 })
  const fold = (cell: string) => cell.normalize('NFC').toLowerCase().replaceAll('ё', 'е')

  it('agrees with a simple filter by a range of numbers, exactly beyond 2^53', () => {
    fc.assert(
      fc.property(rows, bound, bound, (cells, from, to) => {
        const test = { is: 'range', ...(from && { from }), ...(to && { to }) } as const
        const expected = cells.filter(
          ([, n = null]) =>
            !isBlank(n) &&
            (!from || exactly(n as string) >= exactly(from)) &&
            (!to || exactly(n as string) <= exactly(to)),
        )
        assert.deepEqual(rowsOf(engineOf(cells), { filters: [{ column: 1, test }] }), expected)
      }),
    )
  })

  it('agrees with a simple filter by a span of dates, including the last day, month or year', () => {
    fc.assert(
      fc.property(rows, dayBound, dayBound, (cells, from, to) => {
        const test = { is: 'range', ...(from && { from }), ...(to && { to }) } as const
        const expected = cells.filter(([, , at = null]) => {
          if (isBlank(at)) return false
          const written = at as string
          return (!from || written >= from) && (!to || written.slice(0, to.length) <= to)
        })
        assert.deepEqual(rowsOf(engineOf(cells), { filters: [{ column: 2, test }] }), expected)
      }),
    )
  })

  it('agrees with a simple filter by a text and by values, separately and together', () => {
    fc.assert(
      fc.property(rows, text, values, fc.boolean(), (cells, part, chosen, not) => {
        const named = chosen.map((value) => (isBlank(value) ? null : value))
        const filters: Filter[] = [
          { column: 0, test: { is: 'text', text: part } },
          { column: 0, test: { is: 'values', values: named, not } },
        ]
        const hasText = ([cell = null]: readonly Cell[]) => cell !== null && fold(cell).includes(fold(part))
        const isNamed = ([cell = null]: readonly Cell[]) =>
          named.includes(isBlank(cell) ? null : cell) !== not
        const engine = engineOf(cells)
        assert.deepEqual(rowsOf(engine, { filters: filters.slice(0, 1) }), cells.filter(hasText))
        assert.deepEqual(rowsOf(engine, { filters: filters.slice(1) }), cells.filter(isNamed))
        assert.deepEqual(rowsOf(engine, { filters }), cells.filter(hasText).filter(isNamed))
      }),
    )
  })

  it('agrees with a simple search for words in any column, together with other filters', () => {
    const asked = fc.array(fc.oneof(text, decimal, fc.constantFrom('A', 'ё', 'file', '9')), { maxLength: 4 })
    fc.assert(
      fc.property(rows, asked, values, (cells, parts, chosen) => {
        const said = parts.join(' ')
        const words = fold(said).split(/\s+/).filter(Boolean).slice(0, 8)
        const named = chosen.map((value) => (isBlank(value) ? null : value))
        const filters: Filter[] = [
          { column: ANY_COLUMN, test: { is: 'text', text: said } },
          { column: 0, test: { is: 'values', values: named, not: true } },
        ]
        const expected = cells
          .filter((row) =>
            words.every((word) => row.some((cell) => cell !== null && fold(cell).includes(word))),
          )
          .filter(([cell = null]) => !named.includes(isBlank(cell) ? null : cell))
        assert.deepEqual(rowsOf(engineOf(cells), { filters }), expected)
      }),
    )
  })

  it('finds texts ignoring case, with е for ё', () => {
    const engine = engineOf([
      ['Ёлка', null, null, null],
      ['Сосна', null, null, null],
    ])
    const test = { is: 'text', text: 'ЕЛ' } as const
    assert.equal(engine.page({ ...WHOLE, filters: [{ column: 0, test }] }).count, 1)
  })

  it('finds parts of texts as they are shown and as they are written', () => {
    const engine = engineOf([
      ['Research: R&amp;D &#171;Horn&raquo;', null, null, null],
      ['D&R', null, null, null],
    ])
    const found = (column: number, text: string) =>
      engine.page({ ...WHOLE, filters: [{ column, test: { is: 'text', text } }] }).count
    for (const text of ['r&d', 'R&amp;D', '«Horn»'])
      assert.deepEqual([found(0, text), found(ANY_COLUMN, text)], [1, 1], text)
    assert.equal(engine.countsOf([], 0, 'R&D', 10).different, 1)
  })

  it('finds whole words as the search of the mirror counts them, without references of HTML', () => {
    const engine = engineOf([
      ['&quot;Horn &amp; hoof&quot;', null, null, null],
      ['Schr&#246;der, 5 amp', null, null, null],
    ])
    const found = (text: string) =>
      engine.page({ ...WHOLE, filters: [{ column: ANY_COLUMN, test: { is: 'text', text } }] }).count
    assert.deepEqual(['"amp"', '"hoof"', '"schröder"', '"quot"'].map(found), [1, 1, 1, 0])
  })

  it('counts the values that pass the filters of other columns, the most frequent first', () => {
    fc.assert(
      fc.property(rows, bound, (cells, from) => {
        const range: Filter = { column: 1, test: { is: 'range', ...(from && { from }) } }
        const own: Filter = { column: 0, test: { is: 'values', values: ['a'], not: false } }
        const engine = engineOf(cells)
        const left = rowsOf(engine, { filters: [range] }).map(([cell = null]) =>
          isBlank(cell) ? null : cell,
        )
        const { values, different } = engine.countsOf([range, own], 0, '', 1000)
        assert.equal(different, new Set(left).size)
        for (const { text, count } of values) assert.equal(count, left.filter((cell) => cell === text).length)
        const counts = values.filter(({ text }) => text !== null).map(({ count }) => count)
        assert.deepEqual(
          counts,
          counts.toSorted((a, b) => b - a),
        )
      }),
    )
  })
})

describe('the ranges of a column', () => {
  const many = { minLength: 42, maxLength: 120 }
  const numbers = fc.uniqueArray(
    fc.oneof(fc.double({ noNaN: true, min: -1e9, max: 1e9 }), fc.integer()),
    many,
  )
  const tiny = fc.uniqueArray(fc.double({ noNaN: true, min: 0, max: 1e-200 }), many)
  const days = fc
    .uniqueArray(fc.integer({ min: -20_000, max: 30_000 }), many)
    .map((values) => values.map((at) => new Date(at * 86_400_000).toISOString().slice(0, 10)))
  const columns = [
    [1, numbers.map((values) => values.map(String))],
    [1, tiny.map((values) => values.map(String))],
    [2, days],
  ] as const

  it('have as many records as their filters leave, and contain every number and date', () => {
    for (const [column, values] of columns)
      fc.assert(
        fc.property(values, (texts) => {
          const engine = engineOf(
            texts.map((text) => Array.from({ length: 4 }, (_, at) => (at === column ? text : null))),
          )
          const { ranges = [] } = engine.countsOf([], column, '', 1000)
          const seen = new Set<number>()
          for (const { test, count } of ranges) {
            const { rows, count: left } = engine.page({ ...WHOLE, size: 100, filters: [{ column, test }] })
            assert.equal(left, count)
            for (const { number } of rows) seen.add(number)
          }
          assert.equal(seen.size, texts.length)
          assert.ok(ranges.length > 1)
        }),
        { numRuns: 50 },
      )
  })

  it('have each whole number and each day once', () => {
    const whole = fc.uniqueArray(fc.maxSafeInteger(), many).map((values) => values.map(String))
    for (const [column, values] of [
      [1, whole],
      [1, fc.uniqueArray(fc.integer({ min: -50, max: 150 }), many).map((all) => all.map(String))],
      [2, days],
    ] as const)
      fc.assert(
        fc.property(values, (texts) => {
          const cells = texts.map((text) =>
            Array.from({ length: 4 }, (_, at) => (at === column ? text : null)),
          )
          const { ranges = [] } = engineOf(cells).countsOf([], column, '', 1000)
          assert.equal(
            ranges.reduce((sum, { count }) => sum + count, 0),
            texts.length,
          )
        }),
        { numRuns: 50 },
      )
  })

  it('are the days of its records for a bar over dates, however short it is', () => {
    const times = (unit: number, start: number) =>
      fc
        .oneof(
          ...[20, 700].map((max) =>
            fc.uniqueArray(fc.integer({ min: 0, max }), { minLength: 2, maxLength: 60 }),
          ),
        )
        .map((all) => {
          const first = Math.min(...all)
          return all.map((at) => start + (at - first) * unit)
        })
    for (const unit of [1 / 40, 0.3, 1])
      fc.assert(
        fc.property(times(unit * 86_400_000, Date.UTC(2024, 1, 27, unit === 1 ? 0 : 6)), (all) => {
          const days = unit === 1
          const engine = engineOf(
            all.map((at) => [null, null, new Date(at).toISOString().slice(0, days ? 10 : 24), null]),
          )
          const bars = barsOf(all)
          for (const [at, count] of bars.entries()) {
            const steps = { from: Math.min(...all), to: Math.max(...all), count: bars.length }
            const test = testOfStep(steps, at, 'date', true)
            const left = engine.page({ ...WHOLE, filters: [{ column: 2, test }] }).count
            if (count > 0) assert.ok(days ? left === count : left >= count, `${left} of ${count}`)
          }
        }),
        { numRuns: 60 },
      )
  })

  it('have each number once, and round edges', () => {
    const numbers = fc.oneof(
      fc.integer({ min: -3000, max: 90_000 }).map(String),
      fc.integer({ min: -500, max: 9000 }).map((number) => String(number / 10)),
    )
    fc.assert(
      fc.property(fc.uniqueArray(numbers, { minLength: 41, maxLength: 90 }), (all) => {
        const engine = engineOf(all.map((text) => [null, text, null, null]))
        const ranges = engine.countsOf([], 1, '', 10).ranges ?? []
        assert.equal(
          ranges.reduce((sum, { count }) => sum + count, 0),
          all.length,
        )
        for (const { test } of ranges) assert.match(test.from ?? '0', /^-?(?:\d|\d*[1-9]?\d0*)(?:\.\d)?$/)
      }),
    )
    const prices = Array.from({ length: 60 }, (_, at) => [null, String(1017 + at * 83), null, null] as const)
    assert.deepEqual(
      engineOf(prices)
        .countsOf([], 1, '', 10)
        .ranges?.map(({ test }) => [test.from, test.to]),
      [
        [undefined, '1499'],
        ...[3, 4, 5, 6, 7, 8, 9, 10].map((at) => [`${at * 500}`, `${at * 500 + 499}`]),
        ['5500', undefined],
      ],
    )
  })

  it('of dates come with the days of the ends and of the bounds, read as the column is', () => {
    const engine = engineOf(['13.01.2024', '01.02.2024', '2024-05'].map((day) => [null, null, day, null]))
    const filters: Filter[] = [{ column: 2, test: { is: 'range', from: '2024', to: '2024-02' } }]
    assert.deepEqual(engine.countsOf(filters, 2, '', 10).days, {
      min: '2024-01-13',
      max: '2024-05-31',
      from: '2024-01-01',
      to: '2024-02-29',
    })
    const american = engineOf(['03/14/2024', '04/02/2024'].map((day) => [null, null, day, null]))
    assert.equal(american.countsOf([], 2, '', 10).days?.max, '2024-04-02')
    assert.equal(american.countsOf([], 0, '', 10).days, undefined)
  })

  it('of a bar have the numbers that are counted in it', () => {
    const values = [1, 1, 2, 3, 5, 5, 5, 9]
    const [from, to] = [1, 9]
    const steps = { from, to, unit: 1, ...binsBetween(from, to, 1) }
    const engine = engineOf(values.map((value) => [null, String(value), null, null]))
    const left = Array.from({ length: steps.count }, (_, at) => {
      const test = testOfStep(steps, at, 'number', true)
      return engine.page({ ...WHOLE, filters: [{ column: 1, test }] }).count
    })
    assert.deepEqual(left, [2, 1, 1, 0, 3, 0, 0, 0, 1])
  })

  it('are of the records that the other filters leave, and not of few values', () => {
    const engine = engineOf(
      Array.from({ length: 100 }, (_, at) => [at < 50 ? 'a' : 'b', String(at), null, null] as const),
    )
    const own: Filter = { column: 0, test: { is: 'values', values: ['b'], not: false } }
    assert.deepEqual(engine.countsOf([own], 1, '', 10).ranges?.slice(0, 2), [
      { test: { is: 'range', to: '54' }, count: 5 },
      { test: { is: 'range', from: '55', to: '59' }, count: 5 },
    ])
    assert.equal(engine.countsOf([own], 0, '', 10).ranges, undefined)
    assert.equal(engineOf([['a', '1', null, null]]).countsOf([], 1, '', 10).ranges, undefined)
  })
})

describe('a page of a view', () => {
  it('is a slice of all records, and the last one if a later one is requested', () => {
    const engine = engineOf(Array.from({ length: 60 }, (_, at) => [String(at), null, null, null]))
    assert.deepEqual(
      engine.page({ ...WHOLE, size: 25, page: 2 }).rows.map(({ number }) => number),
      Array.from({ length: 25 }, (_, at) => 26 + at),
    )
    assert.deepEqual(
      [
        engine.page({ ...WHOLE, size: 25, page: 9 }).page,
        engine.page({ ...WHOLE, size: 25, page: 9 }).rows.length,
      ],
      [3, 10],
    )
  })

  it('has the records before and after one', () => {
    const engine = engineOf(['b', 'a', 'c'].map((cell) => [cell, null, null, null]))
    const view = { ...WHOLE, sort: [{ column: 0, isDown: false }] }
    const { place, before, after } = engine.open(view, 1) ?? {}
    assert.deepEqual([place, before, after], [2, 2, 3])
    assert.equal(engine.open(view, 4), undefined)
    const test = { is: 'values', values: ['b'], not: true } as const
    assert.equal(engine.open({ ...view, filters: [{ column: 0, test }] }, 1)?.place, undefined)
  })
})

describe('a file of a view', () => {
  it('as csv has a byte order mark, CRLF, and every cell of the visible columns', () => {
    fc.assert(
      fc.property(rows, fc.subarray([0, 1]), (cells, hidden) => {
        const written = [...engineOf(cells).write({ ...WHOLE, hidden }, 'csv')].join('')
        assert.ok(written.startsWith('\ufeff'))
        const chosen = (all: readonly Cell[]) => all.filter((_, at) => !hidden.includes(at))
        assert.deepEqual(readCsv(written.slice(1)), [
          chosen(COLUMNS.map(({ name }) => name)),
          ...cells.map(chosen),
        ])
      }),
    )
  })

  it('as json has numbers as written, and everything else as texts with unique names', () => {
    fc.assert(
      fc.property(rows, (cells) => {
        const written = [...engineOf(cells).write(WHOLE, 'json')].join('')
        const numerals = (JSON.parse(written, keepNumerals) as Record<string, unknown>[]).map((record) =>
          Object.entries(record),
        )
        const expected = cells.map(([text, number, date, nested]) => [
          ['text', text],
          ['number', number === null || isBlank(number ?? null) ? number : { numeral: number }],
          ['date', date],
          [
            'text (2)',
            nested?.startsWith('{') || nested?.startsWith('[') ? JSON.parse(nested, keepNumerals) : nested,
          ],
        ])
        assert.deepEqual(numerals, expected)
      }),
    )
  })
})

function keepNumerals(_: string, value: unknown, context?: { source: string }): unknown {
  return typeof value === 'number' ? { numeral: context?.source } : value
}

function readCsv(text: string): Cell[][] {
  const found: Cell[][] = [[]]
  const reader = new CsvReader({
    cell: (_, cell) => found.at(-1)?.push(cell),
    row: () => found.push([]),
  })
  reader.push(text)
  reader.end()
  return found.slice(0, -1)
}
