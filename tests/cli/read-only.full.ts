import assert from 'node:assert/strict'
import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { mount, mountMemory, remount } from '../snapshot/mounts.ts'
import { serviceRoutes } from '../support/crawling.ts'
import { ROOT } from '../support/files.ts'
import { runMirror, settingsIn } from '../support/mirror.ts'
import { startScripted } from '../support/scripted-origin.ts'
import { temporaryFolder } from '../support/temporary.ts'

test('a checkout that cannot be written to mirrors and builds, in any working folder', async (t) => {
  const mounted = mount(t, '--bind', ROOT)
  if ('refusal' in mounted) return t.skip(mounted.refusal)
  remount(mounted.disk, 'bind,ro')
  const origin = await startScripted(t, serviceRoutes({ a: 'x', b: 'y' }))
  const cwd = temporaryFolder(t)
  const { code, stderr } = await runMirror(['--quiet', '--origin', origin.base], {
    program: join(mounted.disk, 'scripts/mirror.mjs'),
    cwd,
  })
  assert.equal(code, 0, stderr)
  assert.ok(existsSync(join(cwd, 'dist/index.html')))
})

test('no command writes into the checkout', async (t) => {
  const layers = mountMemory(t, '64m')
  if ('refusal' in layers) return t.skip(layers.refusal)
  const [written, work] = [join(layers.disk, 'written'), join(layers.disk, 'work')]
  mkdirSync(written)
  mkdirSync(work)
  const options = `lowerdir=${ROOT},upperdir=${written},workdir=${work}`
  const checkout = mount(t, '-t', 'overlay', '-o', options, 'overlay')
  if ('refusal' in checkout) return t.skip(checkout.refusal)
  const origin = await startScripted(t, serviceRoutes({ a: 'x', b: 'y' }))
  const cwd = temporaryFolder(t)
  const lines = [
    ['mirror', '--origin', origin.base],
    ['plan'],
    ['build'],
    ['verify'],
    ['host', 'nginx'],
    ['pack'],
    ['--help'],
  ]
  for (const line of lines) {
    const { code, stderr } = await runMirror(line, {
      program: join(checkout.disk, 'scripts/mirror.mjs'),
      cwd,
      env: { NODE_COMPILE_CACHE: undefined },
    })
    assert.equal(code, 0, stderr)
  }
  assert.deepEqual(readdirSync(written, { recursive: true }), [])
})

test('the caches in the state folder do not grow with runs that change data', async (t) => {
  const origin = await startScripted(t, serviceRoutes({ a: 'x', b: 'y' }))
  const { state, out } = settingsIn(temporaryFolder(t), {})
  const run = async (text: string) => {
    // Only the readings of large documents are kept.
    origin.set(serviceRoutes({ a: text.repeat(70_000), b: 'y' }))
    const args = ['--quiet', '--origin', origin.base, '--state', state, '--out', out]
    const { code, stderr } = await runMirror(args, { env: { NODE_COMPILE_CACHE: undefined } })
    assert.equal(code, 0, stderr)
    return Object.fromEntries(
      ['bundle', 'compiled', 'derived'].map((cache) => [
        cache,
        existsSync(join(state, cache)) ? readdirSync(join(state, cache), { recursive: true }).length : 0,
      ]),
    )
  }
  // Modules are kept from the second run on.
  const [, second, third, fourth] = [await run('1'), await run('2'), await run('3'), await run('4')]
  assert.ok((second?.compiled ?? 0) > 100)
  assert.ok((second?.derived ?? 0) > 4, `${second?.derived}`)
  assert.deepEqual([third, fourth], [second, second])
})
