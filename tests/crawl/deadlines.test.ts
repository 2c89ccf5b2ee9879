import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Agent } from 'undici'
import { OriginUnreachable } from '../../src/lib/crawl/index.ts'
import { exchange } from '../../src/lib/http/exchange.ts'
import { parseBaseAddress } from '../../src/lib/interface/index.ts'
import { answer, openCrawler, serviceRoutes } from '../support/crawling.ts'
import { startScripted } from '../support/scripted-origin.ts'

const JSON_A = 'api/v1/get_dataset/a/?type=json'
const never = new Promise<never>(() => {})

test('gives up on an address that sends no response head, and continues with the others', async (t) => {
  const origin = await startScripted(t, serviceRoutes({ a: 'x', b: 'y' }))
  origin.set({ [JSON_A]: { after: never } })
  const run = await openCrawler(t, origin).run({ deadlines: { connect: 5, idle: 0.2, total: 60 } })
  assert.equal(run.states['get_dataset/b/index.json'], 'fetched')
  assert.match(run.problems.join(), /did not answer in time \(Headers Timeout/)
})

test('gives up on a body that stops arriving', async (t) => {
  const origin = await startScripted(t, serviceRoutes({ a: 'x' }))
  origin.set({ [JSON_A]: { ...answer('[', 'application/json'), ending: 'hang' } })
  const run = await openCrawler(t, origin).run({ deadlines: { connect: 5, idle: 0.2, total: 60 } })
  assert.match(run.problems.join(), /did not answer in time \(Body Timeout/)
})

test('gives up on a slow body after the total deadline', async (t) => {
  const trickle = async function* () {
    yield Buffer.from('["')
    for (;;) {
      await new Promise(setImmediate)
      yield Buffer.from('x')
    }
  }
  const origin = await startScripted(t, serviceRoutes({ a: 'x' }))
  origin.set({ [JSON_A]: () => ({ body: trickle() }) })
  const run = await openCrawler(t, origin).run({ deadlines: { connect: 5, idle: 20, total: 0.5 } })
  assert.match(run.problems.join(), /took longer than 0\.5 s/)
})

test('gives up on a host that does not accept the connection', async (t) => {
  const base = parseBaseAddress('http://data.test')
  // A lookup that never answers is a connection that is never there.
  const run = openCrawler(t, [base]).run({
    deadlines: { connect: 0.2, idle: 20, total: 60 },
    connect: { lookup: () => {} },
  })
  await assert.rejects(run, (error: Error) => {
    assert.ok(error instanceof OriginUnreachable)
    assert.match(error.message, /did not answer in time \(Connect Timeout/)
    return true
  })
})

test('a full disk is not reported as a fault of the origin', async (t) => {
  const origin = await startScripted(t, { x: answer('[]', 'application/json') })
  const agent = new Agent()
  t.after(() => agent.destroy())
  const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
  const answered = exchange(agent, {
    url: new URL(`${origin.base}x`),
    headers: {},
    total: 5000,
    signal: new AbortController().signal,
    open: () => ({
      write() {
        throw full
      },
    }),
  })
  await assert.rejects(answered, full)
})
