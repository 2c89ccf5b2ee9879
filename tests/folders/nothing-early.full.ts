import assert from 'node:assert/strict'
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import { crawl, planCrawl } from '../../src/lib/crawl/index.ts'
import { findCurrent, findStatus, layout } from '../../src/lib/snapshot/index.ts'
import { mountMemory, remount } from '../snapshot/mounts.ts'
import { openCrawler, serviceRoutes } from '../support/crawling.ts'
import { everything } from '../support/everything.ts'
import { mirrorInto, runHere, settingsIn } from '../support/mirror.ts'
import { startScripted } from '../support/scripted-origin.ts'
import { temporaryFolder } from '../support/temporary.ts'

const NOWHERE = 'http://127.0.0.1:9/'

/** A state folder that seems to contain the bundled sample, in a separate folder. */
async function mirrorSample(t: TestContext, state = join(temporaryFolder(t), 'state')): Promise<string> {
  const sample = await startScripted(t, serviceRoutes({ cars: 'a sample', gone: 'a sample' }))
  const crawler = openCrawler(t, sample)
  await crawl({ ...crawler.options, state, sample: true })
  return state
}

const startReal = (t: TestContext) => startScripted(t, serviceRoutes({ a: 'one', b: 'two' }))

const quick = (state: string, ...args: readonly string[]) => [
  ...args,
  '--config',
  new URL('./quick.config.ts', import.meta.url).pathname,
  '--state',
  state,
]

function plan(state: string, origin: string) {
  return runHere(quick(state, 'plan', '--origin', origin))
}

describe('a plan writes nothing to the state folder', () => {
  it('if it contains the bundled sample and a real service is configured, reachable or not', async (t) => {
    const state = await mirrorSample(t)
    const before = everything(state)
    assert.equal((await plan(state, NOWHERE)).code, 3)
    assert.deepEqual(everything(state), before)
    const { code, stdout, stderr } = await plan(state, (await startReal(t)).base)
    assert.equal(code, 0, stderr)
    assert.match(stdout, /datasets +2\n.*new +2: "a", "b"/)
    assert.deepEqual(everything(state), before)
  })

  it('if it contains the service, or an interrupted run of it', async (t) => {
    const origin = await startReal(t)
    const { state, run } = openCrawler(t, origin)
    await run()
    mkdirSync(layout.draft(state))
    const before = everything(state)
    assert.equal((await plan(state, origin.base)).code, 0)
    assert.deepEqual(everything(state), before)
  })

  it('if there is none', async (t) => {
    const state = join(temporaryFolder(t), 'deep/state')
    assert.equal((await plan(state, (await startReal(t)).base)).code, 0)
    assert.ok(!existsSync(join(state, '..')))
  })

  it('if it is read-only', async (t) => {
    const mounted = mountMemory(t, '4m')
    if ('refusal' in mounted) return t.skip(mounted.refusal)
    const origin = await startReal(t)
    const { options } = openCrawler(t, origin)
    const state = join(mounted.disk, 'state')
    await crawl({ ...options, state })
    remount(mounted.disk, 'ro')
    const { code, stderr } = await plan(state, origin.base)
    assert.equal(code, 0, stderr)
  })
})

describe('the snapshot of the bundled sample stays until that of a real service is complete', () => {
  const contents = (state: string) => {
    const current = findCurrent(state)
    return [current?.manifest.sample, current?.manifest.codes.order]
  }
  const SAMPLE = [true, ['cars', 'gone']]
  const REAL = [undefined, ['a', 'b']]

  async function refuse(t: TestContext, state: string, ...args: readonly string[]) {
    const out = join(temporaryFolder(t), 'dist')
    const { code, stderr } = await runHere(quick(state, ...args, '--out', out))
    assert.equal(code, 3, stderr)
    // It is no mirror of the service that was asked for.
    assert.ok(!existsSync(out))
    assert.deepEqual(contents(state), SAMPLE)
  }

  it('if the service is unreachable', async (t) => {
    const state = await mirrorSample(t)
    await refuse(t, state, '--origin', NOWHERE)
    assert.equal(findStatus(state)?.outcome, 'unreachable')
    assert.equal(findStatus(state)?.completeAt, undefined)
  })

  it('if the service cannot be restored', async (t) => {
    const state = await mirrorSample(t)
    const broken = await startScripted(t, { 'manifest.json': { status: 500 } })
    await refuse(t, state, '--origin', (await startReal(t)).base, '--restore', broken.base)
  })

  it('and none of it is in the other one, neither as withdrawn nor as an earlier run', async (t) => {
    const state = await mirrorSample(t)
    const { code, stderr } = await runHere(
      quick(state, 'crawl', '--quiet', '--origin', (await startReal(t)).base),
    )
    assert.equal(code, 0, stderr)
    assert.deepEqual(contents(state), REAL)
    const current = findCurrent(state)
    assert.equal(current?.manifest.counts.withdrawn, 0)
    assert.doesNotMatch(readFileSync(layout.changes(current?.folder ?? ''), 'utf8'), /cars/)
  })

  it('also if that is restored, although the sample is newer', async (t) => {
    const origin = await startReal(t)
    const published = settingsIn(temporaryFolder(t), { origin: origin.base })
    await mirrorInto(published)
    const state = await mirrorSample(t)
    const { code, stderr } = await runHere(
      quick(state, 'crawl', '--origin', origin.base, '--restore', published.out),
    )
    assert.equal(code, 0, stderr)
    assert.match(stderr, /Restored \d+ files/)
    assert.deepEqual(contents(state), REAL)
  })
})

describe('a client that cannot be opened leaves nothing behind', () => {
  const impossible = { signal: 'none' as unknown as AbortSignal }

  it('in a plan', async (t) => {
    const { options } = openCrawler(t, await startReal(t))
    const scratch = temporaryFolder(t)
    const before = process.env.TMPDIR
    process.env.TMPDIR = scratch
    t.after(() => {
      if (before === undefined) delete process.env.TMPDIR
      else process.env.TMPDIR = before
    })
    await assert.rejects(planCrawl({ ...options, ...impossible }))
    assert.deepEqual(readdirSync(scratch), [])
  })

  it('in a crawl', async (t) => {
    const { options, state } = openCrawler(t, await startReal(t))
    await assert.rejects(crawl({ ...options, ...impossible }))
    assert.ok(!existsSync(state))
  })
})
