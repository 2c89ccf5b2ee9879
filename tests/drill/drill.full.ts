import assert from 'node:assert/strict'
import { test } from 'node:test'
import { drill } from '../../scripts/drill/drill.ts'

const ROUNDS = 12

test('a job that is killed at any time leaves the old site or the new one, and the next run gives the result of an uninterrupted one', async (t) => {
  const { rounds, seconds, found } = await drill(ROUNDS, 20_261_121, (line) => t.diagnostic(line))
  assert.equal(rounds, ROUNDS)
  t.diagnostic(
    `${seconds.toFixed(0)} s; ${[...found].map(([what, count]) => `${count} × ${what}`).join('; ')}`,
  )
})
