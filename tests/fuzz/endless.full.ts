import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Worker } from 'node:worker_threads'
import { ENDLESS } from './endless.ts'

const SIZE = 250_000
// A quadratic reader needs hours; a linear one needs a moment.
const TIMEOUT = 120_000
const MEMORY_MIB = 400

describe('documents designed to keep a reader busy', { concurrency: 2 }, () => {
  for (const [at, { name, format }] of ENDLESS.entries())
    test(`${format}: ${name} is processed quickly, and in little memory`, async () => {
      const worker = new Worker(new URL('./endless-worker.ts', import.meta.url), {
        workerData: { at, size: SIZE },
        resourceLimits: { maxOldGenerationSizeMb: MEMORY_MIB },
      })
      const ended = await new Promise<string>((resolve) => {
        const timer = setTimeout(() => resolve(`it was not done after ${TIMEOUT / 1000} s`), TIMEOUT)
        worker.once('message', resolve)
        worker.once('error', (error) => resolve(String((error as Error).stack)))
        worker.once('exit', () => clearTimeout(timer))
      })
      await worker.terminate()
      assert.equal(ended, 'done')
    })
})
