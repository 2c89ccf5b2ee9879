import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import {
  type Backoff,
  isClosed,
  isOverloaded,
  isUnresponsive,
  NO_BACKOFF,
  notePushback,
  noteSilence,
  noteSuccess,
  noteUnavailable,
} from '../../../src/lib/http/politeness/backoff.ts'
import {
  cutLimit,
  firstLimit,
  judgeWindow,
  type Limit,
  openConcurrency,
  openGate,
  windowOf,
} from '../../../src/lib/http/politeness/concurrency.ts'
import { openBudget, openPacer } from '../../../src/lib/http/politeness/host.ts'
import { type Reply, startScripted } from '../../support/scripted-origin.ts'
import { codesTo, messageOf, openTestClient, pathOf } from '../../support/timed-client.ts'

describe('pauses', () => {
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
    origin.otherwise(({ path }, count) =>
      /\/d\d*[258]\//.test(path) && count === 1 ? { status: 503 } : '[]',
    )
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
    const spared = answers.filter((one) =>
      /was not requested: \S+ failed many times in a row; it answered 503/.test(messageOf(one)),
    )
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
    const refused =
      /^was not requested: 127\.0\.0\.1:\d+ failed many times in a row; it could not be reached \(/
    assert.match(messageOf(answers[499]), refused)
    assert.deepEqual(client.pauses, [])
  })

  test('an origin that accepts connections and never responds is given up after a few deadlines', async (t) => {
    const origin = await startScripted(t)
    origin.otherwise({ after: new Promise(() => {}) })
    const client = openTestClient(t, [origin.base], { deadlines: { connect: 5, idle: 0.2, total: 5 } })
    await client.askAll(codesTo(100))
    assert.ok(origin.requests.length <= 8, `${origin.requests.length} requests`)
  })
})

describe('backoff', () => {
  /** Refused so many times, one burst after the other, each at the end of the pause before. */
  function refused(backoff: Backoff, times: number): Backoff {
    let now = backoff
    for (let n = 0; n < times; n++)
      now = notePushback(now, { epoch: now.epoch, retryAfter: undefined }, now.until, 1)
    return now
  }
  function succeeded(backoff: Backoff, times: number): Backoff {
    let now = backoff
    for (let n = 0; n < times; n++) now = noteSuccess(now, now.epoch)
    return now
  }

  test('pauses double from half a second to half a minute', () => {
    const ends = [1, 2, 3, 4, 5, 6, 7, 8, 9].map((times) => refused(NO_BACKOFF, times).until)
    const pauses = ends.map((end, n) => end - (ends[n - 1] ?? 0))
    assert.deepEqual(pauses, [500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000])
  })

  test('a pause after which the host answered is repeated, not doubled', () => {
    const pauses: number[] = []
    let backoff = NO_BACKOFF
    for (const times of [1, 1, 1, 3, 1, 1]) {
      const { until } = backoff
      backoff = succeeded(refused(backoff, times), 1)
      pauses.push(backoff.until - until)
    }
    assert.deepEqual(pauses, [500, 500, 500, 500 + 1000 + 2000, 2000, 2000])
  })

  test('the length of all pauses together counts each moment once', () => {
    let backoff = NO_BACKOFF
    for (const [retryAfter, now] of [
      [4000, 0],
      [4000, 1000],
      [1000, 2000],
    ] as const)
      backoff = notePushback(backoff, { epoch: 0, retryAfter }, now, 1)
    assert.equal(backoff.paused, 5000)
    assert.equal(notePushback(backoff, { epoch: 1, retryAfter: 3000 }, 9000, 1).paused, 8000)
  })

  test('jitter takes at most half of a pause away', () => {
    const pause = (random: number) =>
      notePushback(NO_BACKOFF, { epoch: 0, retryAfter: undefined }, 0, random).until
    assert.deepEqual([pause(0), pause(0.5), pause(1)], [250, 375, 500])
  })

  test('requests sent before a pause began can lengthen it, but are no further step', () => {
    let backoff = NO_BACKOFF
    for (const retryAfter of [5000, 9000, 7000, undefined, 9000])
      backoff = notePushback(backoff, { epoch: 0, retryAfter }, 100, 1)
    assert.equal(backoff.until, 9100)
    assert.deepEqual([backoff.step, backoff.refusals, backoff.epoch], [1, 1, 1])
  })

  test('twenty answers undo one doubling', () => {
    const busy = refused(NO_BACKOFF, 4)
    assert.equal(succeeded(busy, 19).step, 4)
    assert.equal(succeeded(busy, 20).step, 3)
    assert.equal(succeeded(busy, 80).step, 0)
    assert.equal(succeeded(busy, 200).step, 0)
  })

  test('a Retry-After never makes a pause shorter than the current step', () => {
    const busy = refused(NO_BACKOFF, 5)
    const next = notePushback(busy, { epoch: busy.epoch, retryAfter: 1000 }, busy.until, 1)
    assert.equal(next.until - busy.until, 16_000)
  })

  test('an answer to a request from before the pause does not end the backoff', () => {
    const busy = refused(NO_BACKOFF, 3)
    assert.equal(noteSuccess(busy, 0).refusals, 3)
    assert.equal(noteSuccess(busy, busy.epoch).refusals, 0)
  })

  test('a host is closed after five pauses if it never answered, after forty if it did', () => {
    assert.equal(isClosed(refused(NO_BACKOFF, 4), 0), false)
    assert.equal(isClosed(refused(NO_BACKOFF, 5), 0), true)
    assert.equal(isClosed(refused(NO_BACKOFF, 5), 8), false)
    const known = succeeded(NO_BACKOFF, 1)
    assert.equal(isUnresponsive(refused(known, 9), 4), false)
    assert.equal(isUnresponsive(refused(known, 10), 4), true)
    assert.equal(isClosed(refused(known, 39), 4), false)
    assert.equal(isClosed(refused(known, 40), 4), true)
  })

  test('so is a host that never responds, until it does', () => {
    const silent = (backoff: Backoff, times: number) =>
      Array.from({ length: times }).reduce<Backoff>(noteSilence, backoff)
    assert.equal(isClosed(silent(NO_BACKOFF, 5), 4), true)
    const known = succeeded(NO_BACKOFF, 1)
    assert.equal(isClosed(silent(known, 39), 4), false)
    assert.equal(isClosed(silent(known, 40), 4), true)
    assert.equal(isClosed(silent(succeeded(silent(known, 39), 1), 39), 4), false)
  })

  test('a 503 concerns its own address while other answers outnumber 503, unless it repeats or nothing else came yet', () => {
    const unavailable = (backoff: Backoff, times: number) =>
      Array.from({ length: times }).reduce<Backoff>(noteUnavailable, backoff)
    assert.equal(isOverloaded(unavailable(NO_BACKOFF, 1), false), true)
    const known = succeeded(NO_BACKOFF, 1)
    assert.equal(isOverloaded(unavailable(known, 7), false), false)
    assert.equal(isOverloaded(unavailable(known, 8), false), true)
    assert.equal(isOverloaded(unavailable(known, 1), true), true)
    let mixed = known
    for (let n = 0; n < 1000; n++) mixed = succeeded(unavailable(mixed, 1), 2)
    assert.equal(isOverloaded(unavailable(mixed, 1), false), false)
    for (let n = 0; n < 10; n++) mixed = succeeded(unavailable(mixed, 3), 1)
    assert.equal(isOverloaded(unavailable(mixed, 1), false), true)
  })
})

