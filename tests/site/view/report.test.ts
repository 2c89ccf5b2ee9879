import assert from 'node:assert/strict'
import { test } from 'node:test'
import { localeOf, reasonOf, reportOf } from '../../../src/lib/site/view/index.ts'
import { PROBLEM_CODES, REASON_CODES } from '../../../src/lib/snapshot/index.ts'
import { openCrawler } from '../../support/crawling.ts'
import { startScripted } from '../../support/scripted-origin.ts'

const en = localeOf('en')
const ru = localeOf('ru')

/** What is the same in every language: names of formats, headers, files, options and config keys. */
const SHARED =
  /\b(?:json|xml|csv|UTF-8|ETag|Last-Modified|Content-Encoding|robots\.txt|Disallow|fields(?:\.\w+)?|notPaged|codes|max[A-Z]\w+|KOI8-R)\b|--origin/g

function assertRussian(report: { text: string; lang?: 'en' }, hint: string): void {
  assert.equal(report.lang, undefined, hint)
  assert.match(report.text, /[а-яё]{4}/, hint)
  assert.doesNotMatch(
    report.text
      .replace(/https?:\S+/g, '')
      .replace(/"\w+"/g, '')
      .replace(SHARED, ''),
    /[A-Za-z]{2}|undefined|NaN/,
    hint,
  )
}

test('reports of a crawl are Russian on Russian pages, however they are worded in English', async (t) => {
  const answers = {
    a404: { status: 404 },
    b500: { status: 500 },
    c403: { status: 403 },
    d418: { status: 418 },
    html: { body: '<!doctype html><title>Sign in</title>' },
    error: { body: '{"success": false, "error": "no such table"}' },
    cut: { headers: { 'content-length': '900' }, body: '[{"a": 1},', ending: 'reset' as const },
    away: { status: 302, headers: { location: 'http://elsewhere.test/' } },
    paged: { body: '{"next": "/api/v1/get_dataset/paged/?page=2", "rows": [{"a": 1}, {"a": 2}]}' },
    broken: { body: '[{"a": 1},,,}' },
    whole: { body: '[{"a": 1}]' },
  }
  const codes = Object.keys(answers)
  const list = JSON.stringify(
    codes.map((code) => ({ code, title: '', link: `/api/v1/get_dataset/${code}/` })),
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
  const records = manifest.records.filter(({ reason }) => reason !== undefined)
  assert.ok(records.length >= codes.length - 2)
  for (const record of records) {
    const report = reportOf(ru, reasonOf({ ...record, reason: 'This sentence is another one now.' }))
    assertRussian(report, record.reason ?? '')
  }
  const problems = manifest.problems.filter(({ subject }) => subject.includes('/get_dataset/'))
  assert.equal(problems.length, codes.length - 1)
  assert.ok(manifest.problems.some(({ code }) => code === 'missing-facts'))
  for (const problem of manifest.problems)
    assertRussian(reportOf(ru, { ...problem, message: 'Better words.' }), problem.message)
  const messageOf = (code: string) => {
    const problem = problems.find(({ subject }) => subject.includes(`/${code}/`))
    assert.ok(problem)
    return reportOf(ru, problem).text
  }
  assert.equal(messageOf('a404'), 'Ответ 404: не найдено; копии нет.')
  assert.equal(
    messageOf('b500'),
    'Ответ 500: ошибка сервера; копии нет. Попытка повторится при следующей проверке.',
  )
  assert.equal(messageOf('away'), 'Перенаправление на другой адрес: http://elsewhere.test/; копии нет.')
  const reasons = records.map((record) => reportOf(ru, reasonOf(record)).text)
  assert.ok(reasons.includes('ответ 404: не найдено'))
})

test('an English report has the meaning of a status, and days as pages write them, but what the origin wrote as it is', () => {
  const textOf = (message: string, facts?: Record<string, string | number>, code = 'server-error') =>
    reportOf(en, { severity: 'gap', code, message, ...(facts && { facts }) }).text
  assert.equal(
    textOf('It answered 500; the copy of 2026-11-22 is kept. Run again to retry.', { status: 500 }),
    'It answered 500 (server error); the copy of 22\u00a0Nov\u00a02026 is kept. Run again to retry.',
  )
  assert.equal(
    textOf('It answered 418; there is no copy.', { status: 418 }),
    'It answered 418; there is no copy.',
  )
  assert.equal(
    textOf(
      'It has "none since 2026-11-22, \\"2\\" of 2026-11-21"; this is run 2 since 2026-11-20: a/2026-11-19',
    ),
    'It has "none since 2026-11-22, \\"2\\" of 2026-11-21"; this is run 2 since 20\u00a0Nov\u00a02026: a/2026-11-19',
  )
  const reason = reasonOf({ reason: 'answered 410', reasonCode: 'gone', status: 410 } as never)
  assert.equal(reportOf(en, reason).text, 'answered 410 (removed)')
})

test('a Russian report has days as pages write them', () => {
  for (const code of ['lost-former', 'lost-version']) {
    const { text } = reportOf(ru, { code, severity: 'warning', message: 'm', facts: { day: '2026-11-22' } })
    assert.match(text, / 22\u00a0нояб\.\u00a02026\u00a0г\., в папке/)
  }
})

test('a report names the day of a stale copy and the source of a derived one', () => {
  const problem = { severity: 'gap', code: 'timeout', subject: 's', message: 'm' } as const
  const textOf = (facts?: Record<string, string | number>) =>
    reportOf(ru, { ...problem, ...(facts && { facts }) }).text
  assert.equal(
    textOf({ copy: '2026-11-22', passing: 'yes' }),
    'Источник не ответил вовремя; остаётся копия от 22\u00a0нояб.\u00a02026\u00a0г. Попытка повторится при следующей проверке.',
  )
  assert.equal(textOf({ from: 'json' }), 'Источник не ответил вовремя; получено из json.')
  assert.equal(textOf({}), 'Источник не ответил вовремя; копии нет.')
  // Without facts nobody knows whether there is a copy.
  assert.equal(textOf(), 'Источник не ответил вовремя.')
})

test('every code has Russian words, with and without facts', () => {
  const facts = {
    status: 404,
    lost: 3,
    had: 5,
    role: 'oiv',
    entries: 12,
    found: 1200,
    passed: 3,
    encoding: 'KOI8-R',
  }
  for (const code of [...PROBLEM_CODES, ...REASON_CODES])
    for (const known of [facts, {}, undefined]) {
      const stated = { message: 'English.', code, ...(known && { facts: known }) }
      assertRussian(reportOf(ru, stated), code)
      for (const severity of ['gap', 'warning'] as const)
        assertRussian(reportOf(ru, { ...stated, severity }), code)
    }
})

test('a report without a code or with a code of a later version stays English and is marked so; English pages show the sentence', () => {
  for (const code of [undefined, 'of-a-later-version', 'constructor', ''])
    assert.deepEqual(
      reportOf(ru, { message: 'did something nobody foresaw', ...(code !== undefined && { code }) }),
      {
        text: 'did something nobody foresaw',
        lang: 'en',
      },
    )
  assert.deepEqual(reportOf(en, { message: 'It answered 404; there is no copy.', code: 'not-found' }), {
    text: 'It answered 404; there is no copy.',
  })
})
