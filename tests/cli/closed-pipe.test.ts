import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, openSync } from 'node:fs'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { test } from 'node:test'
import { findCurrent } from '../../src/lib/snapshot/index.ts'
import { serviceRoutes } from '../support/crawling.ts'
import { ROOT } from '../support/files.ts'
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

const FULL = '/dev/full'

test('a crawl whose log or result cannot be written continues; without the result it ends with 1 and a line', async (t) => {
  if (!existsSync(FULL)) return t.skip(`there is no ${FULL}`)
  const origin = await startScripted(t, serviceRoutes({ a: 'x', b: 'y' }))
  const full = openSync(FULL, 'w')
  t.after(() => closeSync(full))
  for (const [stdout, stderr, wanted] of [
    [full, 'pipe', 1],
    ['pipe', full, 0],
  ] as const) {
    const state = temporaryFolder(t)
    const args = ['crawl', '--json', '--origin', origin.base, '--state', state]
    const child = spawn(process.execPath, [`${ROOT}scripts/mirror.mjs`, ...args], {
      stdio: ['ignore', stdout, stderr],
    })
    const [[code], lines] = await Promise.all([
      once(child, 'exit'),
      buffer((child.stderr ?? child.stdout) as Readable),
    ])
    assert.equal(code, wanted)
    if (wanted === 1)
      assert.equal(
        lines.toString(),
        'The work is done, but its output could not be written (ENOSPC). The disk is full. Free some space there, then run again.\n',
      )
    assert.equal(findCurrent(state)?.manifest.complete, true)
  }
})
