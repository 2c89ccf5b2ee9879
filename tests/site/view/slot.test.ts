import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { slotOfKey } from '../../../src/lib/site/view/index.ts'

test('a key that is a safe name is its own slot', () => {
  for (const key of ['roads', '12', 'nature-science', 'a_b', '7710878000']) assert.equal(slotOfKey(key), key)
})

test('any other key keeps what can be read of it, and a hash', () => {
  assert.match(slotOfKey('Дороги и мосты / №7'), /^дороги-и-мосты-no7-[0-9a-f]{12}$/)
  assert.match(slotOfKey('Roads'), /^roads-[0-9a-f]{12}$/)
  for (const key of ['', ' ', '/', '..', '\u0000', '"<script>'])
    assert.match(slotOfKey(key), /^[a-z]+-[0-9a-f]{12}$/)
})

test('names that mean something on a disk or here are never a slot', () => {
  for (const key of [
    'con',
    'nul',
    'com1',
    'none',
    '.',
    '..',
    'index.html',
    'feed.xml',
    `a-${'0'.repeat(12)}`,
  ])
    assert.notEqual(slotOfKey(key), key)
})

test('slots of different keys differ, on a disk that ignores case too, and each is one name of a path', () => {
  const key = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: 'grapheme' }),
    fc.constantFrom('a', 'A', 'ä', 'a\u0308', 'Ä', 'ﬁ', 'fi', 'ß', 'SS', 'İ'),
  )
  fc.assert(
    fc.property(fc.uniqueArray(key, { maxLength: 12 }), (keys) => {
      const slots = keys.map(slotOfKey)
      assert.equal(new Set(slots.map((slot) => slot.normalize('NFD').toLowerCase())).size, keys.length)
      for (const slot of slots) {
        assert.match(slot, /^[\p{L}\p{N}\p{M}_-]+$/u)
        assert.ok(Buffer.byteLength(slot) <= 200)
        assert.equal(decodeURIComponent(encodeURIComponent(slot)), slot)
      }
    }),
  )
})
