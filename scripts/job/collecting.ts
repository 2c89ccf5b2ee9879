import { setFlagsFromString } from 'node:v8'

/** How garbage is collected, in all threads of the process. */
export interface Collecting {
  /**
   * Percent by which a heap may grow before all garbage in it is collected: the less, the less memory, and the more time. 0, which is
   * V8's way, lets it double and more.
   */
  readonly growth: number
  /** Whether several threads collect what is young; V8 lets them. It takes cores from other threads that work. */
  readonly inParallel: boolean
}

const USUAL: Collecting = { growth: 0, inParallel: true }

/** Has garbage collected so, until the function it gives is called. */
export function beginCollecting(collecting: Collecting): () => void {
  set(collecting)
  return () => set(USUAL)
}

/** Has garbage collected so while `run` runs. */
export async function whileCollecting<T>(collecting: Collecting, run: () => Promise<T>): Promise<T> {
  const end = beginCollecting(collecting)
  try {
    return await run()
  } finally {
    end()
  }
}

function set({ growth, inParallel }: Collecting): void {
  setFlagsFromString(`--heap-growing-percent=${growth}`)
  setFlagsFromString(inParallel ? '--parallel-scavenge' : '--no-parallel-scavenge')
}
