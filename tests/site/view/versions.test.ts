import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { differenceLinesOf, summarizeDifference } from '../../../src/lib/site/view/differences.ts'
import { localeOf } from '../../../src/lib/site/view/index.ts'
import { versionsViewOf } from '../../../src/lib/site/view/versions.ts'
import type { Difference, Version } from '../../../src/lib/snapshot/index.ts'

describe('former versions', () => {
  const version = (sha256: string, firstSeen: string, lastSeen = firstSeen): Version => ({
    format: 'json',
    sha256: sha256.repeat(64),
    bytes: 20,
    firstSeen,
    lastSeen,
    changedAt: firstSeen,
    address: 'https://data.example.org/',
  })

  const linesOf = (...versions: Version[]) =>
    versionsViewOf(localeOf('en'), { code: 'parks', versions }, () => undefined)?.versions.map(
      ({ from, until, mark, saveAs }) => [from.text, until.text, mark, saveAs],
    )

  test('former versions have the days on which they were seen', () => {
    assert.deepEqual(
      linesOf(
        version('a', '2026-11-20T06:00:00Z', '2026-11-24T06:00:00Z'),
        version('b', '2026-11-19T06:00:00Z'),
      ),
      [
        ['20\u00a0Nov\u00a02026', '24\u00a0Nov\u00a02026', undefined, 'parks-2026-11-20.json'],
        ['19\u00a0Nov\u00a02026', '19\u00a0Nov\u00a02026', undefined, 'parks-2026-11-19.json'],
      ],
    )
  })

  test('former versions of the same day have times, and those of the same minute the beginning of their checksums', () => {
    assert.deepEqual(
      linesOf(
        version('a', '2026-11-20T12:00:30Z'),
        version('b', '2026-11-20T12:00:10Z'),
        version('c', '2026-11-20T06:15:00Z'),
        version('d', '2026-11-19T06:00:00Z'),
      ),
      [
        [
          '20\u00a0Nov\u00a02026, 12:00 UTC',
          '20\u00a0Nov\u00a02026, 12:00 UTC',
          'aaaaaaaa',
          'parks-2026-11-20T1200-aaaaaaaa.json',
        ],
        [
          '20\u00a0Nov\u00a02026, 12:00 UTC',
          '20\u00a0Nov\u00a02026, 12:00 UTC',
          'bbbbbbbb',
          'parks-2026-11-20T1200-bbbbbbbb.json',
        ],
        [
          '20\u00a0Nov\u00a02026, 06:15 UTC',
          '20\u00a0Nov\u00a02026, 06:15 UTC',
          undefined,
          'parks-2026-11-20T0615.json',
        ],
        ['19\u00a0Nov\u00a02026', '19\u00a0Nov\u00a02026', undefined, 'parks-2026-11-19.json'],
      ],
    )
  })
})

describe('differences between versions', () => {
  const HEAD = {
    generation: '20261120T040000000Z',
    at: '2026-11-20T04:07:31.000Z',
    format: 'json',
    from: 'a'.repeat(64),
    to: 'b'.repeat(64),
  } as const
  const CHANGED: Difference = {
    ...HEAD,
    kind: 'substantive',
    records: { before: 1200, after: 1211, added: 12, removed: 1, changed: 3 },
    key: ['id'],
    changed: ['price', 'b', 'c', 'd', 'e', 'f', 'g'].map((column) => ({ column, records: 3 })),
    volatile: ['exported'],
    values: [{ column: 'kind', added: ['juice'], removed: ['tea'] }],
  }

  const linesIn = (language: 'en' | 'ru', difference: Difference) =>
    differenceLinesOf(localeOf(language), difference).map(({ text, names, more = '' }) =>
      [text, ...names, more].filter((part) => part !== '').join(' | '),
    )

  test('a page states how many records changed, in which columns, and which values are new or gone', () => {
    assert.deepEqual(linesIn('en', CHANGED), [
      '+12 records, −1 record, 3 records changed | price | b | c | d | e | f | and 1 more',
      'new values | kind: juice',
      'values that no longer occur | kind: tea',
      'changes with every export, not counted | exported',
    ])
    assert.equal(linesIn('ru', CHANGED)[0]?.split(' | ')[0], '+12 записей, −1 запись, 3 записи изменены')
  })

  test('a feed has the first of these lines', () => {
    const changed = ['price', 'Срок, дней'].map((column) => ({ column, records: 3 }))
    const { volatile: _, values: __, ...few } = CHANGED
    const summary = summarizeDifference(localeOf('en'), { ...few, changed })
    assert.equal(summary, '+12 records, −1 record, 3 records changed: price; Срок, дней')
  })

  test('the same records in another order, or written differently, are said to be so; what was not compared has no lines', () => {
    const records = { before: 5, after: 5, added: 0, removed: 0, changed: 0 }
    assert.deepEqual(linesIn('en', { ...HEAD, kind: 'clerical', records }), [
      'the same records, written differently',
    ])
    assert.deepEqual(linesIn('en', { ...HEAD, kind: 'clerical', records: { ...records, reordered: true } }), [
      'the records are in another order',
    ])
    assert.deepEqual(linesIn('en', { ...HEAD, kind: 'substantive' }), [])
  })
})
