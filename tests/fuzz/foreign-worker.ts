import { parentPort, workerData } from 'node:worker_threads'
import fc from '../support/fast-check.ts'
import { ATOMS, USES } from './foreign.ts'

const { at, size, runs, every } = workerData as { at: number; size: number; runs: number; every: number }
const use = USES[at] as (typeof USES)[number]
const atom = fc.constantFrom(...ATOMS)
const text = fc
  .record({ before: atom, repeated: fc.array(atom, { minLength: 1, maxLength: 2 }), after: atom })
  .map(({ before, repeated, after }) => ({ before, unit: repeated.join(''), after }))

// A pattern that looks at a text again for each of its characters needs most of a minute; one that does not needs a second at most.
const MOST_SECONDS = 15

// Each is announced, so that the one that does not end is known.
function run({ before, unit, after }: { before: string; unit: string; after: string }): void {
  parentPort?.postMessage({ began: [before, unit, after] })
  const start = process.threadCpuUsage()
  use.run(before + unit.repeat(Math.ceil(size / unit.length)) + after)
  const { user, system } = process.threadCpuUsage(start)
  const seconds = (user + system) / 1_000_000
  if (seconds > MOST_SECONDS) throw new Error(`took ${seconds} s of processor time`)
}

for (const [place, unit] of ATOMS.entries())
  if ((place + at) % every === 0) run({ before: '', unit, after: 'x' })
fc.assert(fc.property(text, run), { numRuns: runs, endOnFailure: true })
parentPort?.postMessage({ done: true })
