import { parentPort, workerData } from 'node:worker_threads'
import { type Placing, placeData } from '../../src/lib/site/publish.ts'
import type { Tables } from '../../src/lib/site/tables/place.ts'
import { DamagedSnapshot, openGeneration } from '../../src/lib/snapshot/index.ts'

/** What the worker is started with: folders and files. */
export interface PlacingData extends Placing {
  readonly generation: string
}

/** The result: the tables, or the damaged file of the snapshot. */
export type Placed = { readonly tables: Tables } | { readonly damaged: string }

const { generation, ...placing } = workerData as PlacingData
const post = (placed: Placed) => parentPort?.postMessage(placed)
try {
  post({ tables: placeData(openGeneration(generation), placing) })
} catch (error) {
  // An error loses its class when it is posted to another thread.
  if (!(error instanceof DamagedSnapshot)) throw error
  post({ damaged: error.file })
}
