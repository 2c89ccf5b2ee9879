import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from '../support/fast-check.ts'
import { readingOf } from './generate.ts'

const scalar = fc.oneof(fc.integer(), fc.string(), fc.boolean(), fc.constant(null))
const container = fc.oneof(
  fc.array(scalar, { maxLength: 2 }),
  fc.array(fc.dictionary(fc.string(), scalar, { maxKeys: 2 }), { maxLength: 2 }),
  fc.dictionary(fc.string(), scalar, { minKeys: 1, maxKeys: 3 }),
)
// More plain values than lists and objects hold together, in any order.
const mixed = fc
  .array(container, { maxLength: 4 })
  .chain((containers) =>
    fc
      .array(scalar, { minLength: 2 * containers.length + 1, maxLength: 12 })
      .chain((scalars) =>
        fc.shuffledSubarray([...containers, ...scalars], { minLength: containers.length + scalars.length }),
      ),
  )
const textOf = (value: unknown) =>
  value === null || typeof value === 'string' ? value : JSON.stringify(value)

test('a list of values of any kinds is read as that list, with every value in place', () => {
  fc.assert(
    fc.property(mixed, fc.boolean(), (list, isWrapped) => {
      const reading = readingOf(JSON.stringify(isWrapped ? { list } : list), 'json')
      assert.equal(reading.shape, 'values')
      assert.equal(reading.count, list.length)
      assert.deepEqual(
        reading.rows,
        list.map((value) => [textOf(value)]),
      )
    }),
  )
})
