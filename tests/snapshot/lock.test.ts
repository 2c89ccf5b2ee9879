import assert from 'node:assert/strict'
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { layout, StateInUse, withState } from '../../src/lib/snapshot/index.ts'
import { runHere } from '../support/mirror.ts'
import { temporaryFolder } from '../support/temporary.ts'

const SNAPSHOT = new URL('../../src/lib/snapshot/index.ts', import.meta.url).href

/** A process that prints `locked` once it uses the state folder, or `refused`, and uses it until it is killed or stopped. */
function contend(t: TestContext, state: string): { child: ChildProcess; printed: Promise<string> } {
  const script = `
    import { withState } from ${JSON.stringify(SNAPSHOT)}
    await withState(${JSON.stringify(state)}, async () => {
      process.stdout.write('locked')
      await new Promise((resolve) => process.stdin.once('end', resolve).resume())
    }).catch((error) => process.stdout.write(error.name === 'StateInUse' ? 'refused' : String(error)))`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  t.after(() => child.kill('SIGKILL'))
  return { child, printed: once(child.stdout as NodeJS.ReadableStream, 'data').then(String) }
}

test('a state folder is used by one run at a time, and released when that ends, with or without an error', async (t) => {
  const state = temporaryFolder(t)
  await withState(state, async () => {
    for (let time = 0; time < 2; time++)
      await assert.rejects(
        withState(state, async () => 1),
        (error: Error) => {
          assert.ok(error instanceof StateInUse)
          assert.match(error.message, new RegExp(`process ${process.pid}\\) is using .*--state`))
          return true
        },
      )
    assert.equal(await contend(t, state).printed, 'refused')
  })
  await assert.rejects(
    withState(state, () => Promise.reject(new Error('broken'))),
    /broken/,
  )
  assert.equal(await withState(state, async () => 'free'), 'free')
  assert.deepEqual(readdirSync(state), ['open-data-mirror.txt'])
})

test('the lock of a killed run is released, whatever process has its pid now', async (t) => {
  const state = temporaryFolder(t)
  const { child, printed } = contend(t, state)
  assert.equal(await printed, 'locked')
  await assert.rejects(
    withState(state, async () => 1),
    new RegExp(`process ${child.pid}\\)`),
  )
  child.kill('SIGKILL')
  await once(child, 'close')
  assert.ok(existsSync(layout.lock(state)))
  // A recycled number: the one of this very process, which is alive.
  writeFileSync(`${layout.lock(state)}.holder`, String(process.pid))
  assert.equal(await withState(state, async () => 'taken'), 'taken')
  assert.deepEqual(readdirSync(state), ['open-data-mirror.txt'])
})

test('of many processes that want the lock of a killed run, one gets it at a time', async (t) => {
  const state = temporaryFolder(t)
  for (let round = 0; round < 3; round++) {
    const contenders = Array.from({ length: 6 }, () => contend(t, state))
    const answers = await Promise.all(contenders.map(({ printed }) => printed))
    assert.deepEqual(
      answers.toSorted(),
      ['locked', ...Array.from({ length: 5 }, () => 'refused')],
      `round ${round}`,
    )
    const { child } = contenders[answers.indexOf('locked')] as { child: ChildProcess }
    child.kill('SIGKILL')
    await once(child, 'close')
  }
})

test('the lock is never taken twice, while many take and release it', async (t) => {
  const state = temporaryFolder(t)
  const inside = join(state, 'inside')
  const script = `
    import { mkdirSync, rmdirSync } from 'node:fs'
    import { withState } from ${JSON.stringify(SNAPSHOT)}
    let count = 0
    for (let n = 0; n < 300; n++)
      await withState(${JSON.stringify(state)}, async () => {
        mkdirSync(${JSON.stringify(inside)})
        count++
        rmdirSync(${JSON.stringify(inside)})
      }).catch((error) => { if (error.name !== 'StateInUse') throw error })
    process.stdout.write(String(count))`
  const ends = Array.from({ length: 4 }, async () => {
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let printed = ''
    child.stdout.on('data', (chunk) => {
      printed += chunk
    })
    const [code] = await once(child, 'close')
    assert.equal(code, 0)
    return Number(printed)
  })
  const counts = await Promise.all(ends)
  assert.ok(
    counts.every((count) => count > 0),
    counts.join(),
  )
  assert.deepEqual(readdirSync(state), ['open-data-mirror.txt'])
})

test('an invalid lock file is reported, with what to do', async (t) => {
  const state = temporaryFolder(t)
  writeFileSync(layout.mark(state), '')
  writeFileSync(layout.lock(state), 'something a person put there')
  const { code, stderr } = await runHere(['crawl', '--state', state, '--origin', 'http://127.0.0.1:9'])
  assert.equal(code, 1)
  assert.match(
    stderr,
    /lock cannot be locked \(file is not a database\)\. Delete it if no run is active\. [^\n]+\.\n$/,
  )
})

test('where a process may open no more files, taking the lock states that, and no other remedy', (t) => {
  const script = `
    import { closeSync, openSync } from 'node:fs'
    import { withState } from ${JSON.stringify(SNAPSHOT)}
    const open = []
    try {
      for (;;) open.push(openSync('/dev/null'))
    } catch {}
    for (let free = 0; free < 3; free++) {
      const state = process.argv[1] + free
      const { message } = await withState(state, async () => 1).catch((error) => error)
      closeSync(open.pop())
      console.log(message)
    }`
  const args = [process.execPath, '--input-type=module', '-e', script, join(temporaryFolder(t), 'state')]
  const { stdout } = spawnSync('sh', ['-c', 'ulimit -n 64; exec "$@"', 'sh', ...args], { encoding: 'utf8' })
  const lines = stdout.trim().split('\n')
  assert.equal(lines.length, 3)
  const met =
    /^\S+ could not be (?:read|written) \(EMFILE\)\. [^.]*\. [^.]* \(ulimit -n\), then run again[^.]*\.$/
  for (const line of lines) assert.match(line, met)
})

test('a build during the first crawl reports that run, and after a killed one that there is no snapshot', async (t) => {
  const state = join(temporaryFolder(t), 'state')
  const build = ['build', '--state', state, '--out', join(state, '../dist')]
  const during = await withState(state, () => runHere(build))
  assert.equal(during.code, 8, during.stderr)
  assert.match(during.stderr, new RegExp(`process ${process.pid}\\) is using ${state}`))
  writeFileSync(layout.lock(state), '')
  const after = await runHere(build)
  assert.equal(after.code, 3, after.stderr)
  assert.match(after.stderr, /There is no snapshot in/)
  assert.ok(!existsSync(join(state, '../dist')))
})
