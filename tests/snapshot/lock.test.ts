import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { test } from 'node:test'
import { layout, StateInUse, withState } from '../../src/lib/snapshot/index.ts'
import { temporaryFolder } from '../support/temporary.ts'

test('a state folder is used by one run at a time, and free again when that ends, well or not', async (t) => {
  const state = temporaryFolder(t)
  await withState(state, async () => {
    await assert.rejects(
      withState(state, async () => 1),
      (error: Error) => {
        assert.ok(error instanceof StateInUse)
        assert.match(error.message, new RegExp(`process ${process.pid}\\) is using .*--state`))
        return true
      },
    )
  })
  await assert.rejects(
    withState(state, () => Promise.reject(new Error('broken'))),
    /broken/,
  )
  assert.equal(await withState(state, async () => 'free'), 'free')
  assert.equal(existsSync(layout.lock(state)), false)
})

test('the lock of a run that was killed is taken over', async (t) => {
  const state = temporaryFolder(t)
  const { pid } = spawnSync(process.execPath, ['--version'])
  writeFileSync(layout.lock(state), String(pid))
  assert.equal(await withState(state, async () => 'taken'), 'taken')
  writeFileSync(layout.lock(state), '')
  assert.equal(await withState(state, async () => 'taken'), 'taken')
})
