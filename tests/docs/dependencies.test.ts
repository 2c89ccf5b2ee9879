import assert from 'node:assert/strict'
import { test } from 'node:test'
import { codeOf, readText, tableUnder } from './support/markdown.ts'

const DEPENDENCIES = readText('docs/dependencies.md')
const { dependencies, devDependencies } = JSON.parse(readText('package.json'))

for (const [heading, packages] of [
  ['## To run', dependencies],
  ['## To develop and test', devDependencies],
] as const) {
  test(`every package under "${heading}" is such a dependency, and the other way round`, () => {
    const documented = tableUnder(DEPENDENCIES, heading).map((row) => codeOf(row.Package))
    assert.deepEqual(documented.toSorted(), Object.keys(packages).toSorted())
  })

  test(`every package under "${heading}" has a purpose, a size and the alternatives considered`, () => {
    for (const row of tableUnder(DEPENDENCIES, heading)) {
      assert.ok((row.Purpose ?? '').length > 10, row.Package)
      assert.match(row.Size ?? '', /^\d+(\.\d+)? MB\b/, row.Package)
      assert.ok((row['Alternatives considered'] ?? '').length > 10, row.Package)
    }
  })
}
