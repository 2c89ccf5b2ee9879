import assert from 'node:assert/strict'
import { globSync, readdirSync } from 'node:fs'
import { test } from 'node:test'
import { INDEX_FILE } from '../../src/lib/site/search/head.ts'
import {
  changesSchema,
  differencesSchema,
  hostsSchema,
  manifestSchema,
  PROBLEM_CODES,
  recordSchema,
  STATES,
  statusSchema,
} from '../../src/lib/snapshot/index.ts'
import { codeOf, codesIn, ROOT, readText, tableUnder } from './support/markdown.ts'

const FILES_DOC = readText('docs/files.md')

test('the docs name every state of a copy, and no other', () => {
  const documented = tableUnder(FILES_DOC, '### States').map((row) => codeOf(row.State))
  assert.deepEqual(documented, [...STATES])
})

test('the docs name every code of a problem with its meaning, and no other', () => {
  const rows = tableUnder(FILES_DOC, '### Codes of problems')
  assert.deepEqual(
    rows.map((row) => codeOf(row.Code)),
    [...PROBLEM_CODES],
  )
  for (const { Meaning = '' } of rows) assert.match(Meaning, /\.$/)
})

test('the README has the right number of states', () => {
  const [, count = ''] =
    /has one of (\w+) \[states\]\(docs\/files\.md#states\)/.exec(readText('README.md')) ?? []
  assert.equal(['four', 'five', 'six', 'seven', 'eight'].indexOf(count) + 4, STATES.length)
})

test('the docs name every script and picture at the root of the site, and no other', () => {
  const documented = tableUnder(FILES_DOC, '## The folder').flatMap(({ File = '' }) => codesIn(File))
  const bundled = globSync('*/{main,worker,chart,grid,marks,parts,places}.ts', {
    cwd: `${ROOT}src/client`,
  }).map((path) =>
    path.replace(/\/main\.ts$/, '.js').replace(/\/(worker|chart|grid|marks|parts|places)\.ts$/, '-$1.js'),
  )
  assert.deepEqual(
    documented.filter((file) => /^[\w-]+\.(?:js|svg)$/.test(file)).toSorted(),
    [...readdirSync(`${ROOT}public`), ...bundled, INDEX_FILE].toSorted(),
  )
})

for (const [heading, { entries }] of [
  ['## manifest.json', manifestSchema],
  ['### Records', recordSchema],
  ['### Problems', manifestSchema.entries.problems.item],
  ['## status.json', statusSchema],
  ['## changes.json', changesSchema],
  ['### Runs', changesSchema.entries.runs.pipe[0].item],
  ['## Changes of a dataset', differencesSchema],
  ['### What changed', differencesSchema.entries.changes.pipe[0].item],
  ['## hosts.json', hostsSchema],
] as const)
  test(`the docs name every field of the schema under "${heading}", and no other`, () => {
    assert.deepEqual(
      tableUnder(FILES_DOC, heading).map((row) => codeOf(row.Field)),
      Object.keys(entries),
    )
  })
