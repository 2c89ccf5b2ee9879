import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { readDocument } from '../../../src/lib/reading/read.ts'
import { type ChartView, documentViewOf, localeOf } from '../../../src/lib/site/view/index.ts'
import fc from '../../support/fast-check.ts'

function viewOf(rows: readonly object[], language: 'en' | 'ru' = 'en'): ChartView | undefined {
  const bytes = new TextEncoder().encode(JSON.stringify(rows))
  return documentViewOf(
    localeOf(language),
    readDocument(() => [bytes], { format: 'json' }),
  ).chart
}
const prices = ['north', 'south'].flatMap((region) =>
  Array.from({ length: 10 }, (_, n) => ({
    region,
    year: 2000 + n,
    price: n * 10 + (region === 'south' ? 5 : 0),
  })),
)

describe('the drawing of a chart', () => {
  test('names its columns, its groups and its marks, in both languages', () => {
    const view = viewOf(prices)
    assert.deepEqual(view?.notes, ['“price” by “year”.', 'A line for each region.'])
    assert.equal(view?.label, '“price” by “year”. From 2000 to 2009.')
    assert.deepEqual(view?.legend, [
      { tone: 1, dash: undefined, name: 'south' },
      { tone: 2, dash: '12 8', name: 'north' },
    ])
    assert.deepEqual(
      view?.panels[0]?.yTicks.map(({ text }) => text),
      ['0', '50'],
    )
    assert.deepEqual(viewOf(prices, 'ru')?.notes, [
      '«price»; по горизонтали\u00a0— «year».',
      'Каждая линия\u00a0— одно значение столбца «region».',
    ])
  })

  test('tells its lines apart without their colours, and leaves a single line whole', () => {
    const dashes = viewOf(prices)?.panels[0]?.lines.map(({ dash }) => dash) ?? []
    assert.equal(new Set(dashes).size, 2)
    const single = viewOf(prices.filter(({ region }) => region === 'north'))
    assert.deepEqual(
      single?.panels[0]?.lines.map(({ dash }) => dash),
      [undefined],
    )
  })

  test('marks no two values alike, and names the days of a few weeks', () => {
    const marksOf = (values: readonly number[]) =>
      viewOf(values.map((value, n) => ({ year: 1950 + n, value })))?.panels[0]?.yTicks.map(
        ({ text }) => text,
      ) ?? []
    for (const values of [
      [0, 0.125, 0.25, 0.375, 0.5].map((part) => 1e15 + part),
      [1_000_001, 1_000_002, 1_000_003, 1_000_004, 1_000_005],
      [1, 2, 3, 4, 5].map((n) => n * 5e-324),
    ])
      assert.equal(new Set(marksOf(values)).size, marksOf(values).length, marksOf(values).join())
    const days = Array.from({ length: 20 }, (_, n) => ({
      day: new Date(Date.UTC(2024, 0, 3 + n)).toISOString().slice(0, 10),
      level: (n * 37) % 101,
    }))
    assert.deepEqual(
      viewOf(days)?.panels[0]?.xTicks.map(({ text }) => text.replaceAll('\u00a0', ' ')),
      ['8 Jan 2024', '13 Jan 2024', '18 Jan 2024'],
    )
  })

  test('lies within its box, with its marks, whatever the numbers are', () => {
    const number = fc.oneof(
      fc.integer(),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.constantFrom(0, 1e-9, 1.5e308, -1.5e308, 1e15, 1e15 + 0.125),
    )
    fc.assert(
      fc.property(fc.array(number, { minLength: 6, maxLength: 40 }), (values) => {
        const view = viewOf(values.map((value, n) => ({ year: 1950 + n, value })))
        if (!view) return
        for (const { top, bottom, left, right, lines, xTicks, yTicks } of view.panels) {
          for (const { path } of lines) {
            const [x = 0, y = 0] = path.slice(1, path.indexOf('l')).split(' ').map(Number)
            let [atX, atY] = [x, y]
            const steps = path
              .slice(path.indexOf('l') + 1)
              .split(' ')
              .map(Number)
            for (let n = 0; n + 1 < steps.length; n += 2) {
              atX += steps[n] as number
              atY += steps[n + 1] as number
              assert.ok(atX >= left && atX <= right && atY >= top && atY <= bottom, path)
            }
          }
          for (const { at } of yTicks)
            assert.ok(at >= top - 1 && at <= bottom + 1, `${at} of ${top}-${bottom}`)
          for (const { at } of xTicks) assert.ok(at >= left && at <= right)
        }
      }),
    )
  })
})
