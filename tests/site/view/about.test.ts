import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aboutView, localeOf, PAGE_STATES } from '../../../src/lib/site/view/index.ts'
import { datasetEntry, mirrorOf, readingOf, sampleMirror } from '../../support/sample-mirror/index.ts'

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
  const textOf = (more: typeof view.problemsMore) => more?.map(({ text }) => text).join('')
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
