import assert from 'node:assert/strict'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import threads from 'node:worker_threads'
import { errorCodeOf, describe as printed } from '../../scripts/cli/faults.ts'
import { openWorkers } from '../../scripts/job/workers.ts'
import type { ManifestRecord } from '../../src/lib/snapshot/index.ts'
import { temporaryFolder } from '../support/temporary.ts'

const COUNT = 300

const RENDERER = 'export const render = async () => new Uint8Array()'

/** Uses up the memory of each thread but the main one. */
const HOARDER = `
import { isMainThread } from 'node:worker_threads'
const kept = []
while (!isMainThread) kept.push(Array.from({ length: 1000 }, (_, n) => String(n)))
${RENDERER}`

/** Gives threads little memory. */
function limitThreads(context: TestContext): void {
  const { Worker } = threads
  const replace = (other: typeof Worker) => {
    threads.Worker = other
    syncBuiltinESMExports()
  }
  replace(
    class extends Worker {
      constructor(url: URL, options: threads.WorkerOptions) {
        super(url, { ...options, resourceLimits: { maxOldGenerationSizeMb: 64 } })
      }
    },
  )
  context.after(() => replace(Worker))
}

/** The workers of an empty site, and tasks enough for threads: a text file each. */
function openSite(context: TestContext, signal: AbortSignal, renderer = RENDERER) {
  const folder = temporaryFolder(context)
  const site = join(folder, 'site')
  const entry = join(folder, 'entry.mjs')
  writeFileSync(entry, renderer)
  const plan = {
    site,
    incoming: join(folder, 'incoming'),
    generation: folder,
    derived: folder,
    now: new Date(0),
    input: {} as never,
    language: 'en' as const,
    outlines: folder,
  }
  const workers = openWorkers(plan, { entry, assets: folder }, signal)
  context.after(() => workers.close())
  const done: string[] = []
  const tasks = Array.from({ length: COUNT }, (_, n) => ({
    task: { path: `${n}.txt`, content: `text ${n}` },
    done: ({ files }: { readonly files: readonly { readonly path: string }[] }) =>
      void done.push(...files.map(({ path }) => path)),
  }))
  return { site, workers, tasks, done }
}

describe('the threads of a build', () => {
  it('make every file once', async (context) => {
    const { site, workers, tasks, done } = openSite(context, new AbortController().signal)
    await workers.runAll(tasks)
    assert.deepEqual(readdirSync(site).sort(), done.toSorted())
    assert.equal(done.length, COUNT)
    assert.equal(readFileSync(join(site, '7.txt'), 'utf8'), 'text 7')
  })

  it('make large documents although the main thread, which found them last, leaves them to others', async (context) => {
    const { workers, tasks } = openSite(context, new AbortController().signal)
    const document = { bytes: 2_000_000 } as ManifestRecord
    let large = 0
    const last = Array.from({ length: 3 }, () => ({ task: { data: [], document }, done: () => large++ }))
    await workers.runAll([...tasks, ...last])
    assert.equal(large, 3)
  })

  it('end the run with one sentence if one of them runs out of memory', async (context) => {
    limitThreads(context)
    const { workers, tasks } = openSite(context, new AbortController().signal, HOARDER)
    await assert.rejects(workers.runAll(tasks), (error) => {
      assert.match(
        printed(error),
        /^A thread that makes pages ran out of memory\. Raise its limit, [^\n]+ run again\. What is published is intact\.$/,
      )
      return errorCodeOf(error) === 'system'
    })
  })

  it('end with the signal alone if it came before their first answer', async (context) => {
    const rejections: unknown[] = []
    const note = (error: unknown) => void rejections.push(error)
    process.on('unhandledRejection', note)
    context.after(() => process.off('unhandledRejection', note))
    const { workers, tasks } = openSite(context, AbortSignal.abort(new Error('stopped')))
    await assert.rejects(workers.runAll(tasks), { message: 'stopped' })
    await workers.close()
    await setImmediate()
    assert.deepEqual(rejections, [])
  })
})
