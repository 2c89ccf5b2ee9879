import { Worker } from 'node:worker_threads'
import type { PagePlan } from '../../src/lib/site/index.ts'
import type { Rendered } from './second-renderer.worker.ts'

/** What the thread is started with. */
export interface Rendering {
  /** The address of the renderer's module, see renderer.ts. */
  readonly renderer: string
  /** The pages that may be made there, all of one component: flat files as Astro names them. */
  readonly paths: readonly string[]
  readonly component: string
  /** Where they are put. */
  readonly plan: PagePlan
}

/** A thread that makes pages from the last to the first, while its owner makes them from the first to the last. */
export interface SecondRenderer {
  /** Whether a page is made by the thread. When it is not, it is the caller's from now on. */
  makes(path: string): Promise<boolean>
  /** Ends the thread. */
  close(): void
}

const FREE = 0
const TAKEN = 1

/** Takes a page; false when it is taken already. */
export function claim(claims: Int32Array, at: number): boolean {
  return Atomics.compareExchange(claims, at, FREE, TAKEN) === FREE
}

/**
 * Starts the thread. `learn` is called when all pages are taken, before {@link SecondRenderer.makes} tells of any that is made
 * there. A thread that fails made nothing, and a page it cannot make is not made there: what is wrong is told where it is made again.
 */
export function openSecondRenderer(
  rendering: Rendering,
  learn: (rendered: Rendered) => Promise<void>,
): SecondRenderer {
  const places = new Map(rendering.paths.map((path, at) => [path, at]))
  const claims = new Int32Array(new SharedArrayBuffer(4 * places.size))
  const worker = new Worker(new URL('./second-renderer.worker.ts', import.meta.url), {
    workerData: { ...rendering, claims },
  })
  const made = new Promise<ReadonlySet<string>>((resolve) => {
    worker.on('message', (rendered: Rendered) => resolve(learn(rendered).then(() => rendered.paths)))
    worker.on('error', () => {})
    worker.on('exit', () => resolve(new Set()))
  })
  return {
    async makes(path) {
      const at = places.get(path)
      return at !== undefined && !claim(claims, at) && (await made).has(path)
    },
    close: () => void worker.terminate(),
  }
}
