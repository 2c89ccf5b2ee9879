import assert from 'node:assert/strict'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, type TestContext, test } from 'node:test'
import { type Crawled, openCrawler } from '../crawling.ts'
import { suiteContext } from '../suite.ts'
import { assertPrintable, assertStored, CODES, CONTROL, fillOrigin } from './estate.ts'
import type { Fault } from './fault.ts'
import { type HostileOrigin, startHostile } from './origin.ts'

const FORMATS = ['json', 'xml'] as const
const fileOf = (code: string, format: string) => `get_dataset/${code}/index.${format}`

/** Some faults, and a run in which each of them has datasets of its own. */
interface Tried {
  readonly origin: HostileOrigin
  readonly state: string
  readonly run: Crawled
  /** The run before, without faults. */
  readonly first: Crawled
}

/** A fault in a run: the dataset with a good copy, and the new ones, that answer with it. */
interface Trial {
  readonly fault: Fault
  readonly victim: string
  readonly newcomers: readonly string[]
}

/** As many as leave most of the answers of a run good. */
const MOST_TOGETHER = 10

/** Defines one test for each fault. It is tried on a dataset with a good copy and, if the fault rejects new bodies too, on a new dataset. */
export function testFaults(family: string, faults: readonly Fault[]): void {
  describe(family, { concurrency: 8 }, () => {
    const context = suiteContext()
    for (const group of groupFaults(faults)) {
      const trials = group.map(
        (fault, at): Trial => ({
          fault,
          victim: `victim${at}`,
          newcomers: isForNew(fault) ? [`newcomer${at}`] : [],
        }),
      )
      let tried: Promise<Tried> | undefined
      for (const trial of trials)
        test(titleOf(trial.fault), async () => {
          tried ??= tryFaults(context, trials)
          assertTried(await tried, trial)
        })
    }
  })
}

/** Faults that can be tried in one run. */
function groupFaults(faults: readonly Fault[]): Fault[][] {
  const isAlone = ({ alone, options }: Fault) => alone === true || options !== undefined
  const together = Object.values(
    Object.groupBy(
      faults.filter((fault) => !isAlone(fault)),
      ({ outcome = 'stale' }) => outcome,
    ),
  )
  const parts = together.flatMap((all) =>
    Array.from({ length: Math.ceil(all.length / MOST_TOGETHER) }, (_, at) =>
      all.slice(at * MOST_TOGETHER, (at + 1) * MOST_TOGETHER),
    ),
  )
  return [...parts, ...faults.filter(isAlone).map((fault) => [fault])]
}

const isForNew = ({ outcome = 'stale', onNew }: Fault) => outcome === 'stale' && onNew !== false

function titleOf(fault: Fault): string {
  const verdict =
    fault.outcome === 'believed'
      ? 'accepts the answer'
      : isForNew(fault)
        ? 'keeps the last good copy, and stores nothing of a new dataset,'
        : 'keeps the last good copy'
  return `${verdict} when the origin ${fault.describe}`
}

/** Crawls a service without faults, and again after each victim got a fault, a dataset changed and new ones were listed. */
async function tryFaults(context: TestContext, trials: readonly Trial[]): Promise<Tried> {
  const origin = await startHostile(context)
  const codes = [...CODES, ...trials.map(({ victim }) => victim)]
  fillOrigin(origin, codes)
  const crawler = openCrawler(context, [origin.base])
  const first = await crawler.run()
  assert.deepEqual(first.problems, [])
  for (const code of codes) assertStored(first, origin, code)
  fillOrigin(origin, [...codes, ...trials.flatMap(({ newcomers }) => newcomers)])
  origin.resources.set(`get_dataset/${CONTROL}`, [{ code: CONTROL, row: 'changed between the passes' }])
  for (const { fault, victim, newcomers } of trials)
    for (const code of [victim, ...newcomers])
      origin.misbehave(`get_dataset/${code}`, (exchange) => fault.apply(exchange))
  const [{ fault } = trials[0] as Trial] = trials
  // The accepted answers have less data than the copy; tests of losses cover that.
  const options: Fault['options'] = fault.outcome === 'believed' ? { refuse: ['errors', 'mismatches'] } : {}
  const run = await crawler.run({ ...options, ...fault.options })
  assertRest(
    run,
    origin,
    trials.flatMap(({ victim, newcomers }) => [victim, ...newcomers]),
  )
  return { origin, state: crawler.state, run, first }
}

function assertTried({ origin, state, run, first }: Tried, { fault, victim, newcomers }: Trial): void {
  if (fault.outcome === 'believed') {
    for (const format of FORMATS)
      assert.match(run.states[fileOf(victim, format)] ?? '', /fetched|unchanged|derived/)
    assert.deepEqual(
      run.problems.filter((problem) => problem.startsWith('gap')),
      [],
    )
    if (fault.says) assert.match(run.problems.join('\n'), fault.says)
    return
  }
  for (const format of FORMATS) {
    const file = fileOf(victim, format)
    assert.equal(run.states[file], 'stale')
    assert.ok(run.bytes(file).equals(first.bytes(file)), 'the bytes stored before')
    assert.match(run.record(file)?.since ?? '', /^\d{4}-/)
    for (const code of [victim, ...newcomers]) assertReported(run, fault, origin, { code, format })
    for (const code of newcomers) assertNothing(run, fileOf(code, format))
  }
  assert.equal(run.manifest.complete, false)
  assert.deepEqual(readdirSync(state).sort(), ['current', 'derived', 'generations'])
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
