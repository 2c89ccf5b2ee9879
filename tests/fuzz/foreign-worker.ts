import { parentPort, workerData } from 'node:worker_threads'
import fc from '../support/fast-check.ts'
import { ATOMS, USES } from './foreign.ts'

const { at, size, runs, every } = workerData as { at: number; size: number; runs: number; every: number }
const use = USES[at] as (typeof USES)[number]
const atom = fc.constantFrom(...ATOMS)
const text = fc
  .record({ before: atom, repeated: fc.array(atom, { minLength: 1, maxLength: 2 }), after: atom })
  .map(({ before, repeated, after }) => ({ before, unit: repeated.join(''), after }))

// Each is announced, so that the one that does not end is known.
function run({ before, unit, after }: { before: string; unit: string; after: string }): void {
  parentPort?.postMessage({ began: [before, unit, after] })
  use.run(before + unit.repeat(Math.ceil(size / unit.length)) + after)
}

for (const [place, unit] of ATOMS.entries())
  if ((place + at) % every === 0) run({ before: '', unit, after: 'x' })
fc.assert(fc.property(text, run), { numRuns: runs, endOnFailure: true })
parentPort?.postMessage({ done: true })
