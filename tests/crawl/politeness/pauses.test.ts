import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Reply, startScripted } from '../../support/scripted-origin.ts'
import { codesTo, messageOf, openTestClient } from '../../support/test-client.ts'

/** An origin that gives the first requests the one reply, later ones data. */
async function startBusy(t: Parameters<typeof startScripted>[0], first: readonly Reply[]) {
  const origin = await startScripted(t)
  origin.otherwise(() => first[origin.requests.length - 1] ?? '[]')
  return origin
}
const many = (count: number, reply: Reply) => Array.from({ length: count }, () => reply)

for (const status of [429, 503])
  test(`a burst of ${status} without Retry-After is one step of backoff, whatever its size`, async (t) => {
    const origin = await startBusy(t, many(4, { status }))
    const client = openTestClient(t, [origin.base], { retries: 1 })
    assert.deepEqual(await client.askAll(codesTo(4)), Array(4).fill('[]'))
    assert.equal(origin.requests.length, 8)
    assert.ok(client.passed() >= 250 && client.passed() <= 500, `${client.passed()} ms`)
  })

test('a third of all addresses that answer 503 once are repeated once each, and the others do not wait', async (t) => {
  const origin = await startScripted(t)
  origin.otherwise(({ path }, count) => (/\/d\d*[258]\//.test(path) && count === 1 ? { status: 503 } : '[]'))
  const client = openTestClient(t, [origin.base], { retries: 1, connections: 4 })
  const codes = codesTo(300)
  assert.ok((await client.askAll(codes)).every((one) => one === '[]'))
  const failing = codes.filter((code) => /[258]$/.test(code)).length
  assert.equal(origin.requests.length, 300 + failing)
  assert.equal(client.pauses.length, failing)
})

test('a host that answers 503 to most requests is slowed down', async (t) => {
  const origin = await startScripted(t)
  origin.otherwise(({ path }, count) => (count < 3 && !path.includes('/first/') ? { status: 503 } : '[]'))
  const client = openTestClient(t, [origin.base], { retries: 2, connections: 4 })
  assert.equal(await client.ask('first'), '[]')
  assert.ok((await client.askAll(codesTo(40))).every((one) => one === '[]'))
  assert.equal(origin.requests.length, 121)
  const longest = Math.max(...client.pauses)
  assert.ok(longest > 1000, `${longest} ms, no more than a single request waits`)
})

test('all other requests to the host wait too', async (t) => {
  const origin = await startBusy(t, [{ status: 429, headers: { 'retry-after': '20' } }])
  const client = openTestClient(t, [origin.base], { retries: 1, connections: 1 })
  assert.deepEqual(await client.askAll(codesTo(3)), Array(3).fill('[]'))
  assert.deepEqual(client.pauses, [20_000])
})

test('a date in Retry-After is compared with the clock of the origin, not with ours', async (t) => {
  const headers = {
    date: 'Fri, 02 Jan 2026 00:00:00 GMT',
    'retry-after': 'Fri, 02 Jan 2026 00:00:08 GMT',
  }
  const origin = await startBusy(t, [{ status: 503, headers }])
  const client = openTestClient(t, [origin.base], { retries: 1 })
  assert.equal(await client.ask('a'), '[]')
  assert.deepEqual(client.pauses, [8000])
})

for (const absurd of ['-5', 'soon', '1e3', '0', '', 'Fri, 02 Jan 1970 00:00:00 GMT'])
  test(`a Retry-After of "${absurd}" is one step of backoff`, async (t) => {
    const origin = await startBusy(t, [{ status: 429, headers: { 'retry-after': absurd } }])
    const client = openTestClient(t, [origin.base], { retries: 1 })
    assert.equal(await client.ask('a'), '[]')
    assert.ok(client.passed() >= 250 && client.passed() <= 500, `${client.passed()} ms`)
  })

for (const patience of ['86400', '99999999999999999999999', 'Thu, 31 Dec 2099 23:59:59 GMT'])
  test(`a Retry-After of "${patience}" fails that document, and the others wait only one step`, async (t) => {
    const origin = await startBusy(t, [{ status: 503, headers: { 'retry-after': patience } }])
    const client = openTestClient(t, [origin.base], { retries: 3, connections: 1 })
    const [first, second] = await client.askAll(['a', 'b'])
    assert.equal(messageOf(first), 'answered 503')
    assert.equal(second, '[]')
    assert.ok(client.passed() <= 500, `${client.passed()} ms`)
  })

test('a host that asks for an hour gets no requests for an hour, and then does again', async (t) => {
  const origin = await startBusy(t, many(3, { status: 429, headers: { 'retry-after': '3600' } }))
  let now = 0
  const pause = async (ms: number) => {
    now += ms
  }
  const client = openTestClient(t, [origin.base], { retries: 3, connections: 1, clock: () => now, pause })
  const answers = await client.askAll(codesTo(50))
  assert.equal(origin.requests.length, 3)
  assert.equal(messageOf(answers[2]), 'answered 429')
  assert.match(messageOf(answers[49]), /^was not requested: 127\.0\.0\.1:\d+ answered 429 .*\b3600 s/)
  assert.ok(now < 10_000, `${now} ms`)
  now += 3_600_000
  assert.equal(await client.ask('later'), '[]')
})

test('a dataset that asks for an hour in both formats does not close its host', async (t) => {
  const origin = await startScripted(t)
  origin.otherwise(({ path }) =>
    /\/d[12]\//.test(path) ? { status: 503, headers: { 'retry-after': '3600' } } : '[]',
  )
  const client = openTestClient(t, [origin.base], { retries: 3, connections: 1 })
  const answers = await client.askAll(codesTo(20))
  assert.equal(answers.filter((one) => one === '[]').length, 18)
})

test('a host that answers only 503 is closed after pauses of about a minute', async (t) => {
  const origin = await startScripted(t)
  origin.otherwise({ status: 503 })
  const client = openTestClient(t, [origin.base], { retries: 4 })
  const answers = await client.askAll(codesTo(200))
  assert.ok(origin.requests.length <= 20, `${origin.requests.length} requests`)
  assert.ok(client.passed() <= 60_000, `${client.passed()} ms`)
  const requested = answers.filter((one) => /^answered 503/.test(messageOf(one)))
  const spared = answers.filter((one) => /was not requested: \S+ answered 503/.test(messageOf(one)))
  assert.equal(requested.length + spared.length, 200)
  assert.match(messageOf(requested[0]), /was not requested again/)
})

test('a host that answered before is given more time, and broken documents do not close it', async (t) => {
  const origin = await startScripted(t)
  origin.otherwise(({ path }) => (/d(1\d)\//.test(path) ? { status: 503 } : '[]'))
  const client = openTestClient(t, [origin.base], { retries: 2, connections: 4 })
  const answers = await client.askAll(codesTo(40))
  assert.equal(answers.filter((one) => one === '[]').length, 30)
})

test('an origin that is down does not get every request', async (t) => {
  const gone = await startScripted(t)
  gone.close()
  const client = openTestClient(t, [gone.base], { retries: 4 })
  const answers = await client.askAll(codesTo(500))
  assert.ok(client.tested.requests <= 20, `${client.tested.requests} requests`)
  const why = /could not be reached \(ECONNREFUSED\): 127\.0\.0\.1:\d+ .*check the address/
  for (const one of answers) assert.match(messageOf(one), why)
  assert.match(messageOf(answers[499]), /^was not requested/)
  assert.deepEqual(client.pauses, [])
})

test('an origin that accepts connections and never responds is given up after a few deadlines', async (t) => {
  const origin = await startScripted(t)
  origin.otherwise({ after: new Promise(() => {}) })
  const client = openTestClient(t, [origin.base], { deadlines: { connect: 5, idle: 0.2, total: 5 } })
  await client.askAll(codesTo(100))
  assert.ok(origin.requests.length <= 8, `${origin.requests.length} requests`)
})
