/** Acts on each, in their order, on so many at once. Rejects with the first error; what was not begun then never is. */
export async function eachAtOnce<One>(
  all: readonly One[],
  most: number,
  act: (one: One) => Promise<void>,
): Promise<void> {
  const rest = all.values()
  let failed = false
  async function actOnRest(): Promise<void> {
    for (const one of rest) {
      if (failed) return
      try {
        await act(one)
      } catch (error) {
        failed = true
        throw error
      }
    }
  }
  await Promise.all(Array.from({ length: Math.min(most, all.length) }, actOnRest))
}
