import { parentPort, workerData } from 'node:worker_threads'
import { UnreadableDocument } from '../../src/lib/reading/index.ts'
import { ENDLESS } from './endless.ts'
import { exercise } from './exercise.ts'

const { at, size } = workerData as { at: number; size: number }
const { format, make } = ENDLESS[at] as (typeof ENDLESS)[number]
try {
  exercise(Buffer.from(make(size)), format, 60_000)
} catch (error) {
  if (!(error instanceof UnreadableDocument)) throw error
}
parentPort?.postMessage('done')
