import assert from 'node:assert/strict'
import { test } from 'node:test'
import { buildCatalogue, readLists } from '../../src/lib/catalogue/index.ts'
import { parseDatasetCode } from '../../src/lib/interface/index.ts'
import { isStoredList, openGeneration } from '../../src/lib/snapshot/index.ts'
import { answer, openCrawler, serviceRoutes } from '../support/crawling.ts'
import { startScripted } from '../support/scripted-origin.ts'

const json = (body: unknown) => answer(JSON.stringify(body), 'application/json')

test('finds codes in the keys of an object of titles, however short, if the origin answers for them', async (t) => {
  const origin = await startScripted(t, serviceRoutes({ 'roads-24': 'x', parks: 'y' }))
  origin.set({
    'api/v1/list/?type=json': json({}),
    'api/v1/list_datasets/?type=json': json({ 'roads-24': 'Roads of 2024', parks: 'Parks' }),
  })
  for (const list of ['list', 'list_datasets']) origin.set({ [`api/v1/${list}/?type=xml`]: { status: 404 } })
  const { manifest, folder } = await openCrawler(t, origin).run()
  assert.deepEqual(manifest.codes.order, ['roads-24', 'parks'])
  const generation = openGeneration(folder)
  const lists = manifest.records.filter(isStoredList)
  const { datasets } = buildCatalogue({
    documents: readLists(lists.map((record) => ({ ...record, source: generation.source(record.path) }))),
    codes: manifest.codes.order.map(parseDatasetCode),
    codeField: manifest.codes.field,
    named: {},
  })
  assert.deepEqual(
    datasets.map(({ title }) => title),
    ['Roads of 2024', 'Parks'],
  )
})

test('a list of one dataset that is a plain object stays one dataset', async (t) => {
  const origin = await startScripted(t, serviceRoutes({ roads: 'x' }))
  origin.set({ 'api/v1/list_datasets/?type=json': json({ ref: 'roads', title: 'Roads' }) })
  for (const list of ['list', 'list_datasets']) origin.set({ [`api/v1/${list}/?type=xml`]: { status: 404 } })
  origin.set({ 'api/v1/list/?type=json': json([]) })
  assert.deepEqual((await openCrawler(t, origin).run()).manifest.codes.order, ['roads'])
})

test('infers the field of codes again once it is no longer configured, with the evidence', async (t) => {
  const records = {
    roads: { ref: 'roads', title: 'Roads of 2024' },
    parks: { ref: 'parks', title: 'City parks' },
  }
  const origin = await startScripted(t, serviceRoutes({ roads: 'x', parks: 'y' }))
  origin.set({ 'api/v1/list/?type=json': json([]), 'api/v1/list_datasets/?type=json': json(records) })
  for (const list of ['list', 'list_datasets']) origin.set({ [`api/v1/${list}/?type=xml`]: { status: 404 } })
  const crawler = openCrawler(t, origin)
  const named = await crawler.run({ fields: { code: 'ref' } })
  assert.deepEqual(named.manifest.codes.evidence, { code: 'config' })
  const { codes } = (await crawler.run()).manifest
  assert.deepEqual(codes.field, { operation: 'list_datasets', name: '(key)' })
  assert.equal(codes.evidence.code, 'answers')
  assert.deepEqual(codes.order, ['roads', 'parks'])
})
