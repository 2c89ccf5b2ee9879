import { workerData } from 'node:worker_threads'
import { doFileWork } from './file-work.ts'
import { DONE, FAILED, type PackedWork, READY, type Writing } from './writer-thread.ts'

const { shared, memory, port } = workerData as Writing

port.on('message', (batch: readonly PackedWork[]) => {
  try {
    if (Atomics.load(shared, FAILED) === 0) for (const work of batch) doPacked(work)
  } catch (error) {
    const { message, code, errno, syscall, path, dest } = error as NodeJS.ErrnoException & { dest?: string }
    port.postMessage({ message, code, errno, syscall, path, dest })
    Atomics.store(shared, FAILED, 1)
  }
  Atomics.add(shared, DONE, 1)
  Atomics.notify(shared, DONE)
})
Atomics.store(shared, READY, 1)

function doPacked(work: PackedWork): void {
  if ('to' in work) doFileWork({ ...work, bytes: [memory.subarray(work.from, work.to)] })
  else doFileWork(work)
}
