import { parentPort, workerData } from 'node:worker_threads'
import { UnreadableDocument } from '../../src/lib/reading/index.ts'
import { ENDLESS } from './endless.ts'
import { exercise } from './exercise.ts'

const { size } = workerData as { size: number }

// Four times the document takes about four times as long, or sixteen times if a reader looks at it again for each of its characters.
const MOST_TIMES = 10
// Less is too little to compare, and needs no care.
const SUSPECT_SECONDS = 3

function measure({ format, make }: (typeof ENDLESS)[number], length: number): number {
  const document = Buffer.from(make(length))
  const start = process.threadCpuUsage()
  try {
    exercise(document, format, 60_000)
  } catch (error) {
    if (!(error instanceof UnreadableDocument)) throw error
  }
  const { user, system } = process.threadCpuUsage(start)
  return (user + system) / 1_000_000
}

parentPort?.on('message', (at: number) => {
  const one = ENDLESS[at] as (typeof ENDLESS)[number]
  const [short, long] = [measure(one, size / 4), measure(one, size)]
  const isSlow = long > SUSPECT_SECONDS && long > short * MOST_TIMES
  parentPort?.postMessage(isSlow ? `it took ${long} s, and a quarter of it ${short} s` : 'done')
})
