import { setFlagsFromString } from 'node:v8'

/**
 * Percent by which a heap may grow before the garbage in it is collected: the less, the less memory, and the more time. 0 leaves it
 * to V8, which lets it double and more.
 */
const GROWTH = '--heap-growing-percent'

/** Holds the heaps of all threads small until the function it gives is called: garbage is collected earlier meanwhile. */
export function beginSmallHeaps(percent: number): () => void {
  setFlagsFromString(`${GROWTH}=${percent}`)
  return () => setFlagsFromString(`${GROWTH}=0`)
}

/** Runs what lives long with small heaps, see {@link beginSmallHeaps}. */
export async function withSmallHeaps<T>(percent: number, run: () => Promise<T>): Promise<T> {
  const end = beginSmallHeaps(percent)
  try {
    return await run()
  } finally {
    end()
  }
}
