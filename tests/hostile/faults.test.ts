import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { test } from 'node:test'
import { FAMILIES, FAULTS } from '../support/hostile/faults/index.ts'

test('there are many faults, each with its own name and description', () => {
  assert.ok(FAULTS.length >= 200)
  assert.equal(new Set(FAULTS.map(({ name }) => name)).size, FAULTS.length)
  assert.equal(new Set(FAULTS.map(({ describe }) => describe)).size, FAULTS.length)
})

test('every family of faults is tested', () => {
  const tested = readdirSync(new URL('.', import.meta.url))
  for (const family of Object.keys(FAMILIES)) assert.ok(tested.includes(`${family}.test.ts`), family)
})
