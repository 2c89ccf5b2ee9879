import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { openTextOrder, sortSteps } from '../../../src/client/explorer/core/ranks.ts'
import fc from '../../support/fast-check.ts'

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
