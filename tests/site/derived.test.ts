import assert from 'node:assert/strict'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { readDocument } from '../../src/lib/reading/read.ts'
import { findKept, openKeptReadings } from '../../src/lib/site/build/pieces.ts'
import { openReadings } from '../../src/lib/site/index.ts'
import { type Generation, openGeneration, pruneDerived } from '../../src/lib/snapshot/index.ts'
import { answer, openCrawler, serviceRoutes } from '../support/crawling.ts'
import { startScripted } from '../support/scripted-origin.ts'
import { temporaryFolder } from '../support/temporary.ts'

const LARGE = 'api/v1/get_dataset/a/index.json'

/** A generation with a large document, an empty cache, and a function that reads the document through the cache. */
async function caching(t: TestContext, document?: string) {
  const routes = serviceRoutes({ a: 'x'.repeat(100_000), b: 'y' })
  if (document !== undefined) routes['api/v1/get_dataset/a/?type=json'] = answer(document, 'application/json')
  const crawler = openCrawler(t, await startScripted(t, routes))
  const generation = openGeneration((await crawler.run()).folder)
  const folder = join(temporaryFolder(t), 'derived')
  return { generation, folder, read: () => readThrough(folder, generation) }
}

function readThrough(folder: string, generation: Generation) {
  const record = generation.find(LARGE)
  assert.ok(record)
  const reading = openReadings(folder, generation).find(record)
  assert.ok(reading && 'count' in reading)
  return reading
}

test('the reading of a large document is the same with a cache that is empty, damaged or deleted', async (t) => {
  const { folder, read } = await caching(t)
  const whole = read()
  const [name = ''] = readdirSync(folder)
  const file = join(folder, name)
  const text = readFileSync(file, 'utf8')
  const damages: Record<string, () => void> = {
    nothing: () => {},
    removed: () => rmSync(folder, { recursive: true }),
    cut: () => writeFileSync(file, text.slice(0, -10)),
    empty: () => writeFileSync(file, ''),
    'another count': () => writeFileSync(file, text.replace('"count":1', '"count":2')),
    'another version': () => writeFileSync(file, text.replace(/^\d+/, '1')),
    'a folder': () => {
      rmSync(file)
      mkdirSync(join(file, 'inside'), { recursive: true })
    },
  }
  for (const [how, damage] of Object.entries(damages)) {
    damage()
    assert.deepEqual(read(), whole, how)
    assert.equal(readFileSync(file, 'utf8'), text, how)
  }
})

test('the cache contains only data of the current generation', async (t) => {
  const { generation, folder, read } = await caching(t)
  pruneDerived(folder, generation, () => false)
  read()
  const names = readdirSync(folder)
  writeFileSync(join(folder, `${'0'.repeat(64)}.json.json`), 'old')
  mkdirSync(join(folder, 'other'))
  pruneDerived(folder, generation, () => false)
  assert.deepEqual(readdirSync(folder), names)
})

const LEVELS = 900
const nest = (open: string, middle: string, close: string) =>
  `${open.repeat(LEVELS)}${middle}${close.repeat(LEVELS)}`
const LARGE_ONE = `${' '.repeat(100_000)}1`

for (const [what, document, shape] of [
  ['of objects in objects', nest('{"a":', LARGE_ONE, '}'), 'tree'],
  ['of lists in lists', nest('[', LARGE_ONE, ']'), 'tree'],
  ['in a record', `[{"id":"1","a":${nest('{"b":[1,', LARGE_ONE, ']}')}},{"id":"2"}]`, 'objects'],
] as const)
  test(`a document with ${LEVELS} levels ${what} is read once, and then comes from the cache`, async (t) => {
    const { generation, read } = await caching(t, document)
    const whole = read()
    assert.equal(whole.shape, shape)
    rmSync(join(generation.folder, LARGE))
    assert.deepEqual(read(), whole)
  })

test('readings that are kept until their pages are made are the same then, infinite means included', (context) => {
  const documents = ['[{"a":1e308},{"a":1.5e308},{"a":-0.0}]', '[]', '{"name":"Ё","inside":{"b":[1,null]}}']
  const readings = documents.map((text) => readDocument(() => [Buffer.from(text)], { format: 'json' }))
  assert.equal(readings[0]?.columns[0]?.numbers?.mean, Number.POSITIVE_INFINITY)
  const keep = openKeptReadings(join(temporaryFolder(context), 'incoming', 'readings'))
  assert.deepEqual(readings.map(keep).map(findKept), readings)
})
