import assert from 'node:assert/strict'
import { test } from 'node:test'
import { initialOf } from '../../../src/lib/site/view/index.ts'

test('a title is found under its first letter, without accent and in upper case', () => {
  assert.deepEqual(['apple', 'Éclair', 'ёж', '2026', '½ pint', '"quoted"', ' padded', ''].map(initialOf), [
    'A',
    'E',
    'Е',
    '0–9',
    '0–9',
    '#',
    'P',
    '#',
  ])
})

test('a letter that only looks like another with an accent has a place of its own, a syllable is under its first sign', () => {
  const first = ['Йод', 'И\u0306од', 'Икра', 'ёлка', '한국'].map(initialOf)
  assert.deepEqual(first, ['Й', 'Й', 'И', 'Е', '\u1112'])
})
