import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aboutView, PAGE_STATES } from '../../../src/lib/site/view/index.ts'
import { mirrorOf, sampleMirror } from '../../support/sample-mirror.ts'

test('every state is counted by format and explained, and the counts add up to the records', () => {
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

test('holes come before warnings, addresses are links, codes are not', () => {
  const { problems } = aboutView(sampleMirror())
  assert.deepEqual(
    problems.map(({ severity }) => severity),
    ['hole', 'hole', 'warning'],
  )
  assert.ok(problems[0]?.href?.startsWith('https://data.example.org/open/'))
  assert.equal(problems[1]?.href, undefined)
})

test('more problems than a page bears are counted and left to the manifest', () => {
  const problems = Array.from({ length: 1300 }, (_, at) => ({
    severity: 'hole' as const,
    subject: `${at}`,
    message: 'x',
  }))
  const view = aboutView(mirrorOf({ problems, complete: false }))
  assert.equal(view.problems.length, 300)
  assert.equal(view.problemsMore?.map(({ text }) => text).join(''), '… and 1,000 more, in manifest.json.')
})

test('what was inferred names its evidence and the setting that overrides it', () => {
  const { inferences } = aboutView(sampleMirror())
  assert.deepEqual(inferences[0], {
    what: 'dataset code',
    field: 'list_datasets.id',
    found: true,
    evidence: '32 of 32 values are codes found in links',
    override: 'roles.datasetCode',
  })
  assert.equal(inferences[2]?.found, false)
  assert.equal(inferences[2]?.field, 'not found')
})

test('the verdict is the manifest’s', () => {
  const verdict = (complete: boolean) => aboutView(mirrorOf({ complete })).run[0]?.value
  assert.deepEqual(verdict(true), {
    kind: 'text',
    text: 'Complete: everything listed had a fresh copy when the origin last answered.',
  })
  assert.deepEqual(verdict(false), { kind: 'text', text: 'Incomplete: see the states below.' })
})

test('the twin of the page is the manifest', () => {
  assert.deepEqual(aboutView(mirrorOf()).chrome.alternates, [
    { type: 'application/json', href: '../manifest.json' },
  ])
})
