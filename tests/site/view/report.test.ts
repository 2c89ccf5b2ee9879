import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { reportOf, speak } from '../../../src/lib/site/view/index.ts'
import { openCrawler } from '../../support/crawling.ts'
import { startScripted } from '../../support/scripted-origin.ts'

after(() => speak('en'))

test('the commonest reasons that a crawl gives are Russian on Russian pages', async (t) => {
  const answers = {
    a404: { status: 404 },
    b500: { status: 500 },
    c403: { status: 403 },
    d418: { status: 418 },
    html: { body: '<!doctype html><title>Sign in</title>' },
    error: { body: '{"success": false, "error": "no such table"}' },
    cut: { headers: { 'content-length': '900' }, body: '[{"a": 1},', ending: 'reset' as const },
    away: { status: 302, headers: { location: 'http://elsewhere.test/' } },
    whole: { body: '[{"a": 1}]' },
  }
  const codes = Object.keys(answers)
  const list = JSON.stringify(
    codes.map((code) => ({ code, title: `Dataset ${code}`, link: `/api/v1/get_dataset/${code}/` })),
  )
  const origin = await startScripted(t, {
    ...Object.fromEntries(
      ['list', 'list_datasets', 'list_categories', 'list_oivs'].map((name) => [
        `api/v1/${name}/?type=json`,
        list,
      ]),
    ),
    ...Object.fromEntries(
      Object.entries(answers).map(([code, answer]) => [`api/v1/get_dataset/${code}/?type=json`, answer]),
    ),
  })
  const { manifest } = await openCrawler(t, origin).run({ formats: ['json'] })
  speak('ru')
  const reasons = manifest.records.flatMap(({ reason }) => reason ?? [])
  assert.ok(reasons.length >= codes.length - 1)
  const problems = manifest.problems.filter(({ subject }) => subject.includes('/get_dataset/'))
  assert.equal(problems.length, codes.length - 1)
  for (const said of [...reasons, ...problems.map(({ message }) => message)]) {
    const { text, lang } = reportOf(said)
    assert.equal(lang, undefined, said)
    assert.match(text, /[а-я]{4}/, said)
    assert.doesNotMatch(text.replace(/json|http\S+|elsewhere\.test/g, ''), /[A-Za-z]{2}/, said)
  }
  assert.equal(reportOf('answered 404').text, 'ответ 404: не найдено')
  const hole = problems.find(({ subject }) => subject.includes('a404'))
  assert.equal(reportOf(hole?.message ?? '').text, 'Ответ 404: не найдено; копии нет.')
})

test('a report that is not known stays English and is marked so; English pages have it as it is', () => {
  speak('ru')
  assert.deepEqual(reportOf('did something nobody foresaw'), {
    text: 'did something nobody foresaw',
    lang: 'en',
  })
  assert.deepEqual(reportOf('It answered 404; nobody knows.'), {
    text: 'It answered 404; nobody knows.',
    lang: 'en',
  })
  speak('en')
  assert.deepEqual(reportOf('It answered 404; there is no copy.'), {
    text: 'It answered 404; there is no copy.',
  })
})
