import assert from 'node:assert/strict'
import { cpSync, existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, type TestContext, test } from 'node:test'
import { type Crawled, openCrawler } from '../crawling.ts'
import { assertPrintable, assertStored, CODES, CONTROL, fillOrigin, NEWCOMER, VICTIM } from './estate.ts'
import type { Fault } from './fault.ts'
import { type HostileOrigin, startHostile } from './origin.ts'

const FORMATS = ['json', 'xml'] as const
const fileOf = (code: string, format: string) => `get_dataset/${code}/index.${format}`

/** A service, and what a crawl without faults stored of it. */
interface Estate {
  readonly origin: HostileOrigin
  readonly state: string
  /** The bytes of the victim by format. */
  readonly good: Readonly<Record<string, Buffer>>
}

/** Defines one test for each fault. It is tried on a dataset with a good copy and, if the fault rejects new bodies too, on a new dataset. */
export function testFaults(family: string, faults: readonly Fault[]): void {
  describe(family, { concurrency: 16 }, () => {
    let estate: Estate
    const ends: (() => void)[] = []
    before(async () => {
      // `after` of a hook's context runs at the end of the hook.
      const context: Pick<TestContext, 'after'> = { after: (end) => ends.push(end as () => void) }
      estate = await crawlEstate(context as TestContext)
    })
    after(() => {
      for (const end of ends) end()
    })
    for (const [at, fault] of faults.entries()) {
      const { describe: does, outcome = 'stale' } = fault
      const verdict =
        outcome === 'believed'
          ? 'accepts the answer'
          : isForNew(fault)
            ? 'keeps the last good copy, and stores nothing of a new dataset,'
            : 'keeps the last good copy'
      test(`${verdict} when the origin ${does}`, (t) => testFault(t, estate, fault, `mirror-test/${at}.0`))
    }
  })
}

const isForNew = ({ outcome = 'stale', onNew }: Fault) => outcome === 'stale' && onNew !== false

async function crawlEstate(t: TestContext): Promise<Estate> {
  const origin = await startHostile(t)
  fillOrigin(origin)
  const crawler = openCrawler(t, [origin.base])
  const run = await crawler.run()
  assert.deepEqual(run.problems, [])
  assertStored(run, origin, VICTIM)
  const good = Object.fromEntries(FORMATS.map((format) => [format, run.bytes(fileOf(VICTIM, format))]))
  fillOrigin(origin, [...CODES, NEWCOMER])
  origin.resources.set(`get_dataset/${CONTROL}`, [{ code: CONTROL, row: 'changed between the passes' }])
  return { origin, state: crawler.state, good }
}

async function testFault(t: TestContext, { origin, state, good }: Estate, fault: Fault, userAgent: string) {
  const faulty = isForNew(fault) ? [VICTIM, NEWCOMER] : [VICTIM]
  for (const code of faulty)
    origin.misbehave(`get_dataset/${code}`, (exchange) => fault.apply(exchange), { userAgent })
  const crawler = openCrawler(t, [origin.base])
  cpSync(state, crawler.state, { recursive: true })
  // The accepted answers have less data than the copy; tests of losses cover that.
  const options: Fault['options'] = fault.outcome === 'believed' ? { refuse: ['errors', 'mismatches'] } : {}
  const run = await crawler.run({ ...options, ...fault.options, userAgent })

  assertRest(run, origin, faulty)
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
  for (const format of FORMATS) {
    assert.equal(run.states[fileOf(VICTIM, format)], 'stale')
    assert.ok(run.bytes(fileOf(VICTIM, format)).equals(good[format] as Buffer), 'the bytes stored before')
    assert.match(run.record(fileOf(VICTIM, format))?.since ?? '', /^\d{4}-/)
    for (const code of faulty) assertReported(run, fault, origin, { code, format })
    if (isForNew(fault)) assertNothing(run, fileOf(NEWCOMER, format))
  }
  assert.equal(run.manifest.complete, false)
  assert.deepEqual(readdirSync(crawler.state).sort(), ['current', 'derived', 'generations'])
}

function assertNothing(run: Crawled, file: string): void {
  assert.equal(run.states[file], 'missing')
  assert.ok(!existsSync(join(run.folder, 'api/v1', file)), 'no file without a good copy')
  assert.equal(run.record(file)?.sha256, undefined)
}

/** Asserts that everything else is stored with the bytes of the origin, and that no message can control a terminal. */
function assertRest(run: Crawled, origin: HostileOrigin, faulty: readonly string[]): void {
  for (const resource of origin.resources.keys()) {
    const name = resource.replace('get_dataset/', '')
    if (!faulty.includes(name)) assertStored(run, origin, name)
  }
  assertPrintable(run)
}

function assertReported(
  run: Crawled,
  { says, evidence }: Fault,
  { base }: HostileOrigin,
  { code, format }: { code: string; format: string },
): void {
  const address = `${base}api/v1/get_dataset/${code}/?type=${format}`
  const reported = run.manifest.problems.filter(({ subject }) => subject === address)
  assert.equal(reported.length, 1, run.problems.join('\n'))
  assert.equal(reported[0]?.severity, 'gap')
  const record = run.record(fileOf(code, format))
  if (says) assert.match(reported[0]?.message ?? '', says)
  if (says) assert.match(record?.reason ?? '', says)
  if (evidence) {
    assert.match(record?.evidence?.sha256 ?? 'no evidence', /^[\da-f]{64}$/)
    assert.ok((record?.evidence?.bytes ?? 0) > 0)
    assert.ok((record?.evidence?.head ?? '').length <= 256)
  }
}
