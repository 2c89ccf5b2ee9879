import { doFileWork, type FileWork } from './file-work.ts'
import { openWriterThread, type WriterThread } from './writer-thread.ts'

/** Does file work in the order it is given. */
export interface Writer {
  /** Takes a piece of work, which may be done later. Throws what an earlier piece met; then no later one is done. */
  do(work: FileWork): void
  /** Returns when all that was taken is done. Throws what a piece met. */
  settle(): void
  /** Settles; what is taken from now on is done at once. Throws only what was not thrown before. */
  close(): void
}

/** Does each piece of work at once. */
export const AT_ONCE: Writer = { do: doFileWork, settle() {}, close() {} }

/** Pieces of work that are done at once, before a thread is worth starting. */
const FEW = 512

/** A writer that hands much work to a thread of its own, as soon as that is there. */
export function openWriter(): Writer {
  let done = 0
  let thread: WriterThread | undefined
  let writer = AT_ONCE
  return {
    do(work) {
      if (++done === FEW) thread = openWriterThread()
      if (writer === AT_ONCE && thread?.ready) writer = thread
      writer.do(work)
    },
    settle: () => writer.settle(),
    close() {
      const last = thread
      thread = undefined
      writer = AT_ONCE
      done = FEW
      last?.close()
    },
  }
}
