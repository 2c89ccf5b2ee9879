import assert from 'node:assert/strict'
import { test } from 'node:test'
import { anchorsOf } from '../../../src/lib/site/view/index.ts'
import fc from '../../support/fast-check.ts'

const anchorOf = (prefix: string, key: string) => anchorsOf(prefix, [key])[0] ?? ''

test('the id of a plain key is readable', () => {
  assert.equal(anchorOf('category', 'roads'), 'category-roads')
  assert.equal(anchorOf('oiv', '12'), 'oiv-12')
})

test('any other key has an id that is valid in HTML, CSS and addresses', () => {
  for (const key of ['', ' ', 'Дороги / №7', 'a b', '"<script>', 'x'.repeat(500), '%41', '\u0000'])
    assert.match(anchorOf('oiv', key), /^oiv-x[0-9a-f]{16}$/)
})

test('ids on a page are unique and valid for any keys, and a key that occurs once has the id that others link to', () => {
  const key = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('a', 'a--2', 'a--3', 'b', ''))
  fc.assert(
    fc.property(fc.array(key), (keys) => {
      const ids = anchorsOf('k', keys)
      assert.equal(new Set(ids).size, keys.length)
      ids.forEach((id, at) => {
        assert.match(id, /^k-[A-Za-z0-9_-]+$/)
        if (keys.indexOf(keys[at] ?? '') === at) assert.equal(id, anchorOf('k', keys[at] ?? ''))
      })
    }),
  )
})

test('each entry of a long list has its own id, even if all have the same key', () => {
  const ids = anchorsOf(
    'k',
    Array.from({ length: 300_000 }, () => 'a'),
  )
  assert.equal(new Set(ids).size, ids.length)
  assert.deepEqual([ids[0], ids[1], ids.at(-1)], ['k-a', 'k-a--2', 'k-a--300000'])
})
