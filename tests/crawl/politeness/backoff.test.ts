import assert from 'node:assert/strict'
import { test } from 'node:test'
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
