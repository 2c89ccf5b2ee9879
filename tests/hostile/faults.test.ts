import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FAMILIES, FAULTS } from '../support/hostile/faults/index.ts'
import { testFaults } from '../support/hostile/two-passes.ts'

test('there are many faults, each with its own name and description', () => {
  assert.ok(FAULTS.length >= 200)
  assert.equal(new Set(FAULTS.map(({ name }) => name)).size, FAULTS.length)
  assert.equal(new Set(FAULTS.map(({ describe }) => describe)).size, FAULTS.length)
})

for (const [family, faults] of Object.entries(FAMILIES)) testFaults(family, faults)
