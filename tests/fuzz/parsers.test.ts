import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createDocumentCheck } from '../../src/lib/reading/index.ts'
import fc from '../support/fast-check.ts'
import { exercise } from './exercise.ts'
import { damaged, SEEDS } from './mutations.ts'

const json = SEEDS.filter(({ format }) => format === 'json')

describe('documents damaged in transfer', () => {
  test('are accepted or rejected by all readers alike, and never crash one', () => {
    fc.assert(
      fc.property(damaged, fc.integer({ min: 1, max: 5000 }), ({ format, bytes }, pieces) => {
        exercise(bytes, format, pieces)
      }),
      { numRuns: 4000 },
    )
  })

  test('the complete ones among them are accepted', () => {
    for (const { format, bytes, name } of SEEDS)
      if (!name.startsWith('awkward')) assert.ok(exercise(bytes, format).accepted, name)
  })

  test('json is accepted exactly if JSON.parse accepts its text', () => {
    assert.ok(json.length > 10)
    fc.assert(
      fc.property(damaged, ({ format, bytes }) => {
        fc.pre(format === 'json' && isPlainUtf8(bytes))
        assert.equal(accepts(bytes), parses(bytes.toString().replace(/^\ufeff/, '')))
      }),
      { numRuns: 4000 },
    )
  })
})

// UTF-16 is json to us and not to JSON.parse; NUL near the front makes it so.
function isPlainUtf8(bytes: Buffer): boolean {
  const isMarked = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)
  return !isMarked && bytes[0] !== 0 && bytes[1] !== 0 && Buffer.from(bytes.toString()).equals(bytes)
}

function accepts(bytes: Uint8Array): boolean {
  try {
    const check = createDocumentCheck('json')
    check.write(bytes)
    check.end()
    return true
  } catch {
    return false
  }
}

function parses(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
