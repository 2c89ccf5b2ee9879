import { getCompileCacheDir } from 'node:module'
import { availableParallelism } from 'node:os'
import { dirname, join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import {
  type MadeFiles,
  type Make,
  type MakingPlan,
  type MakingTask,
  openMaker,
} from '../../src/lib/site/build/make.ts'
import { DamagedSnapshot } from '../../src/lib/snapshot/index.ts'
import type { WorkerResult, WorkerStart } from './make.worker.ts'
import { type Bundle, OutOfMemory, openRenderer } from './renderer.ts'

/** The number of tasks that are posted to a thread at a time. */
const CHUNK = 16
/** With fewer tasks, starting threads would take longer than making the files in this thread. */
const FEW = 200
/** A list of tasks for a thread ends when its texts have this many characters, because all waiting lists are in memory. */
const LONG = 1_000_000
/** Data with more bytes is left to the other threads: while this thread makes files, it neither posts tasks nor handles signals. */
const LARGE = 1_000_000

/** A task, and what is done with the result. */
export interface QueuedTask {
  readonly task: MakingTask
  done(made: MadeFiles): void
}

export type Workers = ReturnType<typeof openWorkers>

/**
 * Opens the workers of a site, which make its files: a few in this thread, many also in further threads, one for each core of the machine in total.
 * `signal` ends a run between two tasks.
 */
export function openWorkers(plan: MakingPlan, bundle: Bundle, signal: AbortSignal) {
  const threads: Thread[] = []
  let here: Promise<Make> | undefined
  const makeHere = async ({ task, done }: QueuedTask) => {
    here ??= openRenderer(bundle).then((render) => openMaker(plan, render))
    done(await (await here)(task))
    // A task does not yield to the event loop, so without this, signals and messages of threads would not be handled before the end.
    await setImmediate()
    signal.throwIfAborted()
  }
  return {
    /** Runs all tasks. They are taken a few at a time, so not all are in memory. Throws what a task throws. */
    async runAll(tasks: Iterable<QueuedTask>) {
      const waiting = tasks[Symbol.iterator]()
      // The tasks that were taken for the threads.
      const left = take(waiting, threads.length > 0 ? 0 : FEW)
      if (threads.length > 0 || left.length === FEW) {
        while (threads.length < Math.max(1, availableParallelism() - 1))
          threads.push(
            startThread({
              plan: { ...plan, incoming: join(plan.incoming, `thread-${threads.length}`) },
              entry: bundle.entry,
            }),
          )
        await share({ threads, waiting, left, makeHere, signal })
      }
      for (const queued of left) await makeHere(queued)
    },
    /** Ends the threads. */
    close: async () => void (await Promise.all(threads.map(({ worker }) => worker.terminate()))),
  }
}

interface Sharing {
  readonly threads: readonly Thread[]
  readonly waiting: Iterator<QueuedTask>
  /** Tasks for the threads. At the end, it contains those that no thread has taken. */
  readonly left: QueuedTask[]
  makeHere(queued: QueuedTask): Promise<void>
  readonly signal: AbortSignal
}

/** Makes files in all threads, and small ones also in this thread. Resolves when all threads have ended; rejects if one has failed. */
async function share({ threads, waiting, left, makeHere, signal }: Sharing): Promise<void> {
  let isOver = false
  const next = () => {
    if (isOver) return []
    return [...left.splice(0, CHUNK), ...(left.length > 0 ? [] : take(waiting, CHUNK, LONG))]
  }
  const makeRest = async () => {
    while (!isOver) {
      const [queued] = take(waiting, 1)
      if (queued === undefined) return
      if (isLarge(queued)) left.push(queued)
      else await makeHere(queued)
    }
  }
  const here = makeRest()
  try {
    await Promise.all([here, ...threads.map((thread) => serve(thread, next, signal))])
  } finally {
    isOver = true
    await Promise.allSettled([here])
  }
}

function isLarge({ task }: QueuedTask): boolean {
  return 'data' in task && [...task.data, task.document].some((record) => (record?.bytes ?? 0) > LARGE)
}

function take(
  tasks: Iterator<QueuedTask>,
  most: number,
  characters = Number.POSITIVE_INFINITY,
): QueuedTask[] {
  const taken: QueuedTask[] = []
  for (let length = 0; taken.length < most && length < characters; ) {
    const { done, value } = tasks.next()
    if (done) break
    taken.push(value)
    length += lengthOf(value)
  }
  return taken
}

function lengthOf({ task }: QueuedTask): number {
  return 'content' in task && typeof task.content === 'string' ? task.content.length : 0
}

// While a thread works on one list of tasks, the next list is already posted to it.
async function serve(thread: Thread, next: () => QueuedTask[], signal: AbortSignal): Promise<void> {
  let current = next()
  let answer = thread.post(current)
  while (current.length > 0) {
    signal.throwIfAborted()
    const following = next()
    const promised = thread.post(following)
    for (const [at, made] of (await answer).entries()) current[at]?.done(made)
    current = following
    answer = promised
  }
}

interface Thread {
  readonly worker: Worker
  /** Resolves to the files that were made for the tasks, in order. Rejects if the thread ends; this rejection does not have to be handled. */
  post(tasks: readonly QueuedTask[]): Promise<readonly MadeFiles[]>
}

// A thread does not inherit the cache of compiled modules from its process.
function threadEnv(): NodeJS.ProcessEnv {
  const cache = getCompileCacheDir()
  return cache === undefined ? process.env : { ...process.env, NODE_COMPILE_CACHE: dirname(cache) }
}

// A thread has the same limit as the process, which depends on the memory of the machine or container.
function toExplained(error: unknown): unknown {
  if ((error as NodeJS.ErrnoException).code !== 'ERR_WORKER_OUT_OF_MEMORY') return error
  return new OutOfMemory(
    'A thread that makes pages ran out of memory. Raise its limit, for example with NODE_OPTIONS=--max-old-space-size=8192 (MB), and that of the container if there is one',
  )
}

function startThread(workerData: WorkerStart): Thread {
  const worker = new Worker(new URL('./make.worker.ts', import.meta.url), { workerData, env: threadEnv() })
  const waiting: PromiseWithResolvers<readonly MadeFiles[]>[] = []
  let failure: unknown
  const fail = (error: unknown) => {
    failure ??= error
    for (const { reject } of waiting.splice(0)) reject(failure)
  }
  worker.on('error', (error) => fail(toExplained(error)))
  worker.on('exit', (code) => fail(new Error(`A thread that makes pages exited with code ${code}.`)))
  worker.on('message', (answer: WorkerResult) => {
    if ('damaged' in answer) fail(new DamagedSnapshot(answer.damaged))
    else waiting.shift()?.resolve(answer.made)
  })
  return {
    worker,
    post(tasks) {
      const promised = Promise.withResolvers<readonly MadeFiles[]>()
      // If something else fails first, nothing awaits this answer.
      promised.promise.catch(() => {})
      if (failure !== undefined) promised.reject(failure)
      else {
        waiting.push(promised)
        worker.postMessage(tasks.map(({ task }) => task))
      }
      return promised.promise
    },
  }
}
