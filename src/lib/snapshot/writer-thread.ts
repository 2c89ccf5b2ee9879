import { MessageChannel, type MessagePort, receiveMessageOnPort, Worker } from 'node:worker_threads'
import { doFileWork, type FileWork } from './file-work.ts'
import type { Writer } from './writer.ts'

/** A batch is handed over when it has so many pieces, or no place for the bytes of the next one. */
const BATCH_WORK = 64
const BATCH_BYTES = 512 * 1024
/** Places for the bytes of batches. When all are taken the caller waits. */
const PLACES = 8

/** It holds a batch at a time, as plain values, and their bytes lie elsewhere. */
const HEAP = { maxYoungGenerationSizeMb: 2, maxOldGenerationSizeMb: 64 }

/** What both threads see: whether the other one is there, how many batches it is through with, whether a piece failed. */
export const READY = 0
export const DONE = 1
export const FAILED = 2

/** What the thread is started with. */
export interface Writing {
  readonly shared: Int32Array
  /** The bytes of the batches under way. */
  readonly memory: Uint8Array
  readonly port: MessagePort
}

/** A piece of work on its way: in the place of its bytes, where they lie in the memory. */
export type PackedWork = Packed<FileWork>
type Packed<Work> = Work extends WithBytes ? Omit<Work, 'bytes'> & { from: number; to: number } : Work
type WithBytes = Extract<FileWork, { readonly bytes: unknown }>

export interface WriterThread extends Writer {
  /** Whether it has started. One that cannot never does. */
  readonly ready: boolean
}

/** How long a batch may take, in ms, before the thread is taken for dead: even a slow disk writes 64 small files in less. */
const PATIENCE = 300_000
const SCRIPT = new URL('./writer.worker.ts', import.meta.url)

/** Starts a thread that does file work; it ends with the process at the latest. */
export function openWriterThread(patience = PATIENCE, script = SCRIPT): WriterThread {
  const shared = new Int32Array(new SharedArrayBuffer(12))
  const memory = new Uint8Array(new SharedArrayBuffer(PLACES * BATCH_BYTES))
  const { port1, port2: port } = new MessageChannel()
  const workerData: Writing = { shared, memory, port }
  const thread = new Worker(script, {
    workerData,
    transferList: [port],
    resourceLimits: HEAP,
  })
  thread.on('error', () => {}).unref()
  port1.unref()
  let batch: PackedWork[] = []
  let used = 0
  let sent = 0
  let failure: Error | undefined

  function pack({ bytes, ...work }: WithBytes, size: number): PackedWork {
    const from = (sent % PLACES) * BATCH_BYTES + used
    let to = from
    for (const chunk of bytes) {
      memory.set(chunk, to)
      to += chunk.length
    }
    used += size
    return { ...work, from, to } as PackedWork
  }
  function handOver(): void {
    if (batch.length === 0) return
    port1.postMessage(batch)
    batch = []
    used = 0
    sent++
    // The place of the next batch is free when the batch that had it is done.
    waitFor(sent + 1 - PLACES)
  }
  function waitFor(batches: number): void {
    for (let done = Atomics.load(shared, DONE); done < batches; done = Atomics.load(shared, DONE)) {
      if (failure !== undefined) throw failure
      if (Atomics.wait(shared, DONE, done, patience) === 'timed-out') failure = silence(patience)
    }
  }
  function throwFailure(): void {
    if (failure !== undefined) throw failure
    if (Atomics.load(shared, FAILED) === 0) return
    failure = Object.assign(new Error(), receiveMessageOnPort(port1)?.message)
    throw failure
  }
  function settle(): void {
    handOver()
    waitFor(sent)
    throwFailure()
  }
  function take(work: FileWork): void {
    if (!('bytes' in work)) {
      batch.push(work)
      return
    }
    const size = work.bytes.reduce((sum, chunk) => sum + chunk.length, 0)
    if (size > BATCH_BYTES) {
      settle()
      doFileWork(work)
      return
    }
    if (used + size > BATCH_BYTES) handOver()
    batch.push(pack(work, size))
  }
  return {
    get ready() {
      return Atomics.load(shared, READY) === 1
    },
    do(work) {
      throwFailure()
      take(work)
      if (batch.length >= BATCH_WORK) handOver()
    },
    settle,
    close() {
      const isTold = failure !== undefined
      try {
        settle()
      } catch (error) {
        if (!isTold) throw error
      } finally {
        port1.close()
        void thread.terminate()
      }
    },
  }
}

// Nothing tells that a thread ended while this one waits for it.
function silence(patience: number): Error {
  return new Error(
    `The thread that writes the snapshot has done nothing for ${patience / 1000} s. Run again: it goes on where it stopped.`,
  )
}
