import { parentPort, workerData } from 'node:worker_threads'
import { type Placing, placeData } from '../../src/lib/site/publish.ts'
import type { Tables } from '../../src/lib/site/tables/place.ts'
import { DamagedSnapshot, openGeneration } from '../../src/lib/snapshot/index.ts'

/** What the worker is started with: folders and files. */
export interface PlacingData extends Placing {
  readonly generation: string
}

/** What it tells: the tables it made, or the file of the snapshot that is damaged. */
export type Placed = { readonly tables: Tables } | { readonly damaged: string }

const { generation, ...placing } = workerData as PlacingData
const tell = (placed: Placed) => parentPort?.postMessage(placed)
try {
  tell({ tables: placeData(openGeneration(generation), placing) })
} catch (error) {
  // An error loses its class on the way to another thread.
  if (!(error instanceof DamagedSnapshot)) throw error
  tell({ damaged: error.file })
}
