import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from '../support/fast-check.ts'
import { exercise } from './exercise.ts'
import { damaged, SEEDS } from './mutations.ts'

describe('documents damaged in transfer', () => {
  test('are accepted or rejected by all readers alike, and never crash one', () => {
    fc.assert(
      fc.property(damaged, fc.integer({ min: 1, max: 5000 }), ({ format, bytes }, pieces) => {
        exercise(bytes, format, pieces)
      }),
      { numRuns: 1000 },
    )
  })

  test('the complete ones among them are accepted', () => {
    for (const { format, bytes, name } of SEEDS)
      if (!name.startsWith('awkward')) assert.ok(exercise(bytes, format).accepted, name)
  })
})
