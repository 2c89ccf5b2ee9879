import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findCodeProblem, InvalidCode, parseDatasetCode, quoteCode } from '../../src/lib/interface/index.ts'

const REFUSED: readonly (readonly [code: string, why: RegExp])[] = [
  ['', /empty/],
  ['.', /folder of its own or the one above/],
  ['..', /folder of its own or the one above/],
  ['a/b', /slash/],
  ['../../etc/passwd', /slash/],
  ['/', /slash/],
  ['a\0b', /NUL/],
  ['x'.repeat(256), /256 bytes long, a file name can have 255/],
  ['ж'.repeat(128), /256 bytes long/],
  ['a\ud800', /lone surrogate/],
  ['\udc00b', /lone surrogate/],
]

for (const [code, why] of REFUSED)
  test(`rejects the code ${quoteCode(code)} and says why`, () => {
    assert.throws(
      () => parseDatasetCode(code),
      (error: InvalidCode) => {
        assert.ok(error instanceof InvalidCode)
        assert.equal(error.code, code)
        assert.match(error.message, why)
        assert.ok(error.message.includes(quoteCode(code)))
        return true
      },
    )
  })

test('accepts a code of exactly 255 bytes', () => {
  for (const code of ['x'.repeat(255), `${'ж'.repeat(127)}x`]) assert.equal(findCodeProblem(code), undefined)
})

test('a message never contains raw control or direction characters, nor a complete long code', () => {
  const shown = quoteCode('a\u0000\u001b[31m\u009b\u202egnp\u2028\u{1F600}')
  assert.doesNotMatch(shown, /[\u0000-\u001f\u007f-\u009f\u2028\u202e]/)
  assert.match(shown, /\\u202egnp/)
  assert.ok(quoteCode('x'.repeat(5000)).length < 100)
  assert.equal(quoteCode('\ud800'), '"\ufffd"')
})
