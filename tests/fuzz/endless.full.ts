import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { Worker } from 'node:worker_threads'
import { ENDLESS } from './endless.ts'

const SIZE = 100_000
// Only ends what never ends: the worker itself measures the processor time of each document.
const TIMEOUT = 120_000
const MEMORY_MIB = 160

const idle: Worker[] = []

/** Reads one document in a worker that has nothing to do; a worker that failed, or did not end, is not used again. */
async function read(at: number): Promise<string> {
  const worker =
    idle.pop() ??
    new Worker(new URL('./endless-worker.ts', import.meta.url), {
      workerData: { size: SIZE },
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_MIB },
    })
  const ended = await new Promise<string>((resolve) => {
    const timer = setTimeout(() => end(`it was not done after ${TIMEOUT / 1000} s`), TIMEOUT)
    const fail = (error: unknown) => end(String((error as Error).stack))
    const end = (how: string) => {
      clearTimeout(timer)
      worker.off('message', end).off('error', fail)
      resolve(how)
    }
    worker.on('message', end).on('error', fail).postMessage(at)
  })
  if (ended === 'done') idle.push(worker)
  else await worker.terminate()
  return ended
}

describe('documents designed to keep a reader busy', { concurrency: 2 }, () => {
  after(() => Promise.all(idle.map((worker) => worker.terminate())))
  for (const [at, { name, format }] of ENDLESS.entries())
    test(`${format}: ${name} is processed quickly, and in little memory`, async () =>
      assert.equal(await read(at), 'done'))
})
