import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type TestContext, test } from 'node:test'
import {
  addressOf,
  type DataFormat,
  datasetResource,
  fileOf,
  parseDatasetCode,
  type Resource,
} from '../../src/lib/interface/index.ts'
import type { ColumnChoices } from '../../src/lib/site/grids.ts'
import { type Mirror, openMirror } from '../../src/lib/site/index.ts'
import { aboutView, datasetMarkdown, datasetView, localeOf } from '../../src/lib/site/view/index.ts'
import { searchCatalogueOf } from '../../src/lib/site/view/search-catalogue.ts'
import {
  layout,
  type Manifest,
  type ManifestRecord,
  openGeneration,
  type State,
} from '../../src/lib/snapshot/index.ts'
import { mirrorOf, runOf, SAMPLE_BASE } from '../support/sample-mirror/index.ts'
import { temporaryFolder } from '../support/temporary.ts'

const en = localeOf('en')

const OLD = datasetResource(parseDatasetCode('old'))

/** A generation on disk whose lists contain one dataset, with another withdrawn one. */
function openStored(context: TestContext, more: Partial<Manifest> = {}, choices: ColumnChoices = {}): Mirror {
  const { manifest: sample } = mirrorOf()
  const folder = join(temporaryFolder(context), sample.generation)
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  const store = (resource: Resource, value: unknown, state: State = 'fetched'): ManifestRecord => {
    const representation = { resource, format: 'json' as DataFormat }
    const [path, text] = [fileOf(representation), JSON.stringify(value)]
    write(path, text)
    return {
      path,
      operation: resource.operation,
      ...(resource.operation === 'get_dataset' && { code: resource.code }),
      format: 'json',
      state,
      address: addressOf(SAMPLE_BASE, representation),
      sha256: createHash('sha256').update(text).digest('hex'),
      bytes: text.length,
      changedAt: '2026-10-02T04:02:00.000Z',
      ...(state === 'withdrawn' && { since: '2026-09-14T04:00:00.000Z' }),
    }
  }
  const manifest: Manifest = {
    ...sample,
    codes: {
      evidence: { code: 'config' },
      order: ['new', 'old'],
      field: { operation: 'list_datasets', name: 'id' },
    },
    listings: [
      {
        code: 'old',
        title: 'Tram stops',
        description: 'Where trams stopped.',
        categories: ['c1'],
        oivs: ['gone'],
        oivTitles: ['Tram &amp; Bus Company'],
        fields: [
          ['id', 'old'],
          ['title', 'Tram stops'],
          ['updated', '2026-09-01'],
          ['note', 'closed'],
        ],
      },
      // The title of its publisher was unknown when it was listed.
      { code: 'oldest', title: 'Cable cars', categories: [], oivs: ['gone'], oivTitles: [''], fields: [] },
    ],
    records: [
      store({ operation: 'list_categories' }, [{ id: 'c1', title: 'Transport' }]),
      store({ operation: 'list_datasets' }, [
        { id: 'new', title: 'Bus stops', category: 'c1', updated: '2026-09-01' },
      ]),
      store(datasetResource(parseDatasetCode('new')), [{ stop: 'North' }]),
      store(OLD, [{ stop: 'Terminus' }], 'withdrawn'),
    ],
    counts: { fetched: 3, unchanged: 0, unasked: 0, stale: 0, derived: 0, withdrawn: 1, missing: 0 },
    complete: true,
    problems: [],
    ...more,
  }
  write('manifest.json', JSON.stringify(manifest))
  writeFileSync(
    layout.changes(folder),
    JSON.stringify({ changes: 1, runs: [runOf('2026-09-15T04:00:00.000Z', { withdrawn: ['old'] })] }),
  )
  return openMirror({
    generation: openGeneration(folder),
    derived: join(folder, 'derived'),
    outlines: join(process.cwd(), 'node_modules/world-atlas'),
    status: undefined,
    language: 'en',
    title: 'A mirror',
    site: undefined,
    named: {},
    choices,
  })
}

function viewOfOld(mirror: Mirror) {
  const entry = mirror.catalogue.datasets.find(({ code }) => code === 'old')
  assert.ok(entry)
  return datasetView(mirror, entry)
}

test('a withdrawn dataset keeps its title, description, category and fields though no list names it', (context) => {
  const mirror = openStored(context)
  const view = viewOfOld(mirror)
  assert.equal(view.title, 'Tram stops')
  assert.equal(view.description, 'Where trams stopped.')
  assert.deepEqual(view.categories, [
    { text: 'Transport', href: '../../../../browse/category/c1/index.html' },
  ])
  assert.deepEqual(view.oivs, [{ text: 'Tram & Bus Company' }])
  assert.equal(searchCatalogueOf(mirror).oivs[0]?.title, 'Tram & Bus Company')
  assert.deepEqual(view.listed.at(-1), { name: 'note', value: { kind: 'text', text: 'closed' } })
  assert.ok(mirror.summaries.isOneDate)
  assert.equal(view.listedNote, en.words.datasetPage.listedOnceNote)
  assert.equal(view.notices[0]?.stateReasons[0]?.since?.text, '14\u00a0Sept\u00a02026')
  const transport = mirror.listings.byFolder.get('category/c1')
  assert.deepEqual(
    transport?.members.map(({ title }) => title),
    ['Bus stops', 'Tram stops'],
  )
})

test('a withdrawn dataset without a stored listing has its code as title', (context) => {
  const view = viewOfOld(openStored(context, { listings: [] }))
  assert.equal(view.title, 'old')
  assert.deepEqual(view.listed, [])
})

test('a column has the meaning that the config states for its dataset, else for all', (context) => {
  const meanings = { old: { stop: 'Name of the stop' }, '*': { stop: 'Any stop', other: 'None' } }
  const mirror = openStored(context, {}, { meanings })
  const meaningIn = (code: string) => {
    const entry = mirror.catalogue.datasets.find((one) => one.code === code)
    return entry && datasetView(mirror, entry).document?.columns[0]?.meaning?.text
  }
  assert.equal(meaningIn('old'), 'Name of the stop')
  assert.equal(meaningIn('new'), 'Any stop')
  assert.match(datasetMarkdown(localeOf('en'), viewOfOld(mirror)), /^- stop: Name of the stop$/m)
})

test('the current lists take precedence over stored listings', (context) => {
  const stale = { code: 'new', title: 'Once', categories: [], oivs: [], fields: [] }
  const mirror = openStored(context, { listings: [stale] })
  assert.equal(mirror.catalogue.datasets[0]?.title, 'Bus stops')
})

test('the changes of a generation are on the about page and on the page of the dataset', (context) => {
  const mirror = openStored(context)
  assert.equal(aboutView(mirror).changes.runs[0]?.lines[0]?.text, '1 dataset withdrawn')
  assert.deepEqual(viewOfOld(mirror).history.events, [
    { text: 'Withdrawn', at: { datetime: '2026-09-15', text: '15\u00a0Sept\u00a02026' }, lines: [] },
  ])
})
