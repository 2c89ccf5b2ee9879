import assert from 'node:assert/strict'
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { findCurrent, layout } from '../../src/lib/snapshot/index.ts'
import { serviceRoutes } from '../support/crawling.ts'
import { differences, readTree } from '../support/files.ts'
import { prepareStates, runHere } from '../support/mirror.ts'
import { startScripted } from '../support/scripted-origin.ts'
import { temporaryFolder } from '../support/temporary.ts'

const DAMAGES: Readonly<Record<string, (path: string) => void>> = {
  gone: (path) => rmSync(path),
  emptied: (path) => writeFileSync(path, ''),
  cut: (path) => writeFileSync(path, readFileSync(path).subarray(0, 900)),
}

test('a damaged manifest is reported in one line with the remedy, restoring from the published site, and nothing is lost', async (t) => {
  const origin = await startScripted(t, serviceRoutes({ a: 'text of a', b: 'text of b' }))
  const folder = temporaryFolder(t)
  const [out, state] = [join(folder, 'dist'), join(folder, 'state')]
  const places = ['--origin', origin.base, '--state', state, '--out', out]
  await prepareStates(state)
  assert.equal((await runHere(places)).code, 0)
  for (const [what, damage] of Object.entries(DAMAGES)) {
    const current = findCurrent(state)
    assert.ok(current, what)
    const before = readTree(out, { times: true })
    damage(layout.manifest(current.folder))
    for (const args of [places, ['build', '--state', state, '--out', out]]) {
      const ended = await runHere(args)
      assert.equal(ended.code, 1, what)
      assert.match(ended.stderr, /manifest\.json is damaged.*run again with --restore/s, what)
      assert.doesNotMatch(ended.stderr, /^ +at /m, what)
    }
    assert.deepEqual(differences(before, readTree(out, { times: true })), [], what)

    const restored = await runHere([...places, '--restore', out])
    assert.equal(restored.code, 0, restored.stderr)
    assert.match(restored.stderr, /Restored 12 files/, what)
    assert.equal(findCurrent(state)?.manifest.complete, true, what)
  }
})

test('a snapshot and a site of a newer version of the program are not taken for damaged ones, and nothing is replaced', async (t) => {
  const origin = await startScripted(t, serviceRoutes({ a: 'text of a' }))
  const folder = temporaryFolder(t)
  const [out, state] = [join(folder, 'dist'), join(folder, 'state')]
  const places = ['--origin', origin.base, '--state', state, '--out', out]
  await prepareStates(state)
  assert.equal((await runHere(places)).code, 0)
  const manifest = layout.manifest(findCurrent(state)?.folder ?? assert.fail())
  const older = join(folder, 'older')
  cpSync(out, older, { recursive: true })
  for (const file of [manifest, join(out, 'manifest.json')])
    writeFileSync(file, readFileSync(file, 'utf8').replace('"manifest": 2', '"manifest": 3'))
  const [before, published, asked] = [readTree(state), readTree(out), origin.requests.length]
  const build = ['build', '--state', state, '--out', out]
  for (const args of [places, build, ['plan', '--state', state], [...places, '--restore', older]]) {
    const { code, stdout } = await runHere([...args, '--json'])
    assert.deepEqual([code, JSON.parse(stdout).code], [2, 'unusable-folder'], args.join(' '))
  }
  const state2 = join(folder, 'state2')
  await prepareStates(state2)
  const restored = await runHere(['--origin', origin.base, '--state', state2, '--restore', out, '--json'])
  assert.deepEqual([restored.code, JSON.parse(restored.stdout).code], [3, 'restore-failed'])
  assert.equal((await runHere(['verify', out])).code, 6)
  assert.equal(origin.requests.length, asked)
  assert.deepEqual(differences(before, readTree(state)), [])
  assert.deepEqual(differences(published, readTree(out)), [])
})
