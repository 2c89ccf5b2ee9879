import { join } from 'node:path'
import { workerData } from 'node:worker_threads'
import { fileSource } from '../snapshot/index.ts'
import { AHEAD, DONE, FREE, type ReadingAhead, TAKEN } from './read-ahead.ts'
import { openReadings } from './readings.ts'

const { readings: folder, generation, records, shared, port } = workerData as ReadingAhead
const readings = openReadings(folder, (path) => fileSource(join(generation, path)))
const asked = records.length

for (const [at, record] of records.entries()) {
  for (let now = Atomics.load(shared, asked); at > now + AHEAD; now = Atomics.load(shared, asked))
    Atomics.wait(shared, asked, now)
  if (Atomics.compareExchange(shared, at, FREE, TAKEN) !== FREE) continue
  try {
    const reading = readings.find(record)
    if (reading) port.postMessage([at, JSON.stringify(reading)])
  } catch {
    // Whoever asks reads it again, and tells what is wrong.
  }
  Atomics.store(shared, at, DONE)
  Atomics.notify(shared, at)
}
port.close()
