import assert from 'node:assert/strict'
import { test } from 'node:test'
import { localeOf } from '../../../src/lib/site/view/locale.ts'
import { versionsViewOf } from '../../../src/lib/site/view/versions.ts'
import type { Version } from '../../../src/lib/snapshot/index.ts'

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
