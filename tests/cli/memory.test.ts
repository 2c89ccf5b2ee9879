import assert from 'node:assert/strict'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { serviceRoutes } from '../support/crawling.ts'
import { runMirror } from '../support/mirror.ts'
import { startScripted } from '../support/scripted-origin.ts'
import { temporaryFolder } from '../support/temporary.ts'

test('a system that ends the process that bundles, for want of memory, ends the run with a sentence', async (t) => {
  const folder = temporaryFolder(t)
  const killer = join(folder, 'killer.cjs')
  writeFileSync(killer, "if (/bundle\\.process/.test(process.argv[1])) process.kill(process.pid, 'SIGKILL')")
  const origin = await startScripted(t, serviceRoutes({ a: 'x' }))
  const { code, stdout, stderr } = await runMirror(['--json', '--origin', origin.base], {
    cwd: folder,
    env: { NODE_OPTIONS: `--require ${killer}` },
  })
  assert.match(
    stderr,
    /^The process that bundles the templates ended \(SIGKILL\)\. Memory may have run out: [^\n]+\n$/,
  )
  assert.deepEqual([code, JSON.parse(stdout).code], [1, 'system'])
  assert.ok(!existsSync(join(folder, 'dist')))
})
