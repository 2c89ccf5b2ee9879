import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { temporaryFolder } from '../support/temporary.ts'

/** Runs `npm test` on files of tests with these texts. */
function runOn(context: TestContext, ...texts: readonly string[]) {
  const folder = temporaryFolder(context)
  const files = texts.map((text, index) => {
    const file = join(folder, `${index}.test.ts`)
    writeFileSync(file, `import { before, beforeEach, it } from 'node:test'\n${text}`)
    return file
  })
  // Node runs no tests for a process that says it is itself one of tests.
  const { NODE_TEST_CONTEXT: _, ...env } = process.env
  const { status, stdout } = spawnSync(process.execPath, ['scripts/test.mjs', ...files], {
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

test('files that share a process keep their hooks to themselves', (context) => {
  const counted =
    "before(() => console.log('before', process.pid))\nbeforeEach(() => console.log('each'))\nit('counts')"
  const { stdout, last } = runOn(context, counted, "it('does not')", counted)
  const said = stdout.split('\n').filter((line) => /^(?:before|each)/.test(line))
  assert.equal(last, '3 passed, 0 failed, 0 skipped')
  assert.equal(said.length, 4)
  assert.equal(said[0], said[2], 'in one process')
})

test('a file that cannot be read as tests fails, and those that share its process run', (context) => {
  const { status, last, stdout } = runOn(context, "it('holds')", "import './missing.ts'", "it('holds too')")
  assert.deepEqual([status, last], [1, '2 passed, 1 failed, 0 skipped'])
  assert.match(stdout, /Cannot find module .*missing\.ts/)
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
