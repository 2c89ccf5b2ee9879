import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { parseDatasetCode } from '../../../src/lib/interface/index.ts'
import {
  aboutView,
  changesOf,
  datasetView,
  historyOf,
  localeOf,
  type Mirror,
  PAGE_STATES,
  reasonOf,
  reportOf,
} from '../../../src/lib/site/view/index.ts'
import { PROBLEM_CODES, REASON_CODES } from '../../../src/lib/snapshot/index.ts'
import { openCrawler } from '../../support/crawling.ts'
import { datasetEntry, mirrorOf, readingOf, runOf, sampleMirror } from '../../support/sample-mirror/index.ts'
import { startScripted } from '../../support/scripted-origin.ts'

describe('the page about the mirror', () => {
  const en = localeOf('en')

  test('the page about the mirror explains every state and counts it by format, and the counts add up to all records', () => {
    const mirror = sampleMirror()
    const view = aboutView(mirror)
    assert.deepEqual(view.formats, ['json', 'xml'])
    assert.deepEqual(
      view.states.map(({ state }) => state),
      [...PAGE_STATES],
    )
    const sum = view.states.flatMap(({ counts }) => counts.map(Number)).reduce((a, b) => a + b)
    assert.equal(sum, mirror.manifest.records.length)
  })

  test('gaps are listed before warnings and link to the mirror’s own pages; addresses become links, codes do not', () => {
    const { problems } = aboutView(sampleMirror())
    assert.deepEqual(
      problems.map(({ severity }) => severity),
      ['gap', 'gap', 'warning'],
    )
    const [address, code, list] = problems.map(({ subjects }) => subjects[0])
    assert.ok(address?.href?.startsWith('https://data.example.org/open/'))
    assert.deepEqual(address?.page, {
      text: 'Building permits 2026',
      href: '../api/v1/get_dataset/permits-2026/index.html',
    })
    assert.equal(code?.href, undefined)
    assert.equal(code?.page?.href, '../api/v1/get_dataset/movies/index.html')
    assert.equal(list?.page?.href, '../api/v1/list_datasets/index.html')
  })

  test('the formats of one dataset with the same gap are one subject', () => {
    const base = 'https://data.example.org/open/api/v1/get_dataset'
    const gap = (code: string, type: string) => ({
      severity: 'gap' as const,
      subject: `${base}/${code}/?type=${type}`,
      message: 'It answered 500; there is no copy.',
    })
    const [problem] = aboutView(
      mirrorOf({
        complete: false,
        problems: [gap('a', 'json'), gap('b', 'json'), gap('a', 'xml')],
        datasets: ['a', 'b'].map((code) => ({ entry: datasetEntry(code), reading: readingOf([{ n: 1 }]) })),
      }),
    ).problems
    assert.equal(problem?.times, '3 times')
    assert.deepEqual(
      problem?.subjects.map(({ href, also }) => [href, also]),
      [
        [`${base}/a/?type=json`, [{ text: 'xml', href: `${base}/a/?type=xml` }]],
        [`${base}/b/?type=json`, undefined],
      ],
    )
  })

  test('problems that differ only in numbers are grouped, each with its own sentence', () => {
    const base = 'https://data.example.org/open/api/v1/get_dataset'
    const gap = (code: string, message: string) => ({
      severity: 'gap' as const,
      subject: `${base}/${code}/?type=json`,
      message,
    })
    const { problems } = aboutView(
      mirrorOf({
        complete: false,
        problems: [
          gap('a', 'It answered 500; there is no copy.'),
          { severity: 'warning', subject: 'x', message: 'A remark.' },
          gap('b', 'It answered 404; there is no copy.'),
          gap('c', 'It did not answer.'),
          gap('d', 'It did not answer.'),
        ],
        datasets: [{ entry: datasetEntry('a'), reading: readingOf([{ n: 1 }]) }],
      }),
    )
    assert.deepEqual(
      problems.map(({ times, message, subjects }) => [
        times,
        message?.text,
        subjects.map(({ message }) => message?.text),
      ]),
      [
        ['2 times', undefined, ['It answered 500; there is no copy.', 'It answered 404; there is no copy.']],
        ['2 times', 'It did not answer.', [undefined, undefined]],
        [undefined, 'A remark.', [undefined]],
      ],
    )
    assert.ok(problems[0]?.subjects[0]?.page)
    assert.equal(problems[0]?.subjects[1]?.page, undefined, 'the mirror has no page of b')
  })

  test('problems with the same sentence on the page are grouped, whatever else is known of them', () => {
    const gap = (code: string, message: string) => ({
      severity: 'gap' as const,
      subject: `https://data.example.org/open/api/v1/get_dataset/${code}/?type=json`,
      code: 'cut-short' as const,
      message,
    })
    const messages = [
      'It was cut off in the middle.',
      'The document is empty (0 bytes).',
      'The json ends early.',
    ]
    const problems = messages.map((message, at) => gap(`set-${at}`, message))
    const groups = (language: 'en' | 'ru') =>
      aboutView(mirrorOf({ complete: false, problems, language })).problems.map(({ times }) => times)
    assert.deepEqual(groups('ru'), ['3 раза'])
    assert.deepEqual(groups('en'), [undefined, undefined, undefined])
  })

  test('problems beyond the limit of a page are counted, with a reference to the manifest', () => {
    const letters = (at: number) => String.fromCharCode(97 + (at % 26), 97 + Math.floor(at / 26))
    const problems = Array.from({ length: 1300 }, (_, at) => ({
      severity: 'gap' as const,
      subject: `${at}`,
      message: at < 100 ? letters(at) : 'the same of all the others',
    }))
    const view = aboutView(mirrorOf({ problems: problems.toReversed(), complete: false }))
    assert.equal(view.problems.length, 60)
    assert.equal(view.problems[0]?.subjects.length, 20)
    const textOf = (more: readonly { readonly text: string }[] | undefined) =>
      more?.map(({ text }) => text).join('')
    assert.equal(textOf(view.problems[0]?.more), '… and 1,180 more, in manifest.json.')
    assert.equal(textOf(view.problemsMore), '… and 41 more, in manifest.json.')
  })

  test('each inferred role is shown with its evidence and the setting that overrides it', () => {
    const { inferences } = aboutView(sampleMirror())
    assert.deepEqual(inferences[0], {
      what: 'dataset code',
      field: 'list_datasets.id',
      found: true,
      evidence: 'the origin answers for its values (3 asked)',
      override: 'roles.datasetCode',
    })
    assert.equal(inferences[2]?.found, false)
    assert.equal(inferences[2]?.field, 'not found')
  })

  test('the mirror is called complete only if the manifest says so', () => {
    const verdict = (complete: boolean) => aboutView(mirrorOf({ complete })).run[0]?.value
    assert.deepEqual(verdict(true), {
      kind: 'text',
      text: en.words.aboutPage.complete,
    })
    assert.deepEqual(verdict(false), { kind: 'text', text: 'Incomplete: see the states below.' })
  })

  test('the page names the times of the last run but contains none of them, so that a script fills them in', () => {
    const times = (mirror: Parameters<typeof aboutView>[0]) =>
      aboutView(mirror).run.flatMap(({ value }) => (value.kind === 'clock' ? value.time : []))
    assert.deepEqual(times(mirrorOf()), ['crawledAt', 'triedAt', 'answeredAt', 'completeAt', 'goodUntil'])
    assert.deepEqual(times(mirrorOf({ status: { outcome: 'unreachable' } })), [
      'crawledAt',
      'triedAt',
      'answeredAt',
      'completeAt',
      'staleSince',
      'goodUntil',
    ])
  })

  test('a run that published nothing is reported at the top with its message', () => {
    const view = aboutView(mirrorOf({ status: { outcome: 'refused', message: 'It would take 40 of 41.' } }))
    const { label, sentence } = en.words.status.outcomes.refused
    assert.equal(view.lastRunProblem?.label, label)
    assert.equal(view.lastRunProblem?.sentence, sentence)
    assert.deepEqual(view.run.find(({ name }) => name === en.words.aboutPage.outcome)?.value, {
      kind: 'text',
      text: 'It would take 40 of 41.',
    })
    assert.equal(aboutView(mirrorOf({ status: { outcome: 'gaps' } })).lastRunProblem, undefined)
  })

  test('the page links to the manifest as its data', () => {
    assert.deepEqual(aboutView(mirrorOf()).chrome.alternates, [
      { type: 'application/json', href: '../manifest.json' },
    ])
  })
})

