import assert from 'node:assert/strict'
import { test } from 'node:test'
import { initialOf, localeOf } from '../../../src/lib/site/view/index.ts'

const en = localeOf('en')

test('a title is listed under its first letter, in upper case and without accents', () => {
  assert.deepEqual(
    ['apple', 'Éclair', 'ёж', '2026', '½ pint', '"quoted"', ' padded', ''].map((one) => initialOf(en, one)),
    ['A', 'E', 'Е', '0–9', '0–9', '#', 'P', '#'],
  )
})

test('a letter that only looks like another one with an accent is listed separately, and a syllable under its first character', () => {
  const first = ['Йод', 'И\u0306од', 'Икра', 'ёлка', '한국'].map((one) => initialOf(en, one))
  assert.deepEqual(first, ['Й', 'Й', 'И', 'Е', '\u1112'])
})
