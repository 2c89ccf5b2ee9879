import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PROMISES } from '../../src/lib/check/index.ts'
import { codeOf, readText, tableUnder } from '../docs/support/markdown.ts'

test('the docs list every promise with its owner and meaning, and no other', () => {
  const told = tableUnder(readText('docs/commands.md'), '## `check`').map((row) => [
    codeOf(row.Promise),
    row['Kept by'],
  ])
  const keepers = { must: 'every host', rule: 'a host with rules', may: 'who can' }
  assert.deepEqual(
    told,
    Object.entries(PROMISES).map(([name, { level }]) => [name, keepers[level]]),
  )
})

test('every meaning of a promise fits its line', () => {
  for (const { meaning } of Object.values(PROMISES)) assert.ok(meaning.length <= 37, meaning)
})
