import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ResourceRecords } from '../../../src/lib/site/mirror.ts'
import { badgeOf, noticesOf, speak, WORDS } from '../../../src/lib/site/view/index.ts'
import type { ManifestRecord, State } from '../../../src/lib/snapshot/index.ts'

type Over = Partial<ManifestRecord>

const { badges, notices } = WORDS.en

function records(json: State | undefined, xml: State | undefined, jsonOver: Over = {}, xmlOver: Over = {}) {
  const make = (format: 'json' | 'xml', state: State, over: Over): ManifestRecord => ({
    path: `api/v1/get_dataset/a/index.${format}`,
    operation: 'get_dataset',
    code: 'a',
    format,
    state,
    address: 'https://data.example.org/',
    ...over,
  })
  return {
    ...(json && { json: make('json', json, jsonOver) }),
    ...(xml && { xml: make('xml', xml, xmlOver) }),
  } satisfies ResourceRecords
}

test('what is current has no badge', () => {
  assert.equal(badgeOf(records('fetched', 'unchanged')), undefined)
  assert.equal(badgeOf({}), undefined)
  assert.deepEqual(noticesOf(records('unchanged', 'unchanged')), [])
})

test('a badge names the gravest state, and the format where only one has it', () => {
  const texts = (json: State, xml: State) => badgeOf(records(json, xml))?.text
  assert.equal(texts('stale', 'stale'), badges.staleWhole)
  assert.equal(texts('stale', 'unchanged'), badges.stale('json'))
  assert.equal(texts('unchanged', 'derived'), badges.derived('xml'))
  assert.equal(texts('stale', 'derived'), badges.stale('json'))
  assert.equal(texts('withdrawn', 'derived'), badges.withdrawn)
  assert.equal(texts('missing', 'missing'), badges.missingWhole)
  assert.equal(texts('unchanged', 'missing'), badges.missing('xml'))
})

test('the badge of the origin’s html is nobody’s business: it is not published', () => {
  const html: ManifestRecord = {
    path: 'api/v1/list/index.html',
    operation: 'list',
    format: 'html',
    state: 'missing',
    address: 'https://data.example.org/',
  }
  assert.equal(badgeOf({ ...records('unchanged', 'unchanged'), html }), undefined)
})

test('formats that failed for different reasons share one notice that tells them apart', () => {
  const [notice, ...more] = noticesOf(
    records('missing', 'missing', { reason: 'It answered 500.' }, { reason: 'A login page.' }),
  )
  assert.equal(more.length, 0)
  assert.equal(notice?.text, badges.missingWhole)
  assert.equal(notice?.sentence, notices.missing('json and xml'))
  assert.deepEqual(notice?.stateReasons, [
    { formats: 'json', reason: { text: 'It answered 500.' } },
    { formats: 'xml', reason: { text: 'A login page.' } },
  ])
})

test('formats with the same fate tell it once', () => {
  const since = '2026-09-14T04:00:00.000Z'
  const [notice] = noticesOf(records('withdrawn', 'withdrawn', { since }, { since }))
  assert.deepEqual(notice?.stateReasons, [
    { since: { datetime: '2026-09-14', text: '14 Sept 2026' }, sinceWord: 'Last listed' },
  ])
})

test('a derived copy is never passed off as the origin’s', () => {
  const [notice] = noticesOf(records('unchanged', 'derived', {}, { derivedFrom: 'json' }))
  assert.match(notice?.sentence ?? '', /\bxml\b.*\bjson\b.*not the origin’s/)
})

test('a copy derived because the config leaves a format out is not put down to the origin', (context) => {
  context.after(() => speak('en'))
  const why = {
    reasonCode: 'format-not-offered',
    reason: 'The config leaves it out.',
    derivedFrom: 'json',
  } as const
  for (const [language, failed] of [
    ['en', /gave|failed|usable/],
    ['ru', /отдал|прислал|пригодн/],
  ] as const) {
    speak(language)
    const [notice] = noticesOf(records('unchanged', 'derived', {}, why))
    assert.doesNotMatch(notice?.sentence ?? '', failed)
    assert.ok(notice?.stateReasons[0]?.reason)
  }
})
