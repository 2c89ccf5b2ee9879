import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nextStatus, type Outcome, type Status } from '../../src/lib/snapshot/index.ts'
import { manifestOf, ORIGIN, START } from './records.ts'

const HOUR = 3_600_000
const manifest = manifestOf('one', [])

/** The status after a run that ended so many hours after the first one. */
const after = (hours: number, outcome: Outcome, before?: Status) =>
  nextStatus(
    manifest,
    { outcome, tool: 'test 1.0', origin: ORIGIN, at: new Date(START.getTime() + hours * HOUR), every: 24 },
    before,
  )
const at = (hours: number) => new Date(START.getTime() + hours * HOUR).toISOString()

test('an unreachable origin does not extend the time until which the status is valid', () => {
  const complete = after(0, 'complete')
  assert.deepEqual([complete.answeredAt, complete.goodUntil], [at(0), at(48)])
  let status = complete
  for (const hours of [24, 48, 72]) status = after(hours, 'unreachable', status)
  assert.deepEqual([status.triedAt, status.answeredAt, status.goodUntil], [at(72), at(0), at(48)])
  const back = after(96, 'gaps', status)
  assert.deepEqual([back.answeredAt, back.goodUntil], [at(96), at(144)])
})

test('a last answer in the future, from a wrong clock, does not make the mirror count as up to date for years', () => {
  const wrong = after(24 * 365 * 60, 'complete')
  const status = after(24, 'unreachable', wrong)
  assert.deepEqual([status.answeredAt, status.goodUntil], [at(24), at(72)])
  assert.equal(after(48, 'unreachable', status).goodUntil, at(72))
})

test('no time of a status is in the future once the clock is right in two runs', () => {
  const ahead = 24 * 365 * 60
  const status = after(48, 'gaps', after(24, 'gaps', after(ahead, 'complete')))
  assert.deepEqual([status.completeAt, status.staleSince], [at(48), at(48)])
  const stale = after(48, 'unreachable', after(24, 'unreachable', after(ahead, 'gaps')))
  assert.deepEqual([stale.completeAt, stale.staleSince], [undefined, at(48)])
})

test('a run whose clock is behind changes no time of earlier runs', () => {
  const right = after(24, 'gaps', after(0, 'complete'))
  const behind = after(-24 * 365 * 50, 'gaps', right)
  assert.deepEqual([behind.completeAt, behind.staleSince], [at(0), at(0)])
})

test('a status without that field counts from its last run that reached the origin, else from the snapshot', () => {
  const { answeredAt: _, ...reached } = after(5, 'gaps')
  assert.equal(after(30, 'unreachable', reached).answeredAt, at(5))
  const { answeredAt: __, ...unreachable } = after(20, 'unreachable')
  assert.equal(after(30, 'unreachable', unreachable).answeredAt, manifest.completedAt)
})
