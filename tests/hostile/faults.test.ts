import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { test } from 'node:test'
import { FAMILIES, FAULTS } from '../support/hostile/faults/index.ts'

test('there are many ways to misbehave, each under a name and a description of its own', () => {
  assert.ok(FAULTS.length >= 200)
  assert.equal(new Set(FAULTS.map(({ name }) => name)).size, FAULTS.length)
  assert.equal(new Set(FAULTS.map(({ describe }) => describe)).size, FAULTS.length)
})

test('every family of them is tested', () => {
  const tested = readdirSync(new URL('.', import.meta.url))
  for (const family of Object.keys(FAMILIES)) assert.ok(tested.includes(`${family}.test.ts`), family)
})
