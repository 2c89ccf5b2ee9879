import assert from 'node:assert/strict'
import { cpSync, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { findCurrent, findStatus, layout, type ManifestRecord } from '../../src/lib/snapshot/index.ts'
import { serviceRoutes } from '../support/crawling.ts'
import { runHere, runMirror } from '../support/mirror.ts'
import { type ScriptedOrigin, startScripted } from '../support/scripted-origin.ts'
import { temporaryFolder } from '../support/temporary.ts'

const datasets = Object.fromEntries(Array.from({ length: 40 }, (_, n) => [`d${n}`, `text ${n}`]))

/** A service, and the command line of its mirror. */
async function start(t: TestContext) {
  const folder = temporaryFolder(t)
  const origin = await startScripted(t, serviceRoutes(datasets))
  const config = join(folder, 'mirror.config.ts')
  writeFileSync(config, `export default ${JSON.stringify({ origin: origin.base, retries: 0 })}\n`)
  const [state, plan] = [join(folder, 'state'), join(folder, 'plan.json')]
  const line = (...args: string[]) => [...args, '--config', config, '--state', state]
  return { folder, origin, config, state, plan, line }
}

/** The records of a snapshot without their times. */
function recordsIn(state: string): ManifestRecord[] {
  const { manifest } = findCurrent(state) ?? assert.fail(`no snapshot in ${state}`)
  return manifest.records.map(({ fetchedAt: _, changedAt: __, ...record }) => record)
}

async function writePlan(line: (...args: string[]) => string[], file: string): Promise<void> {
  const planned = await runHere(line('plan', '--json'))
  assert.equal(planned.code, 0, planned.stderr)
  writeFileSync(file, planned.stdout)
}

/** Resolves when a dataset is requested, which is answered only when the promise `until` resolves. */
function holdBack(origin: ScriptedOrigin, code: string, until: Promise<void>): Promise<void> {
  const path = `api/v1/get_dataset/${code}/?type=json`
  const answer = serviceRoutes(datasets)[path] as object
  return new Promise((resolve) => {
    origin.set({
      [path]: () => {
        resolve()
        return { ...answer, after: until }
      },
    })
  })
}

test('four processes crawl a service, one of which is killed and run again, with the result of a single one', async (t) => {
  const { folder, origin, config, state, plan, line } = await start(t)
  await writePlan(line, plan)
  const released = Promise.withResolvers<void>()
  // The last dataset of the second shard.
  const requested = holdBack(origin, 'd37', released.promise)
  const run = (index: number, onStart?: Parameters<typeof runMirror>[1]) =>
    runMirror(line('crawl', '--plan', plan, '--shard', `${index}/4`), onStart)
  const kill = (end: (signal: NodeJS.Signals) => void) => void requested.then(() => end('SIGKILL'))
  const ended = await Promise.all([run(1), run(2, { onStart: kill }), run(3), run(4)])
  released.resolve()
  assert.deepEqual(
    ended.map(({ code }) => code),
    [0, null, 0, 0],
    ended.map(({ stderr }) => stderr).join(''),
  )

  const early = await runHere(line('merge', '--plan', plan, '--json'))
  assert.equal(early.code, 2)
  assert.equal(JSON.parse(early.stdout).code, 'unusable-shards')
  assert.match(early.stderr, /2-of-4 has not finished/)
  assert.equal(findCurrent(state), undefined)

  assert.equal((await run(2)).code, 0)
  const merged = await runHere(line('merge', '--plan', plan))
  assert.equal(merged.code, 0, merged.stderr)
  assert.ok(!existsSync(layout.shards(state)))
  const whole = join(folder, 'whole')
  assert.equal((await runHere(['crawl', '--config', config, '--state', whole])).code, 0)
  assert.deepEqual(recordsIn(state), recordsIn(whole))
})

test('a shard ends with 0 when requests fail, and the merge with 4, also one that completes what a killed one published', async (t) => {
  const { folder, origin, state, plan, line } = await start(t)
  origin.set({ 'api/v1/get_dataset/d3/?type=json': { status: 410 } })
  await writePlan(line, plan)
  const shard = await runHere(line('crawl', '--plan', plan, '--shard', '1/1', '--json'))
  assert.equal(shard.code, 0, shard.stderr)
  const {
    folder: _,
    milliseconds: __,
    plan: ___,
    requests: ____,
    received: _____,
    problems,
    ...summary
  } = JSON.parse(shard.stdout)
  assert.deepEqual(summary, { shard: '1/1', representations: 79, failed: 1 })
  assert.deepEqual(problems, [
    {
      severity: 'warning',
      code: 'gone',
      subject: `${origin.base}api/v1/get_dataset/d3/?type=json`,
      message: 'It answered 410; merge decides which copy is published.',
      facts: { status: 410 },
    },
  ])
  const finished = join(folder, 'finished')
  cpSync(layout.shards(state), finished, { recursive: true })
  const merged = await runHere(line('merge', '--plan', plan))
  assert.equal(merged.code, 4)
  assert.match(merged.stderr, /d3\/\?type=json — It answered 410/)

  const manifest = findCurrent(state)?.manifest
  const kills: Readonly<Record<string, () => void>> = {
    'before current is replaced': () => renameSync(layout.current(state), layout.next(state)),
    'before the status is written': () => rmSync(layout.status(state)),
    'while the shards are removed': () => rmSync(join(layout.shards(state), '1-of-1'), { recursive: true }),
  }
  const other = join(folder, 'other.config.ts')
  writeFileSync(other, `export default ${JSON.stringify({ origin: origin.base, formats: ['json'] })}\n`)
  for (const [when, undo] of Object.entries(kills)) {
    cpSync(finished, layout.shards(state), { recursive: true })
    undo()
    const elsewhere = await runHere(['merge', '--plan', plan, '--config', other, '--state', state])
    assert.equal(elsewhere.code, 2, `${when}, with another config: ${elsewhere.stderr}`)
    assert.match(elsewhere.stderr, /The plan was made with another config: formats was/)
    const again = await runHere(line('merge', '--plan', plan))
    assert.equal(again.code, 4, `${when}: ${again.stderr}`)
    assert.match(again.stderr, /d3\/\?type=json — It answered 410/)
    assert.deepEqual(findCurrent(state)?.manifest, manifest)
    assert.equal(findStatus(state)?.generation, manifest?.generation)
    assert.ok(!existsSync(layout.shards(state)))
  }
  assert.equal((await runHere(line('merge', '--plan', plan))).code, 2, 'there is nothing left to merge')
})

test('refuses command lines that fetch or merge nothing in particular', async (t) => {
  const { folder, plan, line } = await start(t)
  writeFileSync(plan, '{}')
  const lines: readonly (readonly [readonly string[], RegExp])[] = [
    [line('crawl', '--shard', '1/2'), /--shard and --plan go together/],
    [line('crawl', '--plan', plan), /--shard and --plan go together/],
    [line('crawl', '--plan', plan, '--shard', '3/2'), /--shard: expected .* saw "3\/2"/],
    [line('crawl', '--plan', plan, '--shard', '0/2'), /--shard: expected/],
    [
      line('crawl', '--plan', plan, '--shard', '1/2', '--accept-removals', '0123456789ab'),
      /with plan and merge/,
    ],
    [line('crawl', '--plan', plan, '--shard', '1/2'), /is not the output of "plan --json"/],
    [line('crawl', '--plan', join(folder, 'none.json'), '--shard', '1/2'), /is not a file/],
    [['crawl', '--plan', plan, '--shard', '1/2', '--state', join(folder, 'new')], /bundled sample/],
    [line('merge'), /expected --plan/],
    [line('merge', '--plan', plan), /is not the output of "plan --json"/],
  ]
  for (const [args, says] of lines) {
    const { code, stderr } = await runHere(args)
    assert.equal(code, 2, stderr)
    assert.match(stderr, says)
  }
})

test('shards and merge on machines of their own start from the published mirror', async (t) => {
  const { folder, origin, config, state, line } = await start(t)
  assert.equal((await runHere(line('crawl'))).code, 0)
  // A mirror is published with these files and more.
  const published = findCurrent(state)?.folder ?? ''
  const machine = (name: string, ...args: string[]) =>
    runHere([...args, '--config', config, '--state', join(folder, name), '--restore', published])
  const planned = await machine('planner', 'plan', '--json')
  assert.equal(planned.code, 0, planned.stderr)
  const plan = join(folder, 'planned.json')
  writeFileSync(plan, planned.stdout)
  origin.set(serviceRoutes({ ...datasets, d7: 'other text' }))
  for (const shard of ['1/2', '2/2']) {
    const ended = await machine('fetcher', 'crawl', '--plan', plan, '--shard', shard)
    assert.equal(ended.code, 0, ended.stderr)
  }
  const merged = await machine('fetcher', 'merge', '--plan', plan, '--json')
  assert.equal(merged.code, 0, merged.stderr)
  assert.deepEqual(JSON.parse(merged.stdout).counts, {
    ...findCurrent(state)?.manifest.counts,
    fetched: 2,
    unchanged: 86,
  })
})

test('a shard can be crawled while another one has only created its folder', async (t) => {
  const { plan, state, line } = await start(t)
  await writePlan(line, plan)
  mkdirSync(layout.shard(state, { index: 1, of: 2 }), { recursive: true })
  const { code, stderr } = await runHere(line('crawl', '--plan', plan, '--shard', '2/2'))
  assert.equal(code, 0, stderr)
})
