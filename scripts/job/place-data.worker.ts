import { workerData } from 'node:worker_threads'
import { placeData } from '../../src/lib/site/publish.ts'
import { openGeneration } from '../../src/lib/snapshot/index.ts'

/** What the worker is started with: folders. */
export interface Placing {
  readonly site: string
  readonly generation: string
  readonly published: string
}

const { site, generation, published } = workerData as Placing
placeData(site, openGeneration(generation), published)
