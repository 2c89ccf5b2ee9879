import assert from 'node:assert/strict'
import { test } from 'node:test'
import { initialOf, runsOf } from '../../../src/lib/site/view/index.ts'

const titles = (count: number, make: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => ({ title: make(at) }))

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

test('a short list stays whole and needs no index', () => {
  const { runs, index } = runsOf(titles(60, (at) => `T${at}`))
  assert.deepEqual([runs.length, runs[0]?.heading, index.length], [1, '', 0])
  assert.deepEqual(runsOf([]), { runs: [], index: [] })
})

test('a long list is cut by letters, figures and signs last', () => {
  const { runs, index } = runsOf([
    ...titles(30, (at) => `b${at}`),
    ...titles(30, (at) => `#${at}`),
    ...titles(5, () => '7'),
    ...titles(9, () => 'a'),
  ])
  assert.deepEqual(
    runs.map(({ heading, items }) => [heading, items.length]),
    [
      ['A', 9],
      ['B', 30],
      ['0–9', 5],
      ['#', 30],
    ],
  )
  assert.deepEqual(index[1], { text: 'B', anchor: 'run-2', count: '30' })
})

test('a letter too long for one table is split under the titles it begins and ends with', () => {
  const { runs, index } = runsOf(titles(500, (at) => `Register ${String(at).padStart(3, '0')}`))
  assert.deepEqual(
    runs.map(({ heading }) => heading),
    ['Register 000 – Register 166', 'Register 167 – Register 333', 'Register 334 – Register 499'],
  )
  assert.deepEqual(index, [{ text: 'R', anchor: 'run-1', count: '500' }])
})

test('a script with hundreds of initials is cut by length alone', () => {
  const { runs, index } = runsOf(titles(300, (at) => String.fromCodePoint(0x4e00 + at)))
  assert.equal(runs.length, 2)
  assert.equal(index.length, 2)
  assert.equal(new Set(runs.map(({ id }) => id)).size, 2)
})

test('a heading goes as far as it takes to tell the first title from the last', () => {
  const long = 'Register of the objects of municipal property in district'
  const { runs } = runsOf(titles(300, (at) => `${long} ${1000 + at} (north)`))
  assert.deepEqual(
    runs.map(({ heading }) => heading),
    ['…1000 – …1149', '…1150 – …1299'],
  )
})
