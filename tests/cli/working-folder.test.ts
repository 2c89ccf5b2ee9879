import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { crawlOrigin } from '../../scripts/job/crawl-origin.ts'
import { serviceRoutes } from '../support/crawling.ts'
import { ROOT } from '../support/files.ts'
import { buildWithBundle, prepareStates, runMirror, settingsIn } from '../support/mirror.ts'
import { startScripted } from '../support/scripted-origin.ts'
import { temporaryFolder } from '../support/temporary.ts'

const { signal } = new AbortController()

test('the config is read from the working folder, and nothing is written there if the site and the state are elsewhere', async (t) => {
  const origin = await startScripted(t, serviceRoutes({ a: 'x', b: 'y' }))
  const [cwd, elsewhere] = [temporaryFolder(t), temporaryFolder(t)]
  const [out, state] = [join(elsewhere, 'new/dist'), join(elsewhere, 'state')]
  const config = { origin: origin.base, title: 'Named here', out, state }
  writeFileSync(join(cwd, 'mirror.config.ts'), `export default ${JSON.stringify(config)}`)
  await prepareStates(state)
  const seen = new Set<string>()
  const { code, stderr } = await runMirror(['mirror', '--verbose'], {
    cwd,
    env: { NODE_COMPILE_CACHE: undefined },
    onOutput: () => {
      for (const name of readdirSync(cwd)) seen.add(name)
    },
  })
  assert.equal(code, 0, stderr)
  assert.ok(existsSync(join(out, 'api/v1/get_dataset/a/index.json')))
  assert.deepEqual([...seen], ['mirror.config.ts'])
  assert.deepEqual(readdirSync(cwd), ['mirror.config.ts'])
  assert.deepEqual(readdirSync(join(elsewhere, 'new')), ['dist'])
})

test('a build keeps the working folder of the process', async (t) => {
  const origin = await startScripted(t, serviceRoutes({ a: 'x' }))
  const settings = settingsIn(temporaryFolder(t), { origin: origin.base })
  await crawlOrigin(settings, () => {}, signal)
  const before = process.cwd()
  const seen = new Set<string>()
  const watch = setInterval(() => seen.add(process.cwd()), 1)
  await buildWithBundle(settings).finally(() => clearInterval(watch))
  assert.deepEqual([...seen], [before])
})

test('a working folder that was removed ends every command with one line that states what to do', (t) => {
  for (const args of ['', 'plan', '--version']) {
    const script = `cd "$1" && mkdir gone && cd gone && rmdir "$PWD" && exec "$2" "$3" ${args}`
    const { status, stdout, stderr } = spawnSync(
      'sh',
      ['-c', script, 'sh', temporaryFolder(t), process.execPath, join(ROOT, 'scripts/mirror.mjs')],
      { encoding: 'utf8' },
    )
    assert.deepEqual([status, stdout], [2, ''])
    assert.match(stderr, /^The working folder was removed, [^\n]+ \(cd\), then run again\.\n$/)
  }
})
