import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { readDocument } from '../../../src/lib/reading/index.ts'
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
    assert.deepEqual(view?.notes, ['price by year.', 'A line for each region.'])
    assert.equal(view?.label, 'price by year. From 2000 to 2009.')
    assert.deepEqual(view?.legend, [
      { tone: 1, name: 'south' },
      { tone: 2, name: 'north' },
    ])
    assert.deepEqual(
      view?.panels[0]?.yTicks.map(({ text }) => text),
      ['0', '50'],
    )
    assert.deepEqual(viewOf(prices, 'ru')?.notes, [
      'price; по горизонтали\u00a0— year.',
      'Каждая линия\u00a0— одно значение столбца «region».',
    ])
  })

  test('lies within its box, with its marks, whatever the numbers are', () => {
    const number = fc.oneof(
      fc.integer(),
      fc.double({ noNaN: true, min: -1e300, max: 1e300 }),
      fc.constantFrom(0, 1e-9),
    )
    fc.assert(
      fc.property(fc.array(number, { minLength: 6, maxLength: 40 }), (values) => {
        const view = viewOf(values.map((value, n) => ({ year: 1950 + n, value })))
        if (!view) return
        for (const { top, bottom, lines, yTicks } of view.panels) {
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
              assert.ok(atX >= view.left && atX <= view.right && atY >= top && atY <= bottom, path)
            }
          }
          for (const { at } of yTicks)
            assert.ok(at >= top - 1 && at <= bottom + 1, `${at} of ${top}-${bottom}`)
        }
        for (const { at } of view.xTicks) assert.ok(at >= view.left && at <= view.right)
      }),
    )
  })
})
