import assert from 'node:assert/strict'
import { cpSync, existsSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { serviceRoutes } from '../support/crawling.ts'
import { ROOT, runMirror } from '../support/mirror.ts'
import { startScripted } from '../support/scripted-origin.ts'
import { temporaryFolder } from '../support/temporary.ts'

test('an upgrade while a run crawls ends the run with a sentence', async (t) => {
  const folder = temporaryFolder(t)
  const checkout = join(folder, 'checkout')
  for (const name of ['scripts', 'src', 'public', 'package.json', 'package-lock.json'])
    cpSync(join(ROOT, name), join(checkout, name), { recursive: true, preserveTimestamps: true })
  symlinkSync(join(ROOT, 'node_modules'), join(checkout, 'node_modules'))
  const routes = serviceRoutes({ a: 'x' })
  const last = 'api/v1/get_dataset/a/?type=xml'
  const origin = await startScripted(t, {
    ...routes,
    [last]: () => {
      writeFileSync(join(checkout, 'scripts/job/astro.ts'), 'export const renamed = 1')
      return routes[last] as string
    },
  })
  const { code, stdout, stderr } = await runMirror(['--json', '--origin', origin.base], {
    program: join(checkout, 'scripts/mirror.mjs'),
    cwd: folder,
  })
  assert.match(
    stderr,
    /^The program was changed while it ran, for example by an upgrade \(.+\)\. .+ run again\.\n$/,
  )
  assert.deepEqual([code, JSON.parse(stdout).code], [1, 'program-changed'])
  assert.ok(!existsSync(join(folder, 'dist')))
})