describe('the limit of a host', () => {
  /** The limits of so many windows at an origin that does so many requests at once, each in 100 ms. */
  function watch(capacity: number, most: number, windows: number, from = firstLimit(most)): number[] {
    const limits: number[] = []
    let limit: Limit = from
    for (let n = 0; n < windows; n++) {
      limits.push(limit.now)
      limit = judgeWindow(limit, Math.min(limit.now, capacity) / 100, most)
    }
    return limits
  }

  test('starts with eight and doubles while the throughput grows, up to the maximum', () => {
    assert.deepEqual(watch(1000, 16, 4), [8, 16, 16, 16])
    assert.deepEqual(watch(1000, 40, 5), [8, 16, 32, 40, 40])
    assert.deepEqual(watch(1000, 2, 3), [2, 2, 2])
  })

  test('stays at the capacity of the origin, and tries a larger number from time to time', () => {
    const limits = watch(8, 64, 100)
    assert.deepEqual(limits.slice(0, 5), [8, 16, 16, 8, 8])
    const most = limits.filter((limit) => limit === 8).length
    assert.ok(most >= 85, `${most} of 100 windows at the capacity`)
    assert.ok(limits.slice(10).includes(16), 'what the origin can do is tried again')
    assert.ok(!limits.includes(32))
  })

  test('an origin that handles one request at a time is not overloaded for long', () => {
    const limits = watch(1, 16, 100, { ...firstLimit(16), now: 1 })
    assert.ok(limits.filter((limit) => limit === 1).length >= 80)
    assert.ok(Math.max(...limits) <= 2)
  })

  test('halves after failures, never below one, and waits before the next trial', () => {
    let limit = { ...firstLimit(64), now: 16 }
    const halves = [1, 2, 3, 4, 5].map(() => {
      limit = cutLimit(limit)
      return limit.now
    })
    assert.deepEqual(halves, [8, 4, 2, 1, 1])
    assert.deepEqual(watch(1000, 64, 13, limit), [1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 3, 4, 5])
  })

  test('a failure during a trial halves the previous number', () => {
    const trial = judgeWindow(firstLimit(64), 1, 64)
    assert.equal(trial.now, 16)
    assert.equal(cutLimit(trial).now, 4)
  })

  test('a window is long enough to distinguish doubled throughput from noise', () => {
    const started = { ...firstLimit(64), isStarting: false }
    assert.equal(windowOf(started), 16)
    assert.equal(windowOf({ ...started, now: 64 }), 128)
  })

  test('a slow origin gets eight, then sixteen requests at once, and the time between two phases does not count', async () => {
    let time = 0
    const concurrency = openConcurrency(16, () => time)
    let running = 0
    // Each answer takes 100 ms. Gives the numbers of requests that run at once until all are answered.
    const phase = async (requests: number) => {
      const rounds: number[] = []
      for (let n = 0; n < requests; n++) void concurrency.enter(false).then(() => running++)
      for (let left = requests; left > 0; ) {
        await setImmediate()
        rounds.push(running)
        time += 100
        left -= running
        for (; running > 0; running--) {
          concurrency.noteAnswer()
          concurrency.leave()
        }
      }
      return rounds
    }
    assert.deepEqual(await phase(8), [8])
    time += 60_000
    assert.deepEqual(await phase(56), [8, 16, 16, 16])
  })

  test('admits as many as the current limit allows, retries first', async () => {
    let limit = 1
    const gate = openGate(() => limit)
    const entered: string[] = []
    const enter = (name: string, again = false) => gate.enter(again).then(() => entered.push(name))
    await enter('a')
    const waiting = [enter('b'), enter('c'), enter('d', true)]
    gate.leave()
    await waiting[2]
    assert.deepEqual(entered, ['a', 'd'])
    limit = 2
    gate.leave()
    await Promise.all(waiting)
    assert.deepEqual(entered, ['a', 'd', 'b', 'c'])
    assert.equal(gate.busy, 2)
  })
})

