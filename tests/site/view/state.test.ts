import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { ResourceRecords } from '../../../src/lib/site/mirror.ts'
import { badgeOf, localeOf, noticesOf } from '../../../src/lib/site/view/index.ts'
import type { ManifestRecord, State } from '../../../src/lib/snapshot/index.ts'

describe('states', () => {
  const en = localeOf('en')

  type Over = Partial<ManifestRecord>

  const { badges, notices } = en.words

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

  test('a current dataset has no badge', () => {
    assert.equal(badgeOf(en, records('fetched', 'unchanged')), undefined)
    assert.equal(badgeOf(en, {}), undefined)
    assert.deepEqual(noticesOf(en, records('unchanged', 'unchanged')), [])
  })

  test('a badge shows the worst state, and the format if only one has it', () => {
    const texts = (json: State, xml: State) => badgeOf(en, records(json, xml))?.text
    assert.equal(texts('stale', 'stale'), badges.staleWhole)
    assert.equal(texts('stale', 'unchanged'), badges.stale('json'))
    assert.equal(texts('unchanged', 'derived'), badges.derived('xml'))
    assert.equal(texts('stale', 'derived'), badges.stale('json'))
    assert.equal(texts('withdrawn', 'derived'), badges.withdrawn)
    assert.equal(texts('missing', 'missing'), badges.missingWhole)
    assert.equal(texts('unchanged', 'missing'), badges.missing('xml'))
  })

  test('a format that the config states the origin does not have is no news about a dataset', () => {
    const over = { reasonCode: 'format-not-offered' }
    const of = (json: State) => records(json, 'derived', {}, over)
    assert.equal(badgeOf(en, of('unchanged')), undefined)
    assert.deepEqual(noticesOf(en, of('unchanged')), [])
    assert.equal(badgeOf(en, of('stale'))?.text, badges.staleWhole)
    assert.deepEqual(
      noticesOf(en, of('stale')).map(({ state }) => state),
      ['stale'],
    )
  })

  test('the origin’s html has no badge, because it is not published', () => {
    const html: ManifestRecord = {
      path: 'api/v1/list/index.html',
      operation: 'list',
      format: 'html',
      state: 'missing',
      address: 'https://data.example.org/',
    }
    assert.equal(badgeOf(en, { ...records('unchanged', 'unchanged'), html }), undefined)
  })

  test('formats that failed for different reasons share one notice that distinguishes them', () => {
    const [notice, ...more] = noticesOf(
      en,
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

  test('what the mirror did not request is not blamed on the origin', () => {
    for (const [locale, origin, mirror] of [
      [en, /origin did not|never delivered/, /mirror/],
      [localeOf('ru'), /получить .* не удалось|ни разу не отдал/, /зеркал/],
    ] as const) {
      for (const state of ['stale', 'missing'] as const) {
        for (const reasonCode of ['not-asked', 'robots-disallowed', 'robots-unreadable', 'too-large']) {
          const [notice, ...more] = noticesOf(
            locale,
            records(state, 'unchanged', { reasonCode, reason: 'Why.' }),
          )
          assert.equal(more.length, 0)
          assert.doesNotMatch(notice?.sentence ?? '', origin)
          assert.match(notice?.sentence ?? '', mirror)
        }
        const apart = noticesOf(
          locale,
          records(state, state, { reasonCode: 'not-asked' }, { reasonCode: 'not-found' }),
        )
        assert.deepEqual(
          apart.map(({ sentence }) => origin.test(sentence)),
          [false, true],
        )
      }
    }
  })

  test('formats with the same state and reason share one sentence, which is the reason of what is withdrawn', () => {
    const withdrawn = {
      since: '2026-09-14T04:00:00.000Z',
      reason: 'It is no longer in the lists.',
      reasonCode: 'no-longer-listed',
    }
    const [notice] = noticesOf(en, records('withdrawn', 'withdrawn', withdrawn, withdrawn))
    assert.deepEqual(notice?.stateReasons, [
      { since: { datetime: '2026-09-14', text: '14\u00a0Sept\u00a02026' }, sinceWord: 'Last listed' },
    ])
  })

  test('a derived copy is never described as the origin’s', () => {
    const [notice] = noticesOf(en, records('unchanged', 'derived', {}, { derivedFrom: 'json' }))
    assert.match(notice?.sentence ?? '', /not the origin’s.*\bxml\b.*\bjson\b/i)
  })
})