describe('the last runs', () => {
  const textOf = (segments: readonly { readonly text: string }[] | undefined) =>
    segments?.map(({ text }) => text).join('')

  test('the last ten runs are listed, with one line for each kind of change, and changes.json is named for the rest', () => {
    const { runs, more } = changesOf(sampleMirror(), 'about')
    assert.equal(runs.length, 10)
    assert.equal(textOf(more), '… and 6 earlier runs, in changes.json.')
    assert.equal(runs[0]?.at.text, '20\u00a0Nov\u00a02026, 04:07 UTC')
    assert.deepEqual(
      runs[0]?.lines.map(({ text }) => text),
      ['1 dataset added', '2 datasets changed'],
    )
  })

  test('a dataset is named by its title with a link to its page; one without a page is named by its code', () => {
    const [, second] = changesOf(sampleMirror(), 'about').runs
    assert.deepEqual(second?.lines[0]?.datasets, [
      { text: 'Cars', href: '../api/v1/get_dataset/cars/index.html' },
    ])
    assert.deepEqual(second?.lines[1]?.datasets, [{ text: 'gone-for-good' }, { text: '"a b?c#d%e&f\\"g "' }])
  })

  test('a run with many changes names twenty datasets and counts the others', () => {
    const added = Array.from({ length: 1021 }, (_, at) => `d${at}`)
    const mirror = mirrorOf({ changes: { changes: 1, runs: [runOf('2026-11-20T04:07:31.000Z', { added })] } })
    const [line] = changesOf(mirror, 'about').runs[0]?.lines ?? []
    assert.equal(line?.text, '1,021 datasets added')
    assert.equal(line?.datasets.length, 20)
    assert.equal(textOf(line?.more), 'and 1,001 more, in changes.json')
  })

  test('only the terms that occur are explained', () => {
    assert.deepEqual(changesOf(mirrorOf(), 'about').meanings, [])
    const mirror = mirrorOf({
      changes: { changes: 1, runs: [runOf('2026-11-20T04:07:31.000Z', { dropped: ['x'], added: ['y'] })] },
    })
    const { meanings } = changesOf(mirror, 'about')
    assert.equal(meanings.length, 1)
    assert.match(meanings[0] ?? '', /^Dropped:/)
  })

  test('several changes of one day have times', () => {
    const changed = ['a']
    const times = ['2026-11-20T04:07:31.000Z', '2026-11-20T03:00:00.000Z', '2026-11-19T03:00:00.000Z']
    const mirror = mirrorOf({
      datasets: [{ entry: datasetEntry('a'), reading: readingOf([{ n: 1 }]) }],
      changes: { changes: 1, runs: times.map((at) => runOf(at, { changed })) },
    })
    assert.deepEqual(
      historyOf(mirror, parseDatasetCode('a')).events.map(({ at }) => at.text.replaceAll('\u00a0', ' ')),
      ['20 Nov 2026, 04:07 UTC', '20 Nov 2026, 03:00 UTC', '19 Nov 2026'],
    )
  })

  test('a dataset that no run has changed has no history', () => {
    const mirror = mirrorOf({ datasets: [{ entry: datasetEntry('a'), reading: readingOf([{ n: 1 }]) }] })
    assert.deepEqual(historyOf(mirror, parseDatasetCode('a')), { events: [] })
  })
})

