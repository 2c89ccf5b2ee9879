import assert from 'node:assert/strict'
import type { LookupFunction } from 'node:net'
import { test } from 'node:test'
import { findLastResorts } from '../../src/lib/crawl/client.ts'
import type { FetchFailure } from '../../src/lib/http/index.ts'
import { parseBaseAddress } from '../../src/lib/interface/index.ts'
import { startScripted } from '../support/scripted-origin.ts'
import { codesTo, messageOf, openTestClient, pathOf } from '../support/timed-client.ts'
import { startUntrusted } from '../support/tls-origin.ts'

/** A lookup that knows these names alone, as this machine; and how often it was asked for each other one. */
function namesOnly(...known: string[]): { lookup: LookupFunction; missed: string[] } {
  const missed: string[] = []
  const lookup: LookupFunction = (host, options, done) => {
    if (known.includes(host))
      return options.all ? done(null, [{ address: '127.0.0.1', family: 4 }]) : done(null, '127.0.0.1', 4)
    missed.push(host)
    done(Object.assign(new Error(`no ${host}`), { code: 'ENOTFOUND' }), [])
  }
  return { lookup, missed }
}

test('a base without a connection is skipped at once, and soon tried after the others', async (t) => {
  const origin = await startScripted(t)
  origin.otherwise('[]')
  const { lookup, missed } = namesOnly('www.data.test')
  const bases = ['data.test', 'www.data.test'].map((host) =>
    parseBaseAddress(`http://${host}:${origin.port}`),
  )
  const client = openTestClient(t, bases, { connect: { lookup }, connections: 1, retries: 4 })
  const answers = []
  for (const code of codesTo(90)) answers.push(await client.ask(code))
  assert.ok(answers.every((one) => one === '[]'))
  assert.equal(missed.length, 2)
  assert.ok(client.passed() <= 500, `${client.passed()} ms`)
  assert.equal(origin.requests.length, 90)
})

test('a base that was moved to the end is retried from time to time, and moves back when it answers', async (t) => {
  const origin = await startScripted(t)
  origin.otherwise('[]')
  const down = namesOnly('www.data.test')
  const up = namesOnly('data.test', 'www.data.test')
  let now = down.lookup
  const bases = ['data.test', 'www.data.test'].map((host) =>
    parseBaseAddress(`http://${host}:${origin.port}`),
  )
  const client = openTestClient(t, bases, { connect: { lookup: (...all) => now(...all) }, connections: 1 })
  for (const code of codesTo(50)) await client.ask(code)
  now = up.lookup
  for (const code of codesTo(60)) await client.ask(code)
  assert.equal(origin.requests.at(-1)?.host, `data.test:${origin.port}`)
})

test('after a 5xx the next configured base is tried, and the body is stored once', async (t) => {
  const broken = await startScripted(t)
  broken.otherwise({ status: 502 })
  const good = await startScripted(t)
  good.otherwise('[]')
  const client = openTestClient(t, [broken.base, good.base], { connections: 1 })
  for (const code of codesTo(90)) assert.equal(await client.ask(code), '[]')
  assert.equal(broken.requests.length, 5)
  assert.equal(good.requests.length, 90)
})

test('a 404 from the first base is an answer: the second is not asked', async (t) => {
  const first = await startScripted(t)
  const second = await startScripted(t)
  const client = openTestClient(t, [first.base, second.base], { retries: 2 })
  assert.equal(messageOf(await client.ask('a')), 'answered 404')
  assert.equal(second.requests.length, 0)
})

for (const [named, other] of [
  ['data.test', 'www.data.test'],
  ['www.data.test', 'data.test'],
] as const) {
  test(`tries ${other} if ${named} does not exist, although it is not configured`, async (t) => {
    const origin = await startScripted(t)
    origin.otherwise('[]')
    const { lookup, missed } = namesOnly(other)
    const client = openTestClient(t, [parseBaseAddress(`http://${named}:${origin.port}`)], {
      connect: { lookup },
    })
    for (const code of codesTo(20)) assert.equal(await client.ask(code), '[]')
    assert.deepEqual(missed, [named, named])
    assert.ok(origin.requests.every(({ host }) => host === `${other}:${origin.port}`))
  })

  test(`tries ${other} if ${named} refuses the connection`, async (t) => {
    const origin = await startScripted(t)
    origin.otherwise('[]')
    // Nobody listens at the other address of this machine.
    const lookup: LookupFunction = (host, _options, done) =>
      done(null, [{ address: host === named ? '127.0.0.2' : '127.0.0.1', family: 4 }])
    const client = openTestClient(t, [parseBaseAddress(`http://${named}:${origin.port}`)], {
      connect: { lookup },
    })
    assert.equal(await client.ask('a'), '[]')
  })
}

