import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { Worker } from 'node:worker_threads'
import { writeWhole } from '../../src/lib/snapshot/index.ts'
import { temporaryFolder } from '../support/temporary.ts'

const TIMES = 400
const SCRIPT = `
const { workerData } = require('node:worker_threads')
import(workerData.module).then(({ writeWhole }) => {
  const { shared, path, content, times } = workerData
  for (let round = 1; round <= times; round++) {
    // Both are here before either goes on.
    Atomics.add(shared, 0, 1)
    while (Atomics.load(shared, 0) < round * 2);
    writeWhole(path, content)
  }
})`

test('two threads can write the same file at the same time without leftover files', async (t) => {
  const folder = temporaryFolder(t)
  const path = join(folder, 'reading.json')
  const content = 'x'.repeat(100_000)
  const module = new URL('../../src/lib/snapshot/disk.ts', import.meta.url).href
  const shared = new Int32Array(new SharedArrayBuffer(4))
  const workers = [1, 2].map(
    () => new Worker(SCRIPT, { eval: true, workerData: { module, shared, path, content, times: TIMES } }),
  )
  t.after(() => Promise.all(workers.map((worker) => worker.terminate())))
  await Promise.all(workers.map((worker) => once(worker, 'exit')))
  assert.equal(readFileSync(path, 'utf8'), content)
  assert.deepEqual(readdirSync(folder), ['reading.json'])
})

test('a text is written exactly, however long its pieces are and wherever its characters begin', (t) => {
  const path = join(temporaryFolder(t), 'text')
  for (const before of ['', 'a', 'я', '€']) {
    const pieces = [before, `${'😀'.repeat(50_000)}${before}`, '', '\ud83d', '\ude00']
    writeWhole(path, pieces)
    const expected = Buffer.concat(pieces.map((piece) => Buffer.from(piece)))
    assert.ok(readFileSync(path).equals(expected), `after "${before}"`)
  }
})
