import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { USES } from '../fuzz/foreign.ts'

/** Files with patterns that are never applied to text of an origin, only to our own or the operator's. */
const OURS = [
  /^check\//,
  /^crawl\/(client|derive|discover|survey)\.ts$/,
  /^http\/guard-lookup\.ts$/,
  /^crawl\/doubts\/misnamed\.ts$/,
  // At most 4096 bytes.
  /^crawl\/compare-formats\.ts$/,
  /^site\/(host|pack|serve|verify)\//,
  /^site\/(branding|policy|publish)\.ts$/,
  /^site\/image\/pixels\.ts$/,
  /^site\/proof\/signing-key\.ts$/,
  /^site\/search\/(packed|query)\.ts$/,
  /^site\/view\/words\//,
  // Digits that stand for levels.
  /^site\/view\/chart\.ts$/,
  // Classes of characters in a code or a name.
  /^site\/view\/(data-package|duckdb)\.ts$/,
  /^snapshot\//,
  /^config\//,
]

test('every file with a pattern is tested, or listed as one that reads no foreign text', () => {
  const tried = new Set(USES.flatMap(({ files }) => files))
  const root = new URL('../../src/lib/', import.meta.url).pathname
  const patterned = globSync('**/*.ts', { cwd: root }).filter((file) =>
    /new RegExp|\/[gimsuy]*\.(?:test|exec)\(|\.(?:replace|match|matchAll|split|search)\(\s*\/|= \/|^ {2}\/[^/*]/m.test(
      readFileSync(root + file, 'utf8'),
    ),
  )
  const missing = patterned.filter((file) => !tried.has(file) && !OURS.some((ours) => ours.test(file)))
  assert.deepEqual(missing, [], 'add them to tests/fuzz/foreign.ts')
})
