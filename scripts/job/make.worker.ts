import { parentPort, workerData } from 'node:worker_threads'
import { type MadeFiles, type MakingPlan, type MakingTask, openMaker } from '../../src/lib/site/build/make.ts'
import { DamagedSnapshot } from '../../src/lib/snapshot/index.ts'
import { openRenderer } from './renderer.ts'

/** What a thread is started with. */
export interface WorkerStart {
  readonly plan: MakingPlan
  /** The module of the renderer. */
  readonly entry: string
}

/** The answer to a list of tasks: the files that were made for each, or the damaged file of the snapshot. */
export type WorkerResult = { readonly made: readonly MadeFiles[] } | { readonly damaged: string }

const { plan, entry } = workerData as WorkerStart
const make = openMaker(plan, await openRenderer({ entry }))
parentPort?.on('message', async (tasks: readonly MakingTask[]) => {
  parentPort?.postMessage(await resultOf(tasks))
})

async function resultOf(tasks: readonly MakingTask[]): Promise<WorkerResult> {
  const made: MadeFiles[] = []
  try {
    for (const task of tasks) made.push(await make(task))
    return { made }
  } catch (error) {
    // An error loses its class when it is posted to another thread.
    if (error instanceof DamagedSnapshot) return { damaged: error.file }
    throw error
  }
}
