import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openBudget } from '../../../src/lib/http/politeness/host.ts'
import { startScripted } from '../../support/scripted-origin.ts'
import { codesTo, messageOf, openTestClient } from '../../support/test-client.ts'

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
  origin.otherwise((_, count) => (count === 1 && origin.requests.length % 12 === 0 ? { status: 500 } : '[]'))
  const client = openTestClient(t, [origin.base], { retries: 4 })
  const answers = await client.askAll(codesTo(1000))
  assert.ok(answers.every((one) => one === '[]'))
})
