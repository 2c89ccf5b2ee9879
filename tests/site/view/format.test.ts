import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  findMoment,
  formatBytes,
  formatCount,
  formatDay,
  formatMoment,
  formatPlural,
  formatShare,
} from '../../../src/lib/site/view/index.ts'

const spaced = (text: string) => text.replaceAll('\u00a0', ' ')

test('sizes have three digits and a decimal unit', () => {
  const cases: [number, string][] = [
    [0, '0 bytes'],
    [1, '1 byte'],
    [999, '999 bytes'],
    [1000, '1 kB'],
    [1234, '1.23 kB'],
    [999_499, '999 kB'],
    [999_999, '1 MB'],
    [1_234_567, '1.23 MB'],
    [5_000_000_000, '5 GB'],
  ]
  for (const [bytes, text] of cases) assert.equal(spaced(formatBytes(bytes)), text)
})

test('counts are grouped and their nouns agree', () => {
  assert.equal(formatCount(28_818), '28,818')
  assert.equal(formatPlural(1, { one: 'record', other: 'records' }), '1 record')
  assert.equal(formatPlural(0, { one: 'record', other: 'records' }), '0 records')
})

test('a share is 100 % only when nothing is missing and 0 % only when nothing is there', () => {
  assert.equal(spaced(formatShare(3, 3)), '100 %')
  assert.equal(spaced(formatShare(99_999, 100_000)), '99.9 %')
  assert.equal(spaced(formatShare(1, 100_000)), '< 0.1 %')
  assert.equal(spaced(formatShare(0, 5)), '0 %')
  assert.equal(spaced(formatShare(2, 3)), '66.7 %')
  assert.equal(formatShare(0, 0), '–')
})

test('times of the manifest are shown in UTC, wherever the build runs', () => {
  assert.deepEqual(formatMoment('2026-11-20T04:07:31.000Z'), {
    datetime: '2026-11-20T04:07:31.000Z',
    text: '20 Nov 2026, 04:07 UTC',
  })
  assert.equal(formatDay('2026-01-01T00:00:00.000Z').text, '1 Jan 2026')
  assert.equal(formatMoment('yesterday').text, 'yesterday')
})

test('a date in data is read when it is ISO 8601, and left alone when it would need guessing', () => {
  assert.deepEqual(findMoment('2024-05-01'), { datetime: '2024-05-01', text: '1 May 2024' })
  assert.equal(findMoment('2024-05-01T12:30')?.text, '1 May 2024, 12:30')
  assert.equal(findMoment('2026-11-19T21:00:00+0300')?.text, '19 Nov 2026, 18:00 UTC')
  for (const text of [
    '2024-02-31',
    '2024',
    '01.05.2024',
    '05/01/2024',
    '2024-05',
    '20240501',
    '2024-13-01',
    '',
  ])
    assert.equal(findMoment(text), undefined, text)
})
