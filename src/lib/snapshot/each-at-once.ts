/**
 * Runs `act` for each, in order, with at most `most` at once. Resolves to the results in the order of `all`. Rejects with the first error,
 * after which no further ones are started. Uses no memory for those that wait.
 */
export async function eachAtOnce<One, Result>(
  all: readonly One[],
  most: number,
  act: (one: One) => Promise<Result>,
): Promise<Result[]> {
  const results = new Array<Result>(all.length)
  const rest = all.entries()
  let failed = false
  async function actOnRest(): Promise<void> {
    for (const [at, one] of rest) {
      if (failed) return
      try {
        results[at] = await act(one)
      } catch (error) {
        failed = true
        throw error
      }
    }
  }
  await Promise.all(Array.from({ length: Math.min(most, all.length) }, actOnRest))
  return results
}
