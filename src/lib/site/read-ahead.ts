import { MessageChannel, type MessagePort, receiveMessageOnPort, Worker } from 'node:worker_threads'
import type { ManifestRecord } from '../snapshot/index.ts'

/** What the other thread is started with. */
export interface ReadingAhead {
  /** Folder of the kept readings. */
  readonly readings: string
  /** Folder of the generation. */
  readonly generation: string
  /** What is to be read, in the order it will be asked for. */
  readonly records: readonly ManifestRecord[]
  /** Who has each record, see {@link FREE}; and, behind the last, how many have been asked for. */
  readonly shared: Int32Array
  readonly port: MessagePort
}

/** A record is taken by the thread that finds it free: so none is read twice. */
export const FREE = 0
export const TAKEN = 1
export const DONE = 2
/** How many readings are made ahead: they wait in memory. */
export const AHEAD = 256

// A thread that is gone is not waited for: what it does not give is read here.
const PATIENCE = 60_000

/** A function that gives the reading of a record as json where another thread made it; undefined for the caller to read it. */
export function readAhead(
  worker: string,
  from: Pick<ReadingAhead, 'readings' | 'generation' | 'records'>,
): (record: ManifestRecord) => string | undefined {
  const { records } = from
  const places = new Map(records.map(({ path }, at) => [path, at]))
  const shared = new Int32Array(new SharedArrayBuffer(4 * (records.length + 1)))
  const { port1, port2: port } = new MessageChannel()
  const made = new Map<number, string>()
  const workerData: ReadingAhead = { ...from, shared, port }
  // Unread messages and a thread that waits for questions keep no process alive.
  port1.unref()
  new Worker(worker, { workerData, transferList: [port] }).on('error', () => {}).unref()

  return ({ path }) => {
    const at = places.get(path)
    if (at === undefined) return undefined
    Atomics.store(shared, records.length, at + 1)
    Atomics.notify(shared, records.length)
    if (Atomics.compareExchange(shared, at, FREE, DONE) === FREE) return undefined
    if (Atomics.wait(shared, at, TAKEN, PATIENCE) === 'timed-out') return undefined
    for (let next = receiveMessageOnPort(port1); next; next = receiveMessageOnPort(port1))
      made.set(next.message[0], next.message[1])
    const text = made.get(at)
    made.delete(at)
    return text
  }
}
