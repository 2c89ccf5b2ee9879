/**
 * How long to search, and from which seed on: `FUZZ_FACTOR=100` runs a hundred times as many cases, `FUZZ_SEED=7` (or `random`) others.
 * A failure prints the seed and path that repeat it.
 */
export function searching(cases: number): { numRuns: number; seed: number; endOnFailure?: boolean } {
  const { FUZZ_FACTOR = '1', FUZZ_SEED = '20260101' } = process.env
  const seed = FUZZ_SEED === 'random' ? Math.floor(Math.random() * 2 ** 31) : Number(FUZZ_SEED)
  return { numRuns: Math.ceil(cases * Number(FUZZ_FACTOR)), seed }
}
