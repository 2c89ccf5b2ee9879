import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { mount, remount } from '../snapshot/mounts.ts'
import { serviceRoutes } from '../support/crawling.ts'
import { ROOT, runMirror } from '../support/mirror.ts'
import { startScripted } from '../support/scripted-origin.ts'
import { temporaryFolder } from '../support/temporary.ts'

test('a checkout that cannot be written to mirrors and builds', async (t) => {
  const mounted = mount(t, '--bind', ROOT)
  if ('refusal' in mounted) return t.skip(mounted.refusal)
  remount(mounted.disk, 'bind,ro')
  const origin = await startScripted(t, serviceRoutes({ a: 'x', b: 'y' }))
  const folder = temporaryFolder(t)
  const places = ['--state', join(folder, 'state'), '--out', join(folder, 'dist')]
  const { code, stderr } = await runMirror(['--quiet', '--origin', origin.base, ...places], {
    program: join(mounted.disk, 'scripts/mirror.mjs'),
  })
  assert.equal(code, 0, stderr)
  assert.ok(existsSync(join(folder, 'dist/index.html')))
})
