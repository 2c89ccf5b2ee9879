import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { test } from 'node:test'
import { findCurrent } from '../../src/lib/snapshot/index.ts'
import { serviceRoutes } from '../support/crawling.ts'
import { ROOT } from '../support/mirror.ts'
import { startScripted } from '../support/scripted-origin.ts'
import { temporaryFolder } from '../support/temporary.ts'

test('a crawl continues after the reader of its output closes, as in `| head`', async (t) => {
  const origin = await startScripted(t, serviceRoutes({ a: 'x', b: 'y' }))
  const state = temporaryFolder(t)
  const args = ['crawl', '--verbose', '--origin', origin.base, '--state', state]
  const child = spawn(process.execPath, [`${ROOT}scripts/mirror.mjs`, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  child.stdout.destroy()
  child.stderr.destroy()
  const [code] = await once(child, 'exit')
  assert.equal(code, 0)
  assert.equal(findCurrent(state)?.manifest.complete, true)
})
