import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseDatasetCode } from '../../../src/lib/interface/index.ts'
import { changesOf, historyOf } from '../../../src/lib/site/view/index.ts'
import { datasetEntry, mirrorOf, readingOf, runOf, sampleMirror } from '../../support/sample-mirror/index.ts'

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
