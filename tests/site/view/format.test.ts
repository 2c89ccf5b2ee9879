import assert from 'node:assert/strict'
import { test } from 'node:test'
import { localeOf } from '../../../src/lib/site/view/index.ts'
import fc from '../../support/fast-check.ts'

const en = localeOf('en')

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
  for (const [bytes, text] of cases) assert.equal(spaced(en.format.bytes(bytes)), text)
})

test('counts have separators, and their nouns agree', () => {
  assert.equal(en.format.count(28_818), '28,818')
  assert.equal(en.format.plural(1, { one: 'record', other: 'records' }), '1 record')
  assert.equal(en.format.plural(0, { one: 'record', other: 'records' }), '0 records')
})

test('numbers have three digits, and those that would be mostly zeros are powers of ten', () => {
  const cases: [number, string][] = [
    [0, '0'],
    [1_234_567, '1,230,000'],
    [-0.000_012_34, '-0.0000123'],
    [1.49e302, '1.49 × 10³⁰²'],
    [-5e-324, '-4.94 × 10⁻³²⁴'],
    [999_999_999_999_999, '1,000,000,000,000,000'],
  ]
  for (const [value, text] of cases) assert.equal(spaced(en.format.number(value)), text)
  assert.equal(spaced(localeOf('ru').format.number(1.5e20)), '1,5 × 10²⁰')
})

test('the bounds of a range have few digits, and no value between them is beyond', () => {
  const decimal = fc.double({ min: -1e15, max: 1e15, noNaN: true })
  fc.assert(
    fc.property(decimal, decimal, (a, b) => {
      const [from, to] = [Math.min(a, b), Math.max(a, b)]
      const texts = en.format.bounds(from, to).map((text) => spaced(text).replaceAll(',', ''))
      const [low = 0, high = 0] = texts.map((text) =>
        Number(
          text.replace(/ × 10(\S+)$/, (_, power: string) =>
            power.replace(/./g, (sign) => (sign === '⁻' ? 'e-' : String('⁰¹²³⁴⁵⁶⁷⁸⁹'.indexOf(sign)))),
          ),
        ),
      )
      assert.ok(low <= from && to <= high, `${texts} of ${from}, ${to}`)
      assert.ok(from - low <= Math.max(1, Math.abs(from) / 999), texts[0])
      assert.ok(high - to <= Math.max(1, Math.abs(to) / 999), texts[1])
    }),
  )
  assert.deepEqual(en.format.bounds(37.6, 0.1 + 0.7), ['37.6', '0.8'])
})

test('a share is 100 % only if nothing is missing, and 0 % only if there is nothing', () => {
  assert.equal(spaced(en.format.share(3, 3)), '100 %')
  assert.equal(spaced(en.format.share(99_999, 100_000)), '99.9 %')
  assert.equal(spaced(en.format.share(1, 100_000)), '< 0.1 %')
  assert.equal(spaced(en.format.share(0, 5)), '0 %')
  assert.equal(spaced(en.format.share(2, 3)), '66.7 %')
  assert.equal(en.format.share(0, 0), '–')
})

test('times of the manifest are shown in UTC, in any time zone', () => {
  assert.deepEqual(en.format.moment('2026-11-20T04:07:31.000Z'), {
    datetime: '2026-11-20T04:07:31.000Z',
    text: '20\u00a0Nov\u00a02026, 04:07 UTC',
  })
  assert.equal(en.format.day('2026-01-01T00:00:00.000Z').text, '1\u00a0Jan\u00a02026')
  assert.equal(en.format.moment('yesterday').text, 'yesterday')
})

test('a date in data is parsed if it is ISO 8601, and left alone if it would need guessing', () => {
  assert.deepEqual(en.format.findMoment('2024-05-01'), {
    datetime: '2024-05-01',
    text: '1\u00a0May\u00a02024',
  })
  assert.equal(en.format.findMoment('2024-05-01T12:30')?.text, '1\u00a0May\u00a02024, 12:30')
  assert.equal(en.format.findMoment('2026-11-19T21:00:00+0300')?.text, '19\u00a0Nov\u00a02026, 18:00 UTC')
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
    assert.equal(en.format.findMoment(text), undefined, text)
})
