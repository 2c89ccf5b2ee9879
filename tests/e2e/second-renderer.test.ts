import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { EventEmitter, once } from 'node:events'
import { existsSync, globSync, mkdirSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import type { Worker } from 'node:worker_threads'
import { buildSite } from '../../scripts/job/build-site.ts'
import { crawlOrigin } from '../../scripts/job/crawl-origin.ts'
import { openSecondRenderer } from '../../scripts/job/second-renderer.ts'
import type { Rendered } from '../../scripts/job/second-renderer.worker.ts'
import { pageOf, workshopOf } from '../../src/lib/site/index.ts'
import { serviceRoutes } from '../support/crawling.ts'
import { differences, ROOT, readTree, runMirror, settingsIn } from '../support/mirror.ts'
import { startScripted } from '../support/scripted-origin.ts'
import { temporaryFolder } from '../support/temporary.ts'

const NEVER = new AbortController().signal
const MANY = Object.fromEntries(Array.from({ length: 220 }, (_, at) => [`dataset ${at}`, `row ${at}`]))
const CODES = ['a', 'b', 'c']
const [FIRST, SECOND, LAST] = CODES.map(pageOf) as [string, string, string]

describe('the pages of many datasets', () => {
  const missing =
    availableParallelism() < 2
      ? 'this machine has one core'
      : !existsSync('/usr/bin/taskset') && 'taskset, of util-linux, is not here'
  it('are made in two threads, and are the same as those made in one', { skip: missing }, async (context) => {
    const origin = await startScripted(context, serviceRoutes(MANY))
    const settings = settingsIn(temporaryFolder(context), { origin: origin.base })
    await crawlOrigin(settings, () => {}, NEVER)
    const rendered = watchRendered(context)
    await buildSite(settings, false, NEVER)
    assert.deepEqual(
      rendered.map(({ paths }) => paths.size > 0),
      [true, true],
    )
    const { state, out } = settings
    const onOneCore = `${out} on one core`
    const build = [join(ROOT, 'scripts/mirror.mjs'), 'build', '--quiet', '--state', state, '--out', onOneCore]
    await promisify(execFile)('taskset', ['--cpu-list', '0', process.execPath, ...build])
    const [two, one] = [readTree(out), readTree(onOneCore)]
    assert.ok(two.size > 4 * Object.keys(MANY).length)
    assert.deepEqual(differences(two, one), [])
  })

  it('are made no further when the build is interrupted', async (context) => {
    const origin = await startScripted(context, serviceRoutes(MANY))
    const settings = settingsIn(temporaryFolder(context), { origin: origin.base })
    await crawlOrigin(settings, () => {}, NEVER)
    const { state, out } = settings
    let told = false
    const ended = await runMirror(['build', '--verbose', '--state', state, '--out', out], {
      onOutput(all, kill) {
        if (!told && all.includes('generating static routes')) kill('SIGINT')
        told = all.includes('generating static routes')
      },
    })
    assert.equal(ended.code, 130, ended.stderr)
    const pages = globSync('api/v1/get_dataset/*/index.html', { cwd: workshopOf(out).site })
    assert.ok(pages.length < Object.keys(MANY).length, `${pages.length} were made`)
    assert.equal(existsSync(out), false)
  })

  it('are told of with what they show when a second thread made them', async (context) => {
    const { makes, told } = await runWith(context, '')
    assert.deepEqual([await makes(SECOND), await makes(LAST)], [true, true])
    const { digests, extents } = told[0] as Rendered
    assert.ok(digests.has('api/v1/get_dataset/c/index.html'))
    assert.equal(digests.has('api/v1/get_dataset/a/index.html'), false)
    assert.deepEqual([...extents.keys()], ['shown.json'])
  })

  it('are followed by others that are offered, for which nothing is told twice', async (context) => {
    const { makes, offer, told, tellings } = await runWith(context, '')
    assert.deepEqual([await makes(SECOND), await makes(LAST)], [true, true])
    const isTold = once(tellings, 'told')
    offer(
      [1, 2].map((at) => ({ path: `browse/${at}.html`, component: 'page' })),
      new Map(),
    )
    assert.equal(await makes('browse/1.html'), false)
    await isTold
    assert.equal(await makes('browse/2.html'), true)
    assert.deepEqual([...(told[1]?.paths ?? [])], ['browse/2.html'])
    assert.equal(told[1]?.extents.size, 0)
  })

  it("are the caller's when they are offered to a thread that has ended", async (context) => {
    const { makes, offer } = await runWith(context, 'process.exit(7)')
    assert.equal(await makes(LAST), false)
    offer([{ path: 'browse/1.html', component: 'page' }], new Map())
    assert.equal(await makes('browse/1.html'), false)
  })

  it('are left to the first thread where the second cannot make them', async (context) => {
    const { makes, folder } = await runWith(
      context,
      `if (url.endsWith('${LAST}')) return answer('broken', 500)`,
    )
    assert.deepEqual([await makes(SECOND), await makes(LAST)], [true, false])
    assert.equal(existsSync(join(folder, 'site/api/v1/get_dataset/c/index.html')), false)
  })

  for (const [how, code] of [
    ['fails', "throw new Error('no more')"],
    ['ends', 'process.exit(7)'],
  ])
    it(`are all left to the first thread when the second ${how}`, async (context) => {
      const { makes } = await runWith(context, `if (url.endsWith('${SECOND}')) ${code}`)
      assert.deepEqual([await makes(SECOND), await makes(LAST)], [false, false])
    })
})

/** What second threads tell in this process from now on. */
function watchRendered(context: TestContext): Rendered[] {
  const rendered: Rendered[] = []
  const watch = (worker: Worker) =>
    worker.on('message', (told) => {
      if ('paths' in told) rendered.push(told)
    })
  process.on('worker', watch)
  context.after(() => process.off('worker', watch))
  return rendered
}

/** A second thread that has told of the pages of all codes, or ended, over a renderer that answers a `url` by `answering`, else with a page. The first page was taken. */
async function runWith(t: TestContext, answering: string) {
  const folder = temporaryFolder(t)
  const file = join(folder, 'renderer.mjs')
  writeFileSync(
    file,
    `const answer = (text, status) => new Response(text, { status })
     const render = async ({ url }) => { ${answering}; return answer('<p>' + url, 200) }
     const manifest = { routes: [{ routeData: { component: 'page' } }] }
     export const openApp = () => ({ manifest, render })
     export const mirror = { extents: new Map([['shown.json', undefined]]) }`,
  )
  const site = join(folder, 'site')
  const plan = { site, incoming: join(folder, 'incoming'), published: join(folder, 'dist'), codes: CODES }
  for (const code of CODES) mkdirSync(join(site, 'api/v1/get_dataset', code), { recursive: true })
  const told: Rendered[] = []
  const tellings = new EventEmitter()
  const started = once(process, 'worker')
  const renderer = openSecondRenderer(
    { renderer: pathToFileURL(file).href, plan: { ...plan, now: new Date() } },
    async (rendered) => {
      told.push(rendered)
      tellings.emit('told')
    },
  )
  t.after(() => renderer.close())
  renderer.offer(
    CODES.map((code) => ({ path: pageOf(code), component: 'page' })),
    new Map([['known.json', undefined]]),
  )
  const isTold = once(tellings, 'told')
  assert.equal(await renderer.makes(FIRST), false)
  const [worker] = (await started) as [Worker]
  await Promise.race([isTold, new Promise((end) => worker.on('exit', end))])
  return { ...renderer, told, tellings, folder }
}
