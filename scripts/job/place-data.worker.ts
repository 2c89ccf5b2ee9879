import { parentPort, workerData } from 'node:worker_threads'
import { DamagedSnapshot, placeData } from '../../src/lib/site/publish.ts'
import { openGeneration } from '../../src/lib/snapshot/index.ts'

/** What the worker is started with: folders. */
export interface Placing {
  readonly site: string
  readonly generation: string
  readonly published: string
}

const { site, generation, published } = workerData as Placing
try {
  placeData(site, openGeneration(generation), published)
} catch (error) {
  // An error loses its class on the way to another thread.
  if (!(error instanceof DamagedSnapshot)) throw error
  parentPort?.postMessage(error.file)
}
