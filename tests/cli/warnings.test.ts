import assert from 'node:assert/strict'
import { truncateSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { findCurrent, type Generation, layout } from '../../src/lib/snapshot/index.ts'
import { serviceRoutes } from '../support/crawling.ts'
import { runHere, withBundle } from '../support/mirror.ts'
import { startScripted } from '../support/scripted-origin.ts'
import { temporaryFolder } from '../support/temporary.ts'

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
