import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PROMISES } from '../../src/lib/check/index.ts'
import { codeOf, readText, tableUnder } from '../docs/support/markdown.ts'

test('the docs list exactly the requirements of check, each with the hosts it applies to', () => {
  const documented = tableUnder(readText('docs/commands.md'), '### Requirements of `check`').map((row) => [
    codeOf(row.Requirement),
    row['Applies to'],
  ])
  const keepers = { must: 'every host', rule: 'a host with rules', may: 'a host that supports it' }
  assert.deepEqual(
    documented,
    Object.entries(PROMISES).map(([name, { level }]) => [name, keepers[level]]),
  )
})

test('every description of a requirement fits its line', () => {
  for (const { meaning } of Object.values(PROMISES)) assert.ok(meaning.length <= 37, meaning)
})
