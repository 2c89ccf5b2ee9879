import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { readingOf } from './generate.ts'

/** A hill of whole numbers, row by row. */
const hill = (width: number, height: number) =>
  Array.from({ length: height }, (_, y) =>
    Array.from({ length: width }, (_, x) => Math.round(200 - Math.hypot(x - width / 2, y - height / 2) * 5)),
  )
const chartOf = (document: unknown) => readingOf(JSON.stringify(document), 'json').chart
const rasterOf = (document: unknown) => {
  const chart = chartOf(document)
  assert.equal(chart?.kind, 'raster')
  return chart
}

describe('a grid of numbers is read as a picture', () => {
  test('from a list beside its width and height', () => {
    const { cells, columns, rows, from, to } = rasterOf({
      width: 30,
      height: 20,
      values: hill(30, 20).flat(),
    })
    assert.deepEqual([columns, rows, cells.length], [30, 20, 600])
    assert.ok(from > 100 && to < 200)
    assert.deepEqual([cells[0], cells[10 * 30 + 15]], ['0', '8'])
  })

  test('from rows without names, whose neighbours are alike', () => {
    assert.equal(rasterOf({ data: hill(12, 40) }).cells.length, 480)
    const table = Array.from({ length: 40 }, (_, at) => [
      at,
      ...[7, 91, 40, 3, 66, 12, 80, 25].map((n) => (n * (at + 3) ** 2) % 97),
    ])
    assert.notEqual(chartOf(table)?.kind, 'raster')
  })

  test('where a value states that there is none, or is missing, the picture has a hole', () => {
    const values = hill(10, 10).flat()
    const given = {
      ncols: 10,
      nrows: 10,
      nodata: -9999,
      data: values.map((value, at) => (at < 10 ? -9999 : at === 99 ? null : value)),
    }
    assert.match(rasterOf(given).cells, /^\.{10}[0-8]{89}\.$/)
  })

  test('a large one is drawn smaller, each cell as the mean of a square', () => {
    const raster = rasterOf({ width: 500, height: 250, values: hill(500, 250).flat() })
    assert.deepEqual([raster.columns, raster.width, raster.height, raster.cells.length], [500, 100, 50, 5000])
  })

  test('only if there are as many values as the size states, and they differ', () => {
    assert.equal(chartOf({ width: 30, height: 21, values: hill(30, 20).flat() }), undefined)
    assert.equal(chartOf({ width: 10, height: 10, values: new Array(100).fill(5) }), undefined)
  })
})
