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

/** How many tasks are posted to a thread at a time. */
const CHUNK = 16
/** With fewer tasks, starting threads would take longer than making the files in this thread. */
const FEW = 200
/** A list of tasks for a thread ends with the text that makes it longer than this many characters: all lists that wait are in memory. */
const LONG = 1_000_000
/** Data of more bytes is left to the threads: while this thread makes files, it hands out no tasks and handles no signals. */
const LARGE = 1_000_000

/** A task, and what is done with the result. */
export interface QueuedTask {
  readonly task: MakingTask
  done(made: MadeFiles): void
}

/** Makes the files of a site: few in this thread; many also in others, so that there is one for each core of the machine. */
export interface Workers {
  /** Runs all tasks. They are taken a few at a time, so not all are in memory. Throws what a task throws. */
  runAll(tasks: Iterable<QueuedTask>): Promise<void>
  /** Ends the threads. */
  close(): Promise<void>
}

/** Opens the workers of a site. `signal` ends a run between two tasks. */
export function openWorkers(plan: MakingPlan, bundle: Bundle, signal: AbortSignal): Workers {
  const threads: Thread[] = []
  let here: Promise<Make> | undefined
  const makeHere = async ({ task, done }: QueuedTask) => {
    here ??= openRenderer(bundle).then((render) => openMaker(plan, render))
    done(await (await here)(task))
    // A task never yields to the event loop, so neither signals nor threads would be answered before the end.
    await setImmediate()
    signal.throwIfAborted()
  }
  return {
    async runAll(tasks) {
      const waiting = tasks[Symbol.iterator]()
      // What was taken for the threads.
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
    close: async () => void (await Promise.all(threads.map(({ worker }) => worker.terminate()))),
  }
}

interface Sharing {
  readonly threads: readonly Thread[]
  readonly waiting: Iterator<QueuedTask>
  /** Tasks for the threads. Contains those that no thread has taken, at the end. */
  readonly left: QueuedTask[]
  makeHere(queued: QueuedTask): Promise<void>
  readonly signal: AbortSignal
}

/** Makes files in all threads, and small ones in this one meanwhile. Ends when all have ended, or one has failed. */
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
  /** Resolves to what was made of the tasks, in order. Rejects if the thread ends, which need not be handled. */
  post(tasks: readonly QueuedTask[]): Promise<readonly MadeFiles[]>
}

// A thread does not take over the cache of compiled modules of its process.
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
      // If something else fails first, nobody waits for this answer.
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
