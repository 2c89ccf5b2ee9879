import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { cpSync, mkdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { findChanges, layout, openGeneration } from '../../src/lib/snapshot/index.ts'
import { type Crawled, openCrawler, serviceRoutes } from '../support/crawling.ts'
import { runHere, takeBundle } from '../support/mirror.ts'
import { startScripted } from '../support/scripted-origin.ts'
import { temporaryFolder } from '../support/temporary.ts'

const day = (count: number) => new Date(Date.UTC(2026, 0, count))

/** A mirror after three runs, each of which added a dataset. */
async function openMirrored(t: TestContext) {
  const origin = await startScripted(t, serviceRoutes({ a: '1' }))
  const crawler = openCrawler(t, origin)
  await crawler.run({}, day(1))
  origin.set(serviceRoutes({ a: '1', b: '2' }))
  const before = await crawler.run({}, day(2))
  origin.set(serviceRoutes({ a: '1', b: '2', c: '3' }))
  return { origin, crawler, before, last: await crawler.run({}, day(3)) }
}

const addedIn = (run: Pick<Crawled, 'folder' | 'manifest'>) => findChanges(run).runs.map(({ added }) => added)

const DAMAGES: Readonly<Record<string, (file: string) => void>> = {
  'has another code': (file) => writeFileSync(file, readFileSync(file, 'utf8').replace('"c"', '"x"')),
  'is cut': (file) => truncateSync(file, 100),
  'is empty': (file) => truncateSync(file),
  'is gone': (file) => rmSync(file),
  'is a folder': (file) => {
    rmSync(file)
    mkdirSync(file)
  },
}

for (const [how, damage] of Object.entries(DAMAGES)) {
  test(`changes.json that ${how} is made again from the generation before, and reported`, async (t) => {
    const { crawler, last } = await openMirrored(t)
    damage(layout.changes(last.folder))
    assert.deepEqual(addedIn(last), [])
    const next = await crawler.run({}, day(4))
    assert.deepEqual(addedIn(next), [['c'], ['b'], ['a']])
    assert.deepEqual(
      next.problems.map((one) => one.split(',')[0]),
      ['warning changes.json: It was damaged in the state folder'],
    )
    assert.equal(next.manifest.complete, true)
    assert.deepEqual((await crawler.run({}, day(5))).problems, [])
  })

  test(`changes.json that ${how} in both generations is taken from the published site`, async (t) => {
    const { crawler, last, before } = await openMirrored(t)
    const published = join(temporaryFolder(t), 'site')
    cpSync(last.folder, published, { recursive: true })
    for (const { folder } of [last, before]) damage(layout.changes(folder))
    assert.deepEqual(addedIn(await crawler.run({ published }, day(4))), [['c'], ['b'], ['a']])
  })
}

test('changes.json that cannot be made again is reported, and the next changes are listed', async (t) => {
  const { origin, crawler, last, before } = await openMirrored(t)
  for (const { folder } of [last, before]) truncateSync(layout.changes(folder), 100)
  origin.set(serviceRoutes({ a: '1', b: '2', c: '3', d: '4' }))
  const next = await crawler.run({ published: temporaryFolder(t) }, day(4))
  assert.deepEqual(addedIn(next), [['d']])
  assert.match(next.problems.join(), /^warning changes\.json: .*could not be made again/)
  assert.equal(next.manifest.complete, true)
})

test('a build makes damaged changes again too, and prints that', async (t) => {
  const { crawler, last } = await openMirrored(t)
  takeBundle(crawler.state)
  truncateSync(layout.changes(last.folder), 100)
  const out = join(temporaryFolder(t), 'dist')
  const { code, stderr } = await runHere(['build', '--quiet', '--state', crawler.state, '--out', out])
  assert.equal(code, 0, stderr)
  assert.match(stderr, /changes\.json — It was damaged in the state folder, and was made again/)
  assert.equal(
    readFileSync(join(out, 'changes.json'), 'utf8'),
    readFileSync(layout.changes(last.folder), 'utf8'),
  )
  assert.deepEqual(addedIn(openGeneration(last.folder)), [['c'], ['b'], ['a']])
})

test('a build whose changes are lost states the checksum of what it publishes', async (t) => {
  const { crawler, last, before } = await openMirrored(t)
  takeBundle(crawler.state)
  for (const { folder } of [last, before]) truncateSync(layout.changes(folder), 100)
  const out = join(temporaryFolder(t), 'dist')
  const { code, stderr } = await runHere(['build', '--quiet', '--state', crawler.state, '--out', out])
  assert.equal(code, 0, stderr)
  assert.match(stderr, /could not be made again/)
  const manifest = JSON.parse(readFileSync(join(out, 'manifest.json'), 'utf8'))
  assert.equal(manifest.changes, hash('sha256', readFileSync(join(out, 'changes.json'))))
})
