import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Worker } from 'node:worker_threads'
import { USES } from './foreign.ts'

const SIZE = 250_000
// Only ends what never ends: the worker itself measures the processor time of each text.
const TIMEOUT = 240_000

interface Message {
  readonly began?: readonly string[]
  readonly done?: true
}

/** Runs one use over many texts; undefined if all ended, else the one that did not. */
function exhaust(at: number): Promise<string | undefined> {
  const worker = new Worker(new URL('./foreign-worker.ts', import.meta.url), {
    workerData: { at, size: SIZE, runs: 6, every: 4 },
  })
  return new Promise((resolve) => {
    let last: readonly string[] = []
    const end = (result: string | undefined) => {
      clearTimeout(timer)
      resolve(result)
      void worker.terminate()
    }
    const late = () => end(`was not done with ${JSON.stringify(last)} after ${TIMEOUT / 1000} s`)
    let timer = setTimeout(late, TIMEOUT)
    worker.on('message', ({ began, done }: Message) => {
      if (done) return end(undefined)
      last = began ?? last
      clearTimeout(timer)
      timer = setTimeout(late, TIMEOUT)
    })
    worker.on('error', (error) => end(`${JSON.stringify(last)}: ${(error as Error).stack}`))
  })
}

describe('a text of 250,000 characters', { concurrency: 2 }, () => {
  for (const [at, { name }] of USES.entries())
    test(`is processed in linear time: ${name}`, async () => assert.equal(await exhaust(at), undefined))
})
