import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { Worker } from 'node:worker_threads'
import { USES } from './foreign.ts'

const SIZE = 100_000
// Only ends what never ends: the worker itself measures the processor time of each text.
const TIMEOUT = 240_000

interface Message {
  readonly began?: readonly string[]
  readonly failure?: string
  readonly done?: true
}

const idle: Worker[] = []

/** Runs one use over many texts, in a worker that has nothing to do; undefined if all ended in time, else the one that did not. */
function exhaust(at: number): Promise<string | undefined> {
  const worker =
    idle.pop() ??
    new Worker(new URL('./foreign-worker.ts', import.meta.url), {
      workerData: { size: SIZE, runs: 6, every: 4 },
    })
  return new Promise((resolve) => {
    let last: readonly string[] = []
    const end = (result?: string) => {
      clearTimeout(timer)
      worker.off('message', take).off('error', fail)
      if (result === undefined) idle.push(worker)
      else void worker.terminate()
      resolve(result && `${JSON.stringify(last)}: ${result}`)
    }
    const timer = setTimeout(() => end(`was not done after ${TIMEOUT / 1000} s`), TIMEOUT)
    const take = ({ began, failure, done }: Message) => {
      last = began ?? last
      if (done) end(failure)
    }
    const fail = (error: unknown) => end((error as Error).stack)
    worker.on('message', take).on('error', fail).postMessage(at)
  })
}

describe(`a text of ${SIZE} characters`, { concurrency: 2 }, () => {
  after(() => Promise.all(idle.map((worker) => worker.terminate())))
  for (const [at, { name }] of USES.entries())
    test(`is processed in linear time: ${name}`, async () => assert.equal(await exhaust(at), undefined))
})
