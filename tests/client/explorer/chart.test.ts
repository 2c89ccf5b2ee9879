import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type ChartChoice, firstChart } from '../../../src/client/explorer/core/chart-choice.ts'
import type { ChartData } from '../../../src/client/explorer/core/chart-data.ts'
import { TableEngine } from '../../../src/client/explorer/core/engine.ts'
import { tableOf } from '../../../src/client/explorer/core/table.ts'
import { type Filter, WHOLE } from '../../../src/client/explorer/core/view.ts'
import fc from '../../support/fast-check.ts'
import { AREA, anyChart, CHARTED, KIND, OPENED, YEAR } from './charted.ts'

type Cell = string | null

function chartOf(
  rows: readonly (readonly Cell[])[],
  chart: ChartChoice,
  filters: readonly Filter[] = [],
): ChartData {
  return new TableEngine(tableOf(CHARTED, rows), 'en').chart({ ...WHOLE, filters, chart }) as ChartData
}

/** The test of each place leads to as many records as it has. */
function leadsToRecords(
  rows: readonly (readonly Cell[])[],
  data: Extract<ChartData, { is: 'places' }>,
  filters: readonly Filter[],
): void {
  const engine = new TableEngine(tableOf(CHARTED, rows), 'en')
  for (const [at, { test }] of data.places.entries()) {
    if (!test) continue
    const view = { ...WHOLE, filters: [...filters, { column: data.choice.x, test }] }
    const count = data.values.reduce((sum, line) => sum + (line[at]?.count ?? 0), 0)
    assert.equal(engine.page(view).count, count)
  }
}

/** Each place with its values, one of each colour. */
function drawn(rows: readonly (readonly Cell[])[], chart: ChartChoice, filters?: readonly Filter[]) {
  const data = chartOf(rows, chart, filters)
  assert.ok(data.is === 'places')
  return data.places.map(({ text, joined }, at) => [
    joined === undefined ? text : `+${joined}`,
    ...data.values.map((line) => line[at]?.text),
  ])
}

const PLACES: readonly (readonly Cell[])[] = [
  ['park', '2019-01-31', '1,5', '2001'],
  ['park', '2019-03-01', '2,25', '2003'],
  ['museum', '2019-03-31', null, '2003'],
  [null, 'soon', '4', ''],
]

