import { setFlagsFromString } from 'node:v8'

/** Percent by which the heap may grow before the garbage in it is collected; 0 leaves it to V8, which lets it double and more. */
const GROWTH = '--heap-growing-percent'
const SLOWLY = 30

/** Runs what lives long on little memory: collects garbage of the whole heap earlier meanwhile. */
export async function withSmallHeap<T>(run: () => Promise<T>): Promise<T> {
  setFlagsFromString(`${GROWTH}=${SLOWLY}`)
  try {
    return await run()
  } finally {
    setFlagsFromString(`${GROWTH}=0`)
  }
}
