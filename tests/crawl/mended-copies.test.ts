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
import { describe, type TestContext, test } from 'node:test'
import { checkedSource, DamagedSnapshot, findCurrent, openGeneration } from '../../src/lib/snapshot/index.ts'
import { both, type Crawled, type Crawler, openCrawler, serviceRoutes, tagged } from '../support/crawling.ts'
import { runHere } from '../support/mirror.ts'
import { startScripted } from '../support/scripted-origin.ts'
import { temporaryFolder } from '../support/temporary.ts'

describe('copies that are mended', () => {
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
        'gap "b": It is no longer listed, and its last copy (json) is lost: the copy in the snapshot is damaged, and the published site has no sound copy either',
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
})

describe('copies that are carried over', () => {
  const CODES = Array.from({ length: 12 }, (_, index) => `d${index}`)
  const goodOf = (code: string) => `[{"row":"good ${code}"}]`
  const fileOf = (code: string) => `get_dataset/${code}/index.json`
  const day = (count: number) => new Date(Date.UTC(2026, 0, count))

  /** A service with validators for its datasets. */
  const ROUTES = {
    ...serviceRoutes(Object.fromEntries(CODES.map((code) => [code, `good ${code}`]))),
    ...Object.fromEntries(
      CODES.map((code) => [`api/v1/get_dataset/${code}/?type=json`, tagged(goodOf(code), '"1"')]),
    ),
  }

  /** Alters a stored file as a faulty disk does: neither its size nor its time changes. */
  function rot({ folder }: Crawled, path: string): void {
    const file = join(folder, 'api/v1', path)
    const { atime, mtime } = statSync(file)
    writeFileSync(file, readFileSync(file, 'utf8').replace('good', 'evil'))
    utimesSync(file, atime, mtime)
  }

  test('copies that a disk altered unnoticed are found within 14 days of daily runs, a share of them in each', async (t) => {
    const crawler = openCrawler(t, await startScripted(t, ROUTES))
    let run = await crawler.run({}, day(1))
    for (const code of CODES) rot(run, fileOf(code))
    const foundIn = new Map<string, number>()
    for (let count = 2; count <= 15; count++) {
      run = await crawler.run({}, day(count))
      for (const code of CODES) if (run.states[fileOf(code)] === 'fetched') foundIn.set(code, count)
    }
    assert.equal(foundIn.size, CODES.length)
    assert.ok(new Set(foundIn.values()).size > 5)
    assert.ok(CODES.every((code) => run.text(fileOf(code)) === goodOf(code)))
  })

  test('runs that are further apart than 14 days find all of them', async (t) => {
    const crawler = openCrawler(t, await startScripted(t, ROUTES))
    const first = await crawler.run({}, day(1))
    for (const code of CODES) rot(first, fileOf(code))
    const second = await crawler.run({}, day(16))
    assert.ok(CODES.every((code) => second.states[fileOf(code)] === 'fetched'))
  })

  test('a copy whose damage was reported is fetched by the next run', async (t) => {
    const crawler = openCrawler(t, await startScripted(t, ROUTES))
    const { folder, ...first } = await crawler.run({}, day(1))
    for (const code of CODES) rot({ folder, ...first }, fileOf(code))
    const generation = openGeneration(folder)
    for (const code of CODES) {
      const record = first.record(fileOf(code))
      assert.ok(record)
      assert.throws(() => checkedSource(generation, record), DamagedSnapshot)
    }
    const second = await crawler.run({}, new Date(day(1).getTime() + 60_000))
    assert.ok(CODES.every((code) => second.states[fileOf(code)] === 'fetched'))
  })
})

describe('withdrawn datasets', () => {
  const GONE = { status: 404 }
  const day = (n: number) => new Date(Date.UTC(2026, 0, n))
  const B_GONE = { 'api/v1/get_dataset/b/?type=json': GONE, 'api/v1/get_dataset/b/?type=xml': GONE }

  test('keeps the last copy of a dataset that left the lists, states since when, and does not request it', async (t) => {
    const origin = await startScripted(t, serviceRoutes({ a: '1', b: '2' }))
    const crawler = openCrawler(t, origin)
    await crawler.run({}, day(1))
    origin.set({ ...serviceRoutes({ a: '1' }), ...B_GONE })
    origin.forget()
    const second = await crawler.run({}, day(2))
    const third = await crawler.run({}, day(3))
    for (const run of [second, third]) {
      const record = run.record('get_dataset/b/index.json')
      assert.equal(record?.state, 'withdrawn')
      assert.equal(record?.since, day(1).toISOString())
      assert.equal(record?.reason, 'It is no longer in the lists.')
      assert.equal(run.text('get_dataset/b/index.json'), '[{"row":"2"}]')
      assert.deepEqual(run.manifest.codes.order, ['a', 'b'])
      assert.deepEqual(run.problems, [])
      assert.equal(run.manifest.complete, true)
    }
    assert.ok(origin.requests.every(({ path }) => !path.includes('get_dataset/b/')))
  })

  test('a dataset that is listed again is like any other', async (t) => {
    const origin = await startScripted(t, serviceRoutes({ a: '1', b: '2' }))
    const crawler = openCrawler(t, origin)
    await crawler.run()
    origin.set(serviceRoutes({ a: '1' }))
    await crawler.run()
    origin.set(serviceRoutes({ a: '1', b: '2' }))
    const run = await crawler.run()
    const record = run.record('get_dataset/b/index.json')
    assert.deepEqual([record?.state, record?.since, record?.reason], ['unchanged', undefined, undefined])
  })

  test('withdraws nothing while a list that named datasets fails', async (t) => {
    const origin = await startScripted(t, serviceRoutes({ a: '1', b: '2' }))
    const crawler = openCrawler(t, origin)
    await crawler.run()
    origin.set({
      ...serviceRoutes({ a: '1' }),
      ...both('list', [{ url: 'get_dataset/a/' }]),
    })
    origin.set({ 'api/v1/list_datasets/?type=json': { status: 500 } })
    const run = await crawler.run()
    assert.deepEqual(run.manifest.codes.order, ['a', 'b'])
    assert.equal(run.states['get_dataset/b/index.json'], 'unchanged')
    assert.match(run.problems.join(), /list_datasets\/\?type=json: It answered 500; the copy of .* is kept/)
  })

  test('a list format that the origin never had does not keep a withdrawn dataset listed', async (t) => {
    const without = { 'api/v1/list_oivs/?type=xml': GONE }
    const origin = await startScripted(t, { ...serviceRoutes({ a: '1', b: '2' }), ...without })
    const crawler = openCrawler(t, origin)
    await crawler.run()
    origin.set({ ...serviceRoutes({ a: '1' }), ...without, ...B_GONE })
    const run = await crawler.run()
    assert.equal(run.states['get_dataset/b/index.json'], 'withdrawn')
    assert.deepEqual(
      run.problems.map((one) => /list_oivs/.test(one)),
      [true],
    )
  })
})
