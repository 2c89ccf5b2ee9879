import assert from 'node:assert/strict'
import { mock, test } from 'node:test'
import { watchRate } from '../../src/lib/http/exchange.ts'
import { FetchFailure } from '../../src/lib/http/index.ts'
import { startScripted } from '../support/scripted-origin.ts'
import { openTestClient, pathOf } from '../support/test-client.ts'

/** The result of a watch of 100 bytes in 1000 ms for a script of one entry per second. */
function watch(seconds: readonly ((trickle: ReturnType<typeof watchRate>) => void)[]): number[] {
  mock.timers.enable({ apis: ['setInterval'] })
  const slow: number[] = []
  let now = 0
  const trickle = watchRate(1000, 100, () => slow.push(now))
  trickle.count(0)
  for (const second of seconds) {
    second(trickle)
    now++
    mock.timers.tick(1000)
  }
  trickle.stop()
  mock.timers.tick(5000)
  mock.timers.reset()
  return slow
}

test('a body is too slow if a whole window has too few bytes', () => {
  assert.deepEqual(
    watch([(one) => one.count(100), (one) => one.count(99), (one) => one.count(500), () => {}]),
    [2, 4],
  )
})

test('a window in which we paused the transfer does not count', () => {
  const pause = (one: ReturnType<typeof watchRate>) => one.pause()
  const resume = (one: ReturnType<typeof watchRate>) => one.resume()
  assert.deepEqual(watch([pause, () => {}, resume, () => {}]), [4])
  const both = (one: ReturnType<typeof watchRate>) => [pause, resume].forEach((act) => void act(one))
  assert.deepEqual(watch([both, () => {}]), [2])
})

test('gives up on a slow body, and names the config key', async (t) => {
  const trickle = async function* () {
    yield Buffer.from('[')
    for (;;) {
      await new Promise(setImmediate)
      yield Buffer.from(' ')
    }
  }
  const origin = await startScripted(t, { [pathOf('a')]: () => ({ body: trickle() }) })
  const failure = await openTestClient(t, [origin.base], {
    deadlines: { connect: 5, idle: 0.2, total: 60 },
    minRate: 10_000_000,
  }).ask('a')
  assert.ok(failure instanceof FetchFailure)
  assert.equal(failure.kind, 'timeout')
  assert.match(failure.message, /10000000 .*minRate/)
})

test('a small body is never too slow, and without a minimum rate none is', async (t) => {
  const origin = await startScripted(t, { [pathOf('a')]: '[]' })
  assert.equal(await openTestClient(t, [origin.base], { minRate: 1_000_000 }).ask('a'), '[]')
  assert.equal(await openTestClient(t, [origin.base], { minRate: 0 }).ask('a'), '[]')
})
