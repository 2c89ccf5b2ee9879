import assert from 'node:assert/strict'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { openReadings, pruneDerived } from '../../src/lib/site/index.ts'
import { type Generation, openGeneration } from '../../src/lib/snapshot/index.ts'
import { openCrawler, serviceRoutes } from '../support/crawling.ts'
import { startScripted } from '../support/scripted-origin.ts'
import { temporaryFolder } from '../support/temporary.ts'

const LARGE = 'api/v1/get_dataset/a/index.json'

/** A generation with a large document, an empty cache, and a function that reads the document through the cache. */
async function caching(t: TestContext) {
  const crawler = openCrawler(t, await startScripted(t, serviceRoutes({ a: 'x'.repeat(100_000), b: 'y' })))
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

test('the reading of a large document is the same from the cache, whatever became of the cache', async (t) => {
  const { folder, read } = await caching(t)
  const whole = read()
  const [name = ''] = readdirSync(folder)
  const file = join(folder, name)
  const text = readFileSync(file, 'utf8')
  const harms: Record<string, () => void> = {
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
  for (const [how, harm] of Object.entries(harms)) {
    harm()
    assert.deepEqual(read(), whole, how)
    assert.equal(readFileSync(file, 'utf8'), text, how)
  }
})

test('only what belongs to the generation stays in the cache', async (t) => {
  const { generation, folder, read } = await caching(t)
  pruneDerived(folder, generation)
  read()
  const names = readdirSync(folder)
  writeFileSync(join(folder, `${'0'.repeat(64)}.json.json`), 'old')
  mkdirSync(join(folder, 'other'))
  pruneDerived(folder, generation)
  assert.deepEqual(readdirSync(folder), names)
})