test('reports the failure of the configured base if neither host form can be reached', async (t) => {
  const { lookup } = namesOnly()
  const client = openTestClient(t, [parseBaseAddress('http://data.test')], { connect: { lookup } })
  const failure = await client.ask('a')
  assert.match(messageOf(failure), /could not be reached \(ENOTFOUND\)/)
  assert.equal((failure as FetchFailure).address, `http://data.test/${pathOf('a')}`)
})

test('never tries the other host form after any answer', async (t) => {
  const origin = await startScripted(t)
  origin.otherwise({ status: 500 })
  const { lookup } = namesOnly('data.test', 'www.data.test')
  const client = openTestClient(t, [parseBaseAddress(`http://data.test:${origin.port}`)], {
    connect: { lookup },
    retries: 1,
  })
  await client.ask('a')
  assert.deepEqual(new Set(origin.requests.map(({ host }) => host)), new Set([`data.test:${origin.port}`]))
})

for (const reply of [{ status: 429 }, { status: 503 }, { status: 429, headers: { 'retry-after': '3600' } }])
  test(`a host in backoff after ${JSON.stringify(reply)} is not requested by its other host form`, async (t) => {
    const origin = await startScripted(t)
    let isDown = true
    origin.otherwise(() => (isDown ? '[]' : reply))
    const { lookup } = namesOnly('data.test', 'www.data.test')
    const none = namesOnly('www.data.test').lookup
    let now = none
    const bases = [parseBaseAddress(`http://data.test:${origin.port}`)]
    const client = openTestClient(t, bases, { connect: { lookup: (...all) => now(...all) }, connections: 2 })
    // The other form proves itself while the one that was named has no address.
    assert.equal(await client.ask('a'), '[]')
    now = lookup
    isDown = false
    origin.forget()
    const answers = await client.askAll(codesTo(200))
    assert.match(messageOf(answers.at(-1)), /^was not requested: data\.test/)
    assert.deepEqual(new Set(origin.requests.map(({ host }) => host)), new Set([`data.test:${origin.port}`]))
  })

test('while one base is in backoff, another configured base is used', async (t) => {
  const busy = await startScripted(t)
  busy.otherwise({ status: 429, headers: { 'retry-after': '3600' } })
  const good = await startScripted(t)
  good.otherwise('[]')
  const client = openTestClient(t, [busy.base, good.base], { connections: 1 })
  const answers = await client.askAll(codesTo(20))
  assert.equal(answers.filter((one) => one === '[]').length, 17)
  assert.equal(busy.requests.length, 3)
})

test('derives the other host form for domain names only', () => {
  const others = (...bases: string[]) => findLastResorts(bases.map(parseBaseAddress))
  assert.deepEqual(others('https://data.org/open'), ['https://www.data.org/open/'])
  assert.deepEqual(others('http://www.data.org:8080'), ['http://data.org:8080/'])
  assert.deepEqual(others('https://data.org', 'http://www.data.org'), [])
  for (const inside of [
    'http://127.0.0.1',
    'http://[::1]:80',
    'http://localhost',
    'http://a.localhost',
    'http://www.intranet',
    'http://intranet',
  ])
    assert.deepEqual(others(inside), [], inside)
})

test('reports the failure of a configured base, preferably one that answered', async (t) => {
  const missing = await startScripted(t)
  const untrusted = parseBaseAddress(await startUntrusted(t))
  const both = openTestClient(t, [untrusted, missing.base])
  assert.equal(messageOf(await both.ask('a')), 'answered 404')
  assert.match(messageOf(await openTestClient(t, [untrusted]).ask('a')), /DEPTH_ZERO_SELF_SIGNED_CERT/)
})
