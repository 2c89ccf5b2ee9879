import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { TOGETHER } from '../../scripts/test/processes.ts'
import { temporaryFolder } from '../support/temporary.ts'

/** Runs `npm test` on one file of tests with this text. */
function runOn(context: TestContext, text: string) {
  const file = join(temporaryFolder(context), 'some.test.ts')
  writeFileSync(file, `import { it } from 'node:test'\n${text}`)
  // Node runs no tests for a process that says it is itself one of tests.
  const { NODE_TEST_CONTEXT: _, ...env } = process.env
  const { status, stdout } = spawnSync(process.execPath, ['scripts/test.mjs', file], {
    env,
    encoding: 'utf8',
  })
  return { status, stdout, last: stdout.trimEnd().split('\n').at(-1) }
}

test('the tests end with their counts', (context) => {
  const { status, last } = runOn(context, `it('holds', () => {})\nit.skip('is left out')`)
  assert.deepEqual([status, last], [0, '1 passed, 0 failed, 1 skipped'])
})

test('they fail when one fails, and when none ran', (context) => {
  const failed = runOn(context, `it('holds', () => {})\nit('fails', () => { throw new Error('so') })`)
  assert.deepEqual([failed.status, failed.last], [1, '1 passed, 1 failed, 0 skipped'])
  const none = runOn(context, `it.skip('is left out')`)
  assert.equal(none.status, 1)
  assert.match(none.stdout, /^No test ran\.$/m)
})

for (const [what, error] of [
  ['thrown aside while a test runs', `setImmediate(() => { throw new Error("escaped") })`],
  ['a rejection nobody waits for', `void Promise.reject(new Error('escaped'))`],
])
  test(`an error that escapes fails them and is told: ${what}`, (context) => {
    const { status, stdout } = runOn(
      context,
      `it("holds", async () => { ${error}; await new Promise((done) => setImmediate(setImmediate, done)) })`,
    )
    assert.equal(status, 1)
    assert.match(stdout, /Error: escaped/)
  })

const findIn = (pattern: string, fault: RegExp) => {
  const files = globSync(pattern)
  assert.ok(files.length > 0, pattern)
  return files.filter((file) => fault.test(readFileSync(file, 'utf8')))
}

// scripts/test/unwatched.ts: it would be described outside, and its hooks would be those of all tests.
test('nothing is described after an await', () => {
  assert.deepEqual(findIn('tests/**/*.test.ts', /^\s*describe\([^>]*\basync\b/m), [])
})

test('what runs in one process has no hook outside of a suite', () => {
  for (const name of TOGETHER)
    assert.deepEqual(findIn(`tests/${name}/**/*.test.ts`, /^(?:before|beforeEach|afterEach)\(/m), [])
})
