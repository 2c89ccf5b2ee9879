import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ExceedsLimit, parseJson, scanJson } from '../../src/lib/reading/index.ts'

const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`

test('json is parsed up to its limits of bytes, levels and values', () => {
  assert.doesNotThrow(() => parseJson(Buffer.from(nested(64))))
  assert.throws(() => parseJson(Buffer.from(nested(65))), ExceedsLimit)
  assert.deepEqual(parseJson(Buffer.from('[1,2]'), 5), [1, 2])
  assert.throws(() => parseJson(Buffer.from('[1,2]'), 4), ExceedsLimit)
  const commas = Buffer.alloc(1_000_000, ',')
  const scan = scanJson()
  for (let values = 0; values + commas.length < 10_000_000; values += commas.length) scan.write(commas)
  assert.throws(() => scan.write(commas), ExceedsLimit)
})

test('what looks like json inside a string does not count, however the text is cut', () => {
  const text = JSON.stringify({
    a: `\\"${'['.repeat(100)}"\\`,
    'ключ[{': ['"', '\\', '\\"', '[['.repeat(80)],
  })
  const bytes = Buffer.from(text)
  assert.deepEqual(parseJson(bytes), JSON.parse(text))
  for (let size = 1; size < bytes.length; size++) {
    const scan = scanJson()
    for (let at = 0; at < bytes.length; at += size) scan.write(bytes.subarray(at, at + size))
    // Outside of strings again: the next brackets count.
    assert.throws(() => scan.write(Buffer.from('['.repeat(65))), ExceedsLimit)
  }
})
