import './memory.ts'
import assert from 'node:assert/strict'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, type TestContext, test } from 'node:test'
import { type Crawled, openCrawler } from '../crawling.ts'
import { assertHeld, assertTellable, CONTROL, fillOrigin, VICTIM } from './estate.ts'
import type { Fault } from './fault.ts'
import { type HostileOrigin, startHostile } from './origin.ts'

const FORMATS = ['json', 'xml'] as const
const fileOf = (code: string, format: string) => `get_dataset/${code}/index.${format}`

/** Two tests for each fault: with a good copy, and without one. */
export function testFaults(family: string, faults: readonly Fault[]): void {
  describe(family, { concurrency: 16 }, () => {
    for (const fault of faults) {
      const { describe: does, outcome = 'stale', first } = fault
      const verdict = outcome === 'stale' ? 'keeps the last good copy' : 'believes what came'
      test(`${verdict} when the origin ${does}`, (t) => testSecondPass(t, fault))
      if (outcome === 'stale' && first !== false)
        test(`stores nothing, and says why, when the origin ${does} from the beginning`, (t) =>
          testFirstPass(t, fault))
    }
  })
}

async function testSecondPass(t: TestContext, fault: Fault): Promise<void> {
  const origin = await startHostile(t)
  fillOrigin(origin)
  const crawler = openCrawler(t, [origin.base])
  const good = await crawler.run()
  assert.deepEqual(good.problems, [])
  const before = FORMATS.map((format) => good.bytes(fileOf(VICTIM, format)))
  assertHeld(good, origin, VICTIM)

  origin.resources.set(`get_dataset/${CONTROL}`, [{ code: CONTROL, row: 'changed between the passes' }])
  origin.misbehave(`get_dataset/${VICTIM}`, (exchange) => fault.apply(exchange))
  // What is believed here has less in it than the copy that it replaces; that is another matter.
  const options: Fault['options'] = fault.outcome === 'believed' ? { refuse: ['errors', 'mismatches'] } : {}
  const run = await crawler.run({ ...options, ...fault.options })

  assertRest(run, origin)
  if (fault.outcome === 'believed') {
    for (const format of FORMATS)
      assert.match(run.states[fileOf(VICTIM, format)] ?? '', /fetched|unchanged|derived/)
    assert.deepEqual(
      run.problems.filter((problem) => problem.startsWith('gap')),
      [],
    )
    if (fault.says) assert.match(run.problems.join('\n'), fault.says)
    return
  }
  for (const [at, format] of FORMATS.entries()) {
    assert.equal(run.states[fileOf(VICTIM, format)], 'stale')
    assert.ok(run.bytes(fileOf(VICTIM, format)).equals(before[at] as Buffer), 'the bytes held before')
    assertTold(run, fault, origin, format)
    assert.match(run.record(fileOf(VICTIM, format))?.since ?? '', /^\d{4}-/)
  }
  assert.equal(run.manifest.complete, false)
}

async function testFirstPass(t: TestContext, fault: Fault): Promise<void> {
  const origin = await startHostile(t)
  fillOrigin(origin)
  origin.misbehave(`get_dataset/${VICTIM}`, (exchange) => fault.apply(exchange))
  const crawler = openCrawler(t, [origin.base])
  const run = await crawler.run(fault.options)
  assertRest(run, origin)
  for (const format of FORMATS) {
    assert.equal(run.states[fileOf(VICTIM, format)], 'missing')
    assert.ok(!existsSync(join(run.folder, 'api/v1', fileOf(VICTIM, format))), 'no file without a good copy')
    assert.equal(run.record(fileOf(VICTIM, format))?.sha256, undefined)
    assertTold(run, fault, origin, format)
  }
  assert.equal(run.manifest.complete, false)
  assert.deepEqual(readdirSync(crawler.state).sort(), ['current', 'generations'])
}

/** Everything else is as at the origin, and no message can control a terminal. */
function assertRest(run: Crawled, origin: HostileOrigin): void {
  for (const resource of origin.resources.keys())
    if (resource !== `get_dataset/${VICTIM}`) assertHeld(run, origin, resource.replace('get_dataset/', ''))
  assertTellable(run)
}

function assertTold(run: Crawled, { says, evidence }: Fault, { base }: HostileOrigin, format: string): void {
  const address = `${base}api/v1/get_dataset/${VICTIM}/?type=${format}`
  const told = run.manifest.problems.filter(({ subject }) => subject === address)
  assert.equal(told.length, 1, run.problems.join('\n'))
  assert.equal(told[0]?.severity, 'gap')
  const record = run.record(fileOf(VICTIM, format))
  if (says) assert.match(told[0]?.message ?? '', says)
  if (says) assert.match(record?.reason ?? '', says)
  if (evidence) {
    assert.match(record?.evidence?.sha256 ?? 'no evidence', /^[\da-f]{64}$/)
    assert.ok((record?.evidence?.bytes ?? 0) > 0)
    assert.ok((record?.evidence?.head ?? '').length <= 256)
  }
}
