import assert from 'node:assert/strict'
import { test } from 'node:test'
import { differenceLinesOf, summarizeDifference } from '../../../src/lib/site/view/differences.ts'
import { localeOf } from '../../../src/lib/site/view/index.ts'
import type { Difference } from '../../../src/lib/snapshot/index.ts'

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
  const [only] = CHANGED.changed ?? []
  const { volatile: _, values: __, ...few } = CHANGED
  const summary = summarizeDifference(localeOf('en'), { ...few, changed: only ? [only] : [] })
  assert.equal(summary, '+12 records, −1 record, 3 records changed: price')
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
