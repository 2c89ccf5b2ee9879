import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { closeSync, existsSync, openSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { FileWork } from '../../src/lib/snapshot/file-work.ts'
import { layout, openDraft } from '../../src/lib/snapshot/index.ts'
import { openWriterThread } from '../../src/lib/snapshot/writer-thread.ts'
import { temporaryFolder } from '../support/temporary.ts'
import { ORIGIN, START } from './records.ts'

const here = (path: string) => new URL(path, import.meta.url).href

async function openReady() {
  const writer = openWriterThread()
  while (!writer.ready) await setImmediate()
  return writer
}

const write = (folder: string, name: string, text: string): FileWork => ({
  do: 'write',
  part: join(folder, 'part'),
  path: join(folder, name),
  mtime: START,
  bytes: [Buffer.from(text.slice(0, 3)), Buffer.from(text.slice(3))],
})

test('a thread does its work in order, whatever the sizes, and all of it before it is settled', async (t) => {
  const folder = temporaryFolder(t)
  const writer = await openReady()
  const log = openSync(join(folder, 'log'), 'w')
  const sizes = Array.from({ length: 900 }, (_, n) => (n % 97 === 0 ? 200_000 : n % 300 === 7 ? 700_000 : n))
  const textOf = (n: number) => String.fromCharCode(97 + (n % 26)).repeat(sizes[n] ?? 0)
  for (const n of sizes.keys()) {
    writer.do({ do: 'folder', path: join(folder, `out/${n}`) })
    writer.do(write(folder, `out/${n}/file`, textOf(n)))
    writer.do({ do: 'append', file: log, path: 'log', bytes: [Buffer.from(`${n}\n`)] })
    if (n % 3 === 0) writer.do({ do: 'discard', path: join(folder, `out/${n}/file`) })
    if (n % 3 === 1)
      writer.do({ do: 'carry', from: join(folder, `out/${n}/file`), path: join(folder, `twins/${n}`) })
  }
  writer.settle()
  for (const n of sizes.keys()) {
    if (n % 3 === 0) assert.ok(!existsSync(join(folder, `out/${n}`)))
    else assert.equal(readFileSync(join(folder, `out/${n}/file`), 'latin1'), textOf(n))
    if (n % 3 === 1) assert.equal(statSync(join(folder, `twins/${n}`)).nlink, 2)
  }
  assert.equal(statSync(join(folder, 'out/1/file')).mtime.toISOString(), START.toISOString())
  assert.equal(readFileSync(join(folder, 'log'), 'utf8'), sizes.map((_, n) => `${n}\n`).join(''))
  closeSync(log)
  writer.close()
})

test('a thread loses no piece of work when the bytes of many fill a batch before it has many pieces', async (t) => {
  const folder = temporaryFolder(t)
  const writer = await openReady()
  const sizes = Array.from({ length: 400 }, (_, n) => 1000 + ((n * 7919) % 120_000))
  for (const [n, size] of sizes.entries()) writer.do(write(folder, `${n}`, 'x'.repeat(size)))
  writer.settle()
  assert.deepEqual(
    sizes.map((_, n) => (existsSync(join(folder, `${n}`)) ? statSync(join(folder, `${n}`)).size : 'lost')),
    sizes,
  )
  writer.close()
})

test('what the disk refuses ends the work: it is thrown with its file, and nothing behind it is done', async (t) => {
  const folder = temporaryFolder(t)
  writeFileSync(join(folder, 'no-folder'), '')
  const writer = await openReady()
  writer.do(write(folder, 'before', 'text'))
  writer.do(write(folder, 'no-folder/file', 'text'))
  writer.do(write(folder, 'behind', 'text'))
  const refused = { code: 'EEXIST', path: join(folder, 'no-folder') }
  assert.throws(() => writer.settle(), refused)
  assert.throws(() => writer.do(write(folder, 'later', 'text')), refused)
  writer.close()
  assert.deepEqual(readdirSync(folder).sort(), ['before', 'no-folder', 'part'])
})

test('a process that is killed while the thread works leaves a draft whose journal names what is there', async (t) => {
  const kill = fileURLToPath(here('../../scripts/drill/kill-at-call.ts'))
  const program = join(temporaryFolder(t), 'program.ts')
  writeFileSync(
    program,
    `import { setImmediate } from 'node:timers/promises'
    import { openDraft } from ${JSON.stringify(here('../../src/lib/snapshot/index.ts'))}
    import { ORIGIN, put, START } from ${JSON.stringify(here('./records.ts'))}
    const draft = openDraft(process.env.DRILL_FOLDER ?? '', ORIGIN, START)
    for (let n = 0; n < 20_000; n++) {
      put(draft, 'd' + n, 'data ' + n)
      await setImmediate()
    }`,
  )
  for (const call of [1, 2, 3, 250, 313, 1234]) {
    const state = temporaryFolder(t)
    const env = { ...process.env, DRILL_FOLDER: state, DRILL_KILL_WORKER_AT: String(call) }
    const { signal, stderr } = spawnSync(process.execPath, ['--import', kill, program], { env })
    assert.equal(signal, 'SIGKILL', String(stderr))
    const lines = readFileSync(layout.journal(state), 'utf8').split('\n').slice(1, -1)
    const draft = openDraft(state, ORIGIN, START)
    draft.close()
    assert.equal(draft.resumed.size, lines.length)
    assert.ok(lines.length > 0)
  }
})

test('a thread that died without a word ends the run, and is not waited for again', async (t) => {
  const folder = temporaryFolder(t)
  const dead = join(folder, 'dead.mjs')
  writeFileSync(
    dead,
    "import { workerData } from 'node:worker_threads'\nAtomics.store(workerData.shared, 0, 1)\nprocess.exit()\n",
  )
  const writer = openWriterThread(50, pathToFileURL(dead))
  while (!writer.ready) await setImmediate()
  writer.do(write(folder, 'file', 'text'))
  assert.throws(() => writer.settle(), /has done nothing for 0\.05 s\. Run again/)
  assert.throws(() => writer.do(write(folder, 'other', 'text')), /has done nothing/)
  assert.throws(() => writer.settle(), /has done nothing/)
  writer.close()
})
