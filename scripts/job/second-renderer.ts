import { Worker } from 'node:worker_threads'
import type { Extent, PagePlan } from '../../src/lib/site/index.ts'
import type { Rendered } from './second-renderer.worker.ts'

/** What the thread is started with. */
export interface Rendering {
  /** The address of the renderer's module, see renderer.ts. */
  readonly renderer: string
  /** Where pages are put. */
  readonly plan: PagePlan
}

/** A page that may be made there. */
export interface PlannedPage {
  /** The flat file Astro names, percent-encoded: `api/v1/list.html`. */
  readonly path: string
  /** The file that makes it: `src/pages/api/v1/[list].astro`. */
  readonly component: string
}

/** Extents, by the path of the record they are of. */
export type Extents = ReadonlyMap<string, Extent | undefined>

/** What the thread is told of pages it may make. */
export interface Offer {
  readonly pages: readonly PlannedPage[]
  /** One for each page: who takes it makes it. */
  readonly claims: Int32Array
  /** What is known elsewhere of the documents, so that none is read again. */
  readonly extents: Extents
}

/** A thread that makes pages from the last to the first, while its owner makes them from the first to the last. */
export interface SecondRenderer {
  /** Offers pages. The thread turns to them when it has no others left. */
  offer(pages: readonly PlannedPage[], extents: Extents): void
  /** Whether a page is made by the thread. When it is not, it is the caller's from now on. */
  makes(path: string): Promise<boolean>
  /** Ends the thread. */
  close(): void
}

const FREE = 0
const TAKEN = 1
const NONE: ReadonlySet<string> = new Set()

/** Takes a page; false when it is taken already. */
export function claim(claims: Int32Array, at: number): boolean {
  return Atomics.compareExchange(claims, at, FREE, TAKEN) === FREE
}

/**
 * Starts the thread. `learn` is called when all pages of an offer are taken, before {@link SecondRenderer.makes} tells of any that is
 * made there. A thread that fails made nothing of that offer, and a page it cannot make is not made there: what is wrong is told
 * where it is made again.
 */
export function openSecondRenderer(
  rendering: Rendering,
  learn: (rendered: Rendered) => Promise<void>,
): SecondRenderer {
  const worker = new Worker(new URL('./second-renderer.worker.ts', import.meta.url), {
    workerData: rendering,
  })
  const places = new Map<string, { claims: Int32Array; at: number; made: Promise<ReadonlySet<string>> }>()
  const open: ((paths: ReadonlySet<string> | Promise<ReadonlySet<string>>) => void)[] = []
  let ended = false
  worker.on('message', (rendered: Rendered) => open.shift()?.(learn(rendered).then(() => rendered.paths)))
  worker.on('error', () => {})
  worker.on('exit', () => {
    ended = true
    for (const end of open.splice(0)) end(NONE)
  })
  return {
    offer(pages, extents) {
      const claims = new Int32Array(new SharedArrayBuffer(4 * pages.length))
      const { promise: made, resolve } = Promise.withResolvers<ReadonlySet<string>>()
      for (const [at, { path }] of pages.entries()) places.set(path, { claims, at, made })
      if (ended) resolve(NONE)
      else open.push(resolve)
      worker.postMessage({ pages, claims, extents } satisfies Offer)
    },
    async makes(path) {
      const place = places.get(path)
      return place !== undefined && !claim(place.claims, place.at) && (await place.made).has(path)
    },
    close: () => void worker.terminate(),
  }
}
