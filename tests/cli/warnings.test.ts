import assert from 'node:assert/strict'
import { statSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { findCurrent, type Generation, layout } from '../../src/lib/snapshot/index.ts'
import { serviceRoutes } from '../support/crawling.ts'
import { readTree } from '../support/files.ts'
import { runHere, withBundle } from '../support/mirror.ts'
import { startScripted } from '../support/scripted-origin.ts'
import { temporaryFolder } from '../support/temporary.ts'

describe('warnings', () => {
  test('a build that mends a damaged file of the state folder warns like a crawl', async (t) => {
    const folder = temporaryFolder(t)
    const [state, out] = [join(folder, 'state'), join(folder, 'dist')]
    const origin = await startScripted(t, serviceRoutes({ a: '1' }))
    assert.equal((await runHere(['crawl', '--quiet', '--origin', origin.base, '--state', state])).code, 0)
    truncateSync(layout.changes((findCurrent(state) as Generation).folder))
    const build = () => withBundle(state, () => runHere(['build', '--quiet', '--state', state, '--out', out]))
    assert.match(
      (await build()).stderr,
      /^warning: changes\.json — It was damaged in the state folder[^\n]*\n$/,
    )
    assert.equal((await build()).stderr, '')
  })
})

describe('the umask', () => {
  const WARNING = /^warning: Only this user can read \S+, so a web server .* Build it with umask 022 .*\n/m

  test('a run whose umask closes the site to web servers warns, and the next one with another umask opens it', async (t) => {
    const before = process.umask()
    t.after(() => process.umask(before))
    const folder = temporaryFolder(t)
    const [state, out] = [join(folder, 'state'), join(folder, 'dist')]
    const origin = await startScripted(t, serviceRoutes({ a: '1' }))
    const run = (...args: string[]) => runHere([...args, '--quiet', '--state', state, '--out', out])
    const build = () => withBundle(state, () => run('build'))
    const closed = () =>
      [...readTree(out).keys()].filter((path) => (statSync(join(out, path)).mode & 0o044) !== 0o044)
    process.umask(0o077)
    assert.equal((await runHere(['crawl', '--quiet', '--origin', origin.base, '--state', state])).code, 0)
    assert.match((await build()).stderr, WARNING)
    assert.match((await run('build')).stderr, WARNING)
    const host = await runHere(['host', 'nginx', out])
    assert.match(host.stderr, WARNING)
    assert.equal(statSync(state).mode & 0o777, 0o700)
    process.umask(0o022)
    assert.deepEqual(await build(), { code: 0, stdout: '', stderr: '' })
    assert.deepEqual(closed(), [])
    process.umask(0o027)
    assert.deepEqual(await build(), { code: 0, stdout: '', stderr: '' })
  })
})
