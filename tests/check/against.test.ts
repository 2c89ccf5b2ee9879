import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, type TestContext, test } from 'node:test'
import { type RunningServer, serveSite } from '../../src/lib/site/index.ts'
import { answer, both, serviceRoutes } from '../support/crawling.ts'
import { mirrorInto, settingsIn } from '../support/mirror.ts'
import { startScripted } from '../support/scripted-origin.ts'
import { temporaryFolder } from '../support/temporary.ts'
import { check, runCheck } from './support/checking.ts'

const DATASETS = { same: 'as it was', edited: 'first', closed: 'shut', shaky: 'trembling' }

const folder = temporaryFolder({ after })
let host: RunningServer
before(async () => {
  const origin = await startScripted({ after } as never, serviceRoutes(DATASETS))
  await mirrorInto(settingsIn(folder, { origin: origin.base }))
  host = await serveSite({ folder: join(folder, 'dist'), host: '127.0.0.1', port: 0, base: '/' })
})
after(() => host?.close())

/** An origin that is as it was when it was mirrored. */
const unchanged = (t: TestContext) => startScripted(t, serviceRoutes(DATASETS))

test('a mirror equals an origin that did not change', async (t) => {
  const origin = await unchanged(t)
  const { code, report, find } = await check(host.url, '--against', origin.base)
  assert.equal(code, 0)
  assert.equal(find('history').outcome, 'skipped', 'it needs --since')
  assert.deepEqual(report.against, {
    origin: origin.base,
    ...{ same: 16, changed: 0, gone: 0, failed: 0, skipped: 0 },
    examples: [],
  })
  assert.ok(origin.busiest <= 8)
  for (const { headers } of origin.requests) {
    assert.match(headers['user-agent'] ?? '', /^open-data-mirror\//)
    assert.equal(headers['if-none-match'], undefined)
  }
  assert.ok(origin.requests.some(({ path }) => path === 'robots.txt'))
})

test('what changed, is gone or fails at the origin is reported and is no failure', async (t) => {
  const origin = await unchanged(t)
  origin.set({
    ...both('get_dataset/edited', [{ row: 'second' }]),
    'api/v1/get_dataset/closed/?type=json': { status: 404 },
    'api/v1/get_dataset/closed/?type=xml': { status: 410 },
    'api/v1/get_dataset/shaky/?type=xml': { status: 401 },
    'api/v1/list/?type=xml': answer('<other/>', 'application/xml'),
  })
  const { code, report } = await check(host.url, '--against', origin.base)
  assert.equal(code, 0)
  const { same, changed, gone, failed, examples = [] } = report.against ?? {}
  assert.deepEqual([same, changed, gone, failed], [10, 3, 2, 1])
  const reported = examples.map(({ difference, address, message }) =>
    [difference, address.slice(origin.base.length), message].join(' ').trim(),
  )
  assert.deepEqual(reported, [
    'changed api/v1/list/?type=xml',
    'changed api/v1/get_dataset/edited/?type=json',
    'changed api/v1/get_dataset/edited/?type=xml',
    'gone api/v1/get_dataset/closed/?type=json answered 404',
    'gone api/v1/get_dataset/closed/?type=xml answered 410',
    'failed api/v1/get_dataset/shaky/?type=xml answered 401',
  ])
  for (const { fetchedAt } of examples) assert.match(fetchedAt ?? '', /^\d{4}-\d\d-\d\dT/)
  const { stdout } = await runCheck(host.url, '--against', origin.base)
  assert.match(stdout, /\nCompared with http:\S+\n {2}10 the same, 3 changed, 2 gone, 1 failed\n/)
  assert.match(stdout, /\n {2}changed since \d{4}\S+Z {2}http:\S+\/api\/v1\/list\/\?type=xml\n/)
  assert.match(stdout, /\n {2}gone since \S+ {2}http:\S+ — it answered 404\n/)
  assert.match(stdout, /All checks passed\.\n$/)
})

test('an origin that does not answer is reported for every address and is no failure', async (t) => {
  const origin = await unchanged(t)
  origin.close()
  const { code, report } = await check(host.url, '--sample', '0', '--against', origin.base)
  assert.equal(code, 0)
  assert.deepEqual([report.against?.same, report.against?.failed], [0, 8])
  assert.match(report.against?.examples[0]?.message ?? '', /ECONNREFUSED/)
})

test('only the sample is requested from the origin', async (t) => {
  const origin = await unchanged(t)
  await check(host.url, '--sample', '1', '--seed', 'x', '--against', origin.base)
  const requested = new Set(origin.requests.map(({ path }) => path.split('?')[0]))
  assert.equal([...requested].filter((path) => path?.includes('get_dataset')).length, 1)
})
