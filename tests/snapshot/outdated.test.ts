import assert from 'node:assert/strict'
import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { UnusableFolder, withState } from '../../src/lib/snapshot/index.ts'
import { temporaryFolder } from '../support/temporary.ts'

const MARK = 'open-data-mirror.txt'
const READING = `${'0'.repeat(64)}.json.json`
const TABLES = '{"reader":9,"writer":2,"tables":{}}\n'

/** A state folder as version 0.1.0 left it before it had `derived/`. */
function writeOutdated(state: string, others: readonly string[] = []): void {
  mkdirSync(join(state, 'readings'))
  for (const name of [READING, `${'a'.repeat(64)}.xml.windows-1251.json`, `${READING}.part`, ...others])
    writeFileSync(join(state, 'readings', name), '{}')
  writeFileSync(join(state, 'tables.json'), TABLES)
}

test('a run removes the caches that earlier versions left in the state folder', async (t) => {
  const state = temporaryFolder(t)
  await withState(state, async () => {})
  writeOutdated(state)
  await withState(state, async () => {})
  assert.deepEqual(readdirSync(state), [MARK])
})

test('files of others beside these caches stay, and so does a folder that a link leads to', async (t) => {
  const state = temporaryFolder(t)
  await withState(state, async () => {})
  writeOutdated(state, ['lord-jim.txt'])
  writeFileSync(join(state, 'tables.json'), '[]')
  await withState(state, async () => {})
  assert.deepEqual(readdirSync(join(state, 'readings')), ['lord-jim.txt'])
  assert.deepEqual(readdirSync(state).sort(), [MARK, 'readings', 'tables.json'])

  const [linked, elsewhere] = [temporaryFolder(t), temporaryFolder(t)]
  await withState(linked, async () => {})
  writeFileSync(join(elsewhere, READING), '{}')
  symlinkSync(elsewhere, join(linked, 'readings'))
  await withState(linked, async () => {})
  assert.deepEqual(readdirSync(elsewhere), [READING])
})

test('in a folder that is not a state folder, nothing is removed', async (t) => {
  const state = temporaryFolder(t)
  writeOutdated(state)
  await assert.rejects(
    withState(state, async () => {}),
    UnusableFolder,
  )
  assert.deepEqual(readdirSync(state).sort(), ['readings', 'tables.json'])
  assert.equal(readdirSync(join(state, 'readings')).length, 3)
})