describe('what a chart draws', () => {
  it('counts records by the values of a column, those without a value too', () => {
    assert.deepEqual(drawn(PLACES, { kind: 'bar', x: KIND }), [
      ['park', '2'],
      ['museum', '1'],
      [null, '1'],
    ])
  })

  it('adds numbers exactly, and counts the records that have none', () => {
    const chart: ChartChoice = { kind: 'bar', x: KIND, y: AREA, of: 'sum' }
    assert.deepEqual(drawn(PLACES, chart), [
      ['park', '3.75'],
      [null, '4'],
    ])
    assert.deepEqual(chartOf(PLACES, chart).left, { x: 0, y: 1 })
    assert.deepEqual(drawn(PLACES, { ...chart, of: 'mean' }), [
      ['park', '1.875'],
      [null, '4'],
    ])
  })

  it('draws dates in their periods, with a count of zero between them, and counts those that are none', () => {
    const chart: ChartChoice = { kind: 'line', x: OPENED, per: 'month' }
    assert.deepEqual(drawn(PLACES, chart), [
      ['2019-01', '1'],
      ['2019-02', '0'],
      ['2019-03', '2'],
    ])
    assert.deepEqual(chartOf(PLACES, chart).left, { x: 1, y: 0 })
    // A sum of nothing is not zero.
    assert.deepEqual(drawn(PLACES, { ...chart, kind: 'bar', y: AREA, of: 'sum' }), [
      ['2019-01', '1.5'],
      ['2019-02', undefined],
      ['2019-03', '2.25'],
    ])
  })

  it('draws every year between the first and the last', () => {
    assert.deepEqual(drawn(PLACES, { kind: 'bar', x: YEAR }), [
      ['2001', '1'],
      ['2002', '0'],
      ['2003', '2'],
    ])
  })

  it('gives each value of another column a colour, and joins all but the most frequent five', () => {
    const rows = Array.from({ length: 36 }, (_, at): Cell[] => [
      `k${Math.floor(Math.sqrt(at))}`,
      '2019-01-01',
      '1',
      null,
    ])
    const data = chartOf([...rows, [null, '2019-01-01', '1', null]], {
      kind: 'bar',
      x: OPENED,
      per: 'year',
      colour: KIND,
    })
    const named = data.series.map(({ text, joined }) => ({ text, ...(joined !== undefined && { joined }) }))
    assert.deepEqual(named, [
      { text: 'k5' },
      { text: 'k4' },
      { text: 'k3' },
      { text: 'k2' },
      { text: 'k1' },
      { text: null },
      { text: null, joined: 1 },
    ])
    assert.deepEqual(data.is === 'places' && data.values.map(([one]) => one?.text), [
      '11',
      '9',
      '7',
      '5',
      '3',
      '1',
      '1',
    ])
  })

  it('joins all but twenty values as one, of which it keeps the number', () => {
    const rows = Array.from({ length: 60 }, (_, at): Cell[] => [`k${at % 30}`, null, String(at % 30), null])
    const bars = drawn(rows, { kind: 'bar', x: KIND, y: AREA, of: 'sum' })
    assert.deepEqual(bars.slice(0, 2), [
      ['k29', '58'],
      ['k28', '56'],
    ])
    assert.deepEqual(bars.at(-1), ['+10', '90'])
    assert.equal(bars.length, 21)
  })

  it('joins more than thirty numbers in ranges, fewer stay as they are', () => {
    const rows = (count: number) =>
      Array.from({ length: count }, (_, at): Cell[] => [null, null, String(at / 10), null])
    assert.equal(drawn(rows(30), { kind: 'bar', x: AREA }).length, 30)
    const data = chartOf(rows(100), { kind: 'bar', x: AREA })
    assert.ok(data.is === 'places')
    assert.deepEqual([data.step, data.most, data.places.length], [0.5, 30, 20])
    assert.deepEqual(data.places[1], { text: '0.5–1', from: 0.5, to: 1 })
    assert.ok(data.values[0]?.every((one) => one?.count === 5))
    // Numbers are places, however they are written.
    const written: Cell[][] = ['1,0', '1', '1 000'].map((text) => [null, null, text, null])
    assert.deepEqual(
      drawn(written, { kind: 'bar', x: AREA }).map(([, count]) => count),
      ['2', '1'],
    )
  })

  it('chooses longer periods than are asked for, if there would be too many', () => {
    const rows = [
      ['a', '2000-01-01', '1', null],
      ['b', '2019-12-31', '1', null],
    ]
    const data = chartOf(rows, { kind: 'bar', x: OPENED, per: 'day' })
    assert.deepEqual(data.is === 'places' && [data.per, data.most, data.places.length], ['year', 200, 20])
    const line = chartOf(rows, { kind: 'line', x: OPENED, y: AREA, of: 'mean' })
    assert.deepEqual(line.is === 'places' && [line.per, line.most, line.places.length], ['day', undefined, 2])
  })

  it('draws at most two thousand records as points, spread over all, and only those with both numbers', () => {
    const rows = Array.from({ length: 5_001 }, (_, at): Cell[] => [
      null,
      '2019-01-01',
      at === 0 ? '' : String(at),
      null,
    ])
    const data = chartOf(rows, { kind: 'scatter', x: OPENED, y: AREA })
    assert.ok(data.is === 'points')
    assert.deepEqual([data.points.length, data.count, data.left], [2_000, 5_000, { x: 0, y: 1 }])
    assert.deepEqual([data.points[0]?.[1], data.points.at(-1)?.[1]], [1, 4_998])
  })

  it('draws bars where texts have no place on an axis, and counts where there is nothing to add', () => {
    assert.deepEqual(chartOf(PLACES, { kind: 'line', x: KIND, y: KIND, of: 'mean' }).choice, {
      kind: 'bar',
      x: KIND,
    })
    assert.deepEqual(chartOf(PLACES, { kind: 'scatter', x: AREA }).choice, { kind: 'bar', x: AREA })
  })

  it('follows the filters, and accounts for every record of any table', () => {
    const cell = fc.constantFrom('a', 'b', ' ', null, '1', '2,5', '2019', '2020-02-03', '1e400', 'n/a')
    const rows = fc.array(fc.tuple(cell, cell, cell, cell), { maxLength: 30 })
    const filters = fc.constantFrom<readonly Filter[]>(
      [],
      [{ column: KIND, test: { is: 'text', text: 'a' } }],
    )
    fc.assert(
      fc.property(rows, anyChart, filters, (cells, choice, filters) => {
        const data = chartOf(cells, choice, filters)
        const expected =
          filters.length === 0 ? cells.length : cells.filter(([kind]) => kind?.includes('a')).length
        const { left } = data
        const counts = data.is === 'points' ? [data.count] : data.values.flat().map((one) => one?.count ?? 0)
        assert.equal(data.records, expected)
        if (data.is === 'places' && data.choice.y === undefined) leadsToRecords(cells, data, filters)
        assert.equal(
          counts.reduce((sum, count) => sum + count, left.x + left.y),
          expected,
        )
      }),
    )
  })
})

describe('the chart that a form begins with', () => {
  const first = (page?: Parameters<typeof firstChart>[3], columns = CHARTED) =>
    firstChart(
      columns,
      columns.map((_, at) => at),
      (at) => columns[at]?.name === 'name',
      page,
    )

  it('is that of the page', () => {
    assert.deepEqual(first({ kind: 'line', x: 'opened', y: 'area', colour: 'kind' }), {
      kind: 'line',
      x: OPENED,
      y: AREA,
      of: 'mean',
      per: 'day',
      colour: KIND,
    })
    assert.deepEqual(first({ kind: 'scatter', x: 'year', y: 'area' }), { kind: 'scatter', x: YEAR, y: AREA })
    assert.deepEqual(first({ kind: 'bar', x: 'kind' }), { kind: 'bar', x: KIND })
  })

  it('else is a number over time, else the count of values that are no names', () => {
    assert.deepEqual(first(), { kind: 'line', x: OPENED, y: AREA, of: 'mean' })
    assert.deepEqual(first({ kind: 'line', x: 'gone', y: 'area' }).x, OPENED)
    assert.deepEqual(
      first(undefined, [
        { name: 'name', kind: 'text' },
        { name: 'area', kind: 'number' },
        { name: 'kind', kind: 'text' },
      ]),
      { kind: 'bar', x: 2 },
    )
  })
})
