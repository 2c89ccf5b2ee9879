import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import {
  cutLimit,
  firstLimit,
  judgeWindow,
  type Limit,
  openConcurrency,
  openGate,
  windowOf,
} from '../../../src/lib/http/politeness/concurrency.ts'

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

test('starts with four and doubles while the throughput grows, up to the maximum', () => {
  assert.deepEqual(watch(1000, 16, 5), [4, 8, 16, 16, 16])
  assert.deepEqual(watch(1000, 40, 6), [4, 8, 16, 32, 40, 40])
  assert.deepEqual(watch(1000, 2, 3), [2, 2, 2])
})

test('stays at the capacity of the origin, and tries a larger number from time to time', () => {
  const limits = watch(8, 64, 100)
  assert.deepEqual(limits.slice(0, 6), [4, 8, 16, 16, 8, 8])
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
  assert.deepEqual(watch(1000, 64, 13, limit), [1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 3, 4, 8])
})

test('a failure during a trial halves the previous number', () => {
  const trial = judgeWindow(firstLimit(64), 1, 64)
  assert.equal(trial.now, 8)
  assert.equal(cutLimit(trial).now, 2)
})

test('a window is long enough to distinguish doubled throughput from noise', () => {
  const started = { ...firstLimit(64), isStarting: false }
  assert.equal(windowOf(started), 16)
  assert.equal(windowOf({ ...started, now: 64 }), 128)
})

test('a slow origin gets four, eight, then sixteen requests at once, and the time between two phases does not count', async () => {
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
  assert.deepEqual(await phase(8), [4, 4])
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
