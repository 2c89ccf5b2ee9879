import assert from 'node:assert/strict'
import { test } from 'node:test'
import { slotsOfKeys } from '../../../src/lib/site/view/index.ts'
import fc from '../../support/fast-check.ts'

const slotOfKey = (key: string) => slotsOfKeys([key]).get(key) ?? ''

test('a key that is a safe name is its own slot', () => {
  for (const key of ['roads', '12', 'nature-science', 'a_b', '7710878000']) assert.equal(slotOfKey(key), key)
})

test('the slot of any other key has its readable part and a hash', () => {
  assert.match(slotOfKey('Дороги и мосты / №7'), /^дороги-и-мосты-no7-[0-9a-f]{12}$/)
  assert.match(slotOfKey('Roads'), /^roads-[0-9a-f]{12}$/)
  for (const key of ['', ' ', '/', '..', '\u0000', '"<script>'])
    assert.match(slotOfKey(key), /^[a-z]+-[0-9a-f]{12}$/)
})

test('names with a meaning on disks or in the site are never slots', () => {
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

test('different keys have different slots, even on a disk that ignores case, and each is a single path segment', () => {
  const key = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: 'grapheme' }),
    fc.constantFrom('a', 'A', 'ä', 'a\u0308', 'Ä', 'ﬁ', 'fi', 'ß', 'SS', 'İ'),
  )
  fc.assert(
    fc.property(fc.uniqueArray(key, { maxLength: 12 }), (keys) => {
      const slots = [...slotsOfKeys(keys).values()]
      assert.equal(new Set(slots.map((slot) => slot.normalize('NFD').toLowerCase())).size, keys.length)
      for (const slot of slots) {
        assert.match(slot, /^[\p{L}\p{N}\p{M}_-]+$/u)
        assert.ok(Buffer.byteLength(slot) <= 200)
        assert.equal(decodeURIComponent(encodeURIComponent(slot)), slot)
      }
    }),
  )
})

// Found in about a minute: the first 48 bits of their sha256 are the same, and so is what can be read of them.
const ALIKE = ['A;^|-,!.!', 'A:+(+)~.!']

test('keys chosen to have the same short hash have separate pages', () => {
  const [one = '', other = ''] = ALIKE
  assert.equal(slotOfKey(one), slotOfKey(other))
  const slots = slotsOfKeys([one, 'Roads', other, one])
  assert.equal(slots.size, 3)
  assert.equal(new Set(slots.values()).size, 3)
  assert.deepEqual(slots, new Map([...slotsOfKeys([other, one]), ['Roads', slotOfKey('Roads')]]))
})