describe('what was not requested', () => {
  const CONFIRMED = '2026-11-02T04:00:00.000Z'

  for (const language of ['en', 'ru'] as const) {
    const { words } = localeOf(language)

    test(`a page in ${language} states that its file was not requested, and when it was last confirmed`, () => {
      const fields = fieldsOf(mirrorWith(language, 'unasked'))
      assert.ok(JSON.stringify(fields.get(words.datasetPage.state)).includes(words.statedUnasked))
      const read = fields.get(words.datasetPage.fetched)
      assert.ok(read?.kind === 'moment' && read.datetime === CONFIRMED)
      const others = fieldsOf(mirrorWith(language, 'unchanged'))
      assert.ok(!JSON.stringify(others.get(words.datasetPage.state)).includes(words.statedUnasked))
    })

    test(`the page about a mirror in ${language} states how many files were not requested`, () => {
      const [found] = aboutView(mirrorWith(language, 'unasked')).run.filter(isUnasked)
      assert.ok(found?.value.kind === 'text' && /^2\D|\D2\D/.test(found.value.text))
      assert.deepEqual(aboutView(mirrorWith(language, 'unchanged')).run.filter(isUnasked), [])
    })

    function isUnasked({ name }: { readonly name: string }): boolean {
      return name === words.aboutPage.unasked
    }
  }

  function mirrorWith(language: 'en' | 'ru', state: 'unasked' | 'unchanged'): Mirror {
    const copy = { state, fetchedAt: CONFIRMED }
    const entry = datasetEntry('a')
    const records = { json: copy, xml: copy }
    return mirrorOf({ language, datasets: [{ entry, reading: readingOf([{ n: 1 }]), records }] })
  }

  function fieldsOf(mirror: Mirror) {
    const { provenance } = datasetView(mirror, datasetEntry('a'))
    return new Map(provenance.flatMap(({ fields }) => fields.map(({ name, value }) => [name, value])))
  }
})

describe('reports of a crawl', () => {
  const en = localeOf('en')
  const ru = localeOf('ru')

  /** What is the same in every language: names of formats, headers, files, options and config keys. */
  const SHARED =
    /\b(?:json|xml|csv|html|UTF-8|ETag|Last-Modified|Content-Encoding|robots\.txt|Disallow|fields(?:\.\w+)?|formats|notPaged|codes|max[A-Z]\w+|KOI8-R)\b|--origin/g

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
})