describe('the rate', () => {
  test('spaces requests evenly, without making up for idle time', () => {
    const pacer = openPacer(250)
    assert.deepEqual([pacer.reserve(0), pacer.reserve(0), pacer.reserve(10)], [0, 250, 490])
    assert.deepEqual([pacer.reserve(5000), pacer.reserve(5000)], [0, 250])
    pacer.slowTo(1000)
    assert.deepEqual([pacer.reserve(5000), pacer.reserve(5000)], [500, 1500])
    pacer.slowTo(10)
    assert.equal(pacer.reserve(5000), 2500)
  })

  test('a rate limit applies to all requests, including robots.txt, redirects and retries', async (t) => {
    const origin = await startScripted(t, {
      'robots.txt': { status: 404 },
      [pathOf('d1')]: (_, count) => (count === 1 ? { status: 500 } : '[]'),
      [pathOf('d2')]: { status: 301, headers: { location: '/api/v1/get_dataset/d2?type=json' } },
    })
    origin.otherwise('[]')
    const client = openTestClient(t, [origin.base], {
      rate: 4,
      retries: 1,
      robots: 'obey',
      connections: 1,
    })
    await client.askAll(codesTo(3))
    const requested = origin.requests.length
    assert.equal(requested, 6)
    assert.equal(client.tested.requests, 6)
    assert.ok(client.passed() >= (requested - 1) * 250, `${client.passed()} ms`)
  })

  test('Crawl-delay is a further rate limit, of at most one minute per request', async (t) => {
    for (const [delay, interval] of [
      ['2', 2000],
      ['0.5', 500],
      ['86400', 60_000],
    ] as const) {
      const origin = await startScripted(t, { 'robots.txt': `User-agent: *\nCrawl-delay: ${delay}\n` })
      origin.otherwise('[]')
      const client = openTestClient(t, [origin.base], { robots: 'obey', connections: 1 })
      await client.askAll(codesTo(4))
      assert.equal(client.passed(), 3 * interval)
      assert.match(client.tested.notices.join(), /asks for .* s between requests \(Crawl-delay\)/)
    }
  })
})

describe('the budget of pauses', () => {
  test('allows fifty retries, and one more for every ten requests', () => {
    const budget = openBudget()
    let retries = 0
    while (budget.take(0)) retries++
    assert.equal(retries, 50)
    while (budget.take(1000)) retries++
    assert.equal(retries, 150)
  })

  test('an origin that always fails does not get several requests for everything', async (t) => {
    const origin = await startScripted(t)
    origin.otherwise({ status: 500 })
    const client = openTestClient(t, [origin.base], { retries: 4 })
    const answers = await client.askAll(codesTo(300))
    assert.ok(origin.requests.length <= (300 + 50) / 0.9 + 1, `${origin.requests.length} requests`)
    const refused = answers.map(messageOf).filter((one) => /too many requests of this run failed/.test(one))
    assert.ok(refused.length >= 200)
    assert.match(refused[0] ?? '', /^answered 500, and was not requested again/)
  })

  test('occasional failures are retried in a run of any length', async (t) => {
    const origin = await startScripted(t)
    origin.otherwise((_, count) =>
      count === 1 && origin.requests.length % 12 === 0 ? { status: 500 } : '[]',
    )
    const client = openTestClient(t, [origin.base], { retries: 4 })
    const answers = await client.askAll(codesTo(1000))
    assert.ok(answers.every((one) => one === '[]'))
  })
})
