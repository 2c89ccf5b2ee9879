import assert from 'node:assert/strict'
import {
  cpSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { findCurrent } from '../../src/lib/snapshot/index.ts'
import { type Crawler, openCrawler, serviceRoutes } from '../support/crawling.ts'
import { runHere } from '../support/mirror.ts'
import { startScripted } from '../support/scripted-origin.ts'
import { temporaryFolder } from '../support/temporary.ts'

const ROTTEN = 'get_dataset/b/index.json'
const GOOD = '[{"row":"2"}]'

/** What a disk may do to a file. */
const ROTS: Readonly<Record<string, (file: string) => void>> = {
  'has a flipped bit': (file) => {
    const bytes = readFileSync(file)
    bytes[5] = (bytes[5] ?? 0) ^ 1
    writeFileSync(file, bytes)
  },
  'has a flipped bit and the time it had': (file) => {
    const { atime, mtime } = statSync(file)
    ROTS['has a flipped bit']?.(file)
    utimesSync(file, atime, mtime)
  },
  'is cut': (file) => truncateSync(file, 4),
  'is empty': (file) => truncateSync(file, 0),
  'is gone': (file) => rmSync(file),
  'is gone with its folder': (file) => rmSync(join(file, '..'), { recursive: true }),
  'is a folder': (file) => {
    rmSync(file)
    mkdirSync(join(file, 'inside'), { recursive: true })
  },
  'is in a folder that is a file now': (file) => {
    rmSync(join(file, '..'), { recursive: true })
    writeFileSync(join(file, '..'), 'not a folder')
  },
}

/** The state folder of a mirror of two datasets, a copy of its published site, and the origin. */
async function openMirrored(t: TestContext) {
  const origin = await startScripted(t, serviceRoutes({ a: '1', b: '2', c: '3' }))
  const crawler = openCrawler(t, origin)
  const published = join(temporaryFolder(t), 'site')
  const { folder } = await crawler.run({}, day(1))
  cpSync(folder, published, { recursive: true })
  return { origin, crawler, published, folder }
}

const day = (count: number) => new Date(Date.UTC(2026, 0, count))

async function withdrawB({
  crawler,
  origin,
}: { crawler: Crawler } & Pick<Awaited<ReturnType<typeof openMirrored>>, 'origin'>) {
  const left = Object.entries(serviceRoutes({ a: '1', c: '3' }))
  origin.set(Object.fromEntries(left))
  origin.set({
    'api/v1/get_dataset/b/?type=json': { status: 404 },
    'api/v1/get_dataset/b/?type=xml': { status: 404 },
  })
  return crawler.run({}, day(2))
}

for (const [how, rot] of Object.entries(ROTS))
  test(`takes a withdrawn copy that ${how} from the published site`, async (t) => {
    const mirrored = await openMirrored(t)
    const { folder } = await withdrawB(mirrored)
    rot(join(folder, 'api/v1', ROTTEN))
    const run = await mirrored.crawler.run({ published: mirrored.published }, day(20))
    assert.equal(run.text(ROTTEN), GOOD)
    assert.equal(run.states[ROTTEN], 'withdrawn')
    assert.equal(run.record(ROTTEN)?.since, day(1).toISOString())
    assert.equal(run.manifest.complete, true)
    assert.match(
      run.problems.join('\n'),
      /^warning http:\S+get_dataset\/b\/\?type=json: Its copy in the state folder was damaged/,
    )
    assert.equal(
      statSync(join(run.folder, 'api/v1', ROTTEN)).mtimeMs,
      Date.parse(run.record(ROTTEN)?.changedAt ?? ''),
    )
    const next = await mirrored.crawler.run({ published: mirrored.published }, day(40))
    assert.deepEqual(next.problems, [])
  })

test('reports a withdrawn copy that is damaged in the published site too, and keeps all others', async (t) => {
  const mirrored = await openMirrored(t)
  const { folder } = await withdrawB(mirrored)
  for (const place of [folder, mirrored.published])
    writeFileSync(join(place, 'api/v1', ROTTEN), '[{"row":"3"}]')
  const run = await mirrored.crawler.run({ published: mirrored.published }, day(20))
  assert.deepEqual(
    run.problems.map((one) => one.split('.')[0]),
    [
      'gap "b": It is no longer listed, and its last copy (json) in the snapshot is damaged, as is the published one, or there is none; so it is lost',
    ],
  )
  assert.equal(run.manifest.complete, false)
  assert.deepEqual(
    Object.entries(run.states).filter(([path]) => path.startsWith('get_dataset/')),
    [
      ['get_dataset/a/index.json', 'unchanged'],
      ['get_dataset/a/index.xml', 'unchanged'],
      ['get_dataset/b/index.xml', 'withdrawn'],
      ['get_dataset/c/index.json', 'unchanged'],
      ['get_dataset/c/index.xml', 'unchanged'],
    ],
  )
})

test('a published file of the same length with other bytes does not replace a copy that is gone', async (t) => {
  const mirrored = await openMirrored(t)
  const { folder } = await withdrawB(mirrored)
  rmSync(join(folder, 'api/v1', ROTTEN))
  writeFileSync(join(mirrored.published, 'api/v1', ROTTEN), GOOD.replace('2', '3'))
  const run = await mirrored.crawler.run({ published: mirrored.published }, day(3))
  assert.equal(run.record(ROTTEN), undefined)
  assert.match(run.problems.join(), /gap "b".*lost/)
})

test('takes the damaged copy of a dataset whose requests fail from the published site', async (t) => {
  const { origin, crawler, published, folder } = await openMirrored(t)
  writeFileSync(join(folder, 'api/v1', ROTTEN), 'rot')
  origin.set({ 'api/v1/get_dataset/b/?type=json': { status: 500 } })
  const run = await crawler.run({ published }, day(2))
  assert.equal(run.states[ROTTEN], 'stale')
  assert.equal(run.text(ROTTEN), GOOD)
})

test('compares lists and datasets with the published copies where the stored ones are damaged', async (t) => {
  const { origin, crawler, published, folder } = await openMirrored(t)
  for (const path of ['list/index.json', 'list_datasets/index.json', 'list_datasets/index.xml'])
    writeFileSync(join(folder, 'api/v1', path), '{"rot')
  const run = await withdrawB({
    crawler: { ...crawler, run: (_, now) => crawler.run({ published }, now) },
    origin,
  })
  assert.equal(run.states[ROTTEN], 'withdrawn')
  assert.deepEqual(
    run.manifest.listings?.map(({ code, title }) => [code, title]),
    [['b', 'About b']],
  )
})

test('damaged lists in the state folder alone do not end a crawl', async (t) => {
  const mirrored = await openMirrored(t)
  for (const path of ['list/index.json', 'list_datasets/index.json', 'list_datasets/index.xml'])
    writeFileSync(join(mirrored.folder, 'api/v1', path), '{"rot')
  const run = await withdrawB(mirrored)
  assert.equal(run.states[ROTTEN], 'withdrawn')
})

test('a crawl by command takes damaged copies from the site that the config names', async (t) => {
  const origin = await startScripted(t, serviceRoutes({ a: '1', b: '2' }))
  const [state, out] = [join(temporaryFolder(t), 'state'), join(temporaryFolder(t), 'site')]
  const config = join(temporaryFolder(t), 'config.mjs')
  writeFileSync(config, `export default ${JSON.stringify({ origin: [origin.base], state, out })}`)
  const crawl = () => runHere(['crawl', '--quiet', '--config', config])
  await crawl()
  const first = findCurrent(state)?.folder ?? ''
  cpSync(first, out, { recursive: true })
  rmSync(join(first, 'api/v1', ROTTEN))
  origin.set({ 'api/v1/get_dataset/b/?type=json': { status: 404 } })
  assert.equal((await crawl()).code, 4)
  const second = findCurrent(state)
  assert.equal(readFileSync(join(second?.folder ?? '', 'api/v1', ROTTEN), 'utf8'), GOOD)
  assert.deepEqual(second?.manifest.problems.map(({ code }) => code).sort(), ['mended-copy', 'not-found'])
})
