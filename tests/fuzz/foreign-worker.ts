import { parentPort, workerData } from 'node:worker_threads'
import fc from '../support/fast-check.ts'
import { ATOMS, USES, type Use } from './foreign.ts'

const { size, runs, every } = workerData as { size: number; runs: number; every: number }
const atom = fc.constantFrom(...ATOMS)
const text = fc
  .record({ before: atom, repeated: fc.array(atom, { minLength: 1, maxLength: 2 }), after: atom })
  .map(({ before, repeated, after }) => ({ before, unit: repeated.join(''), after }))

// A pattern that looks at a text again for each of its characters needs 5 s and more; one that does not needs half a second at most.
const MOST_SECONDS = 3

/** A quarter of the text needs a sixteenth of MOST_SECONDS, and more than this, where the whole one needs more than MOST_SECONDS. */
const SHORT = size / 4
const SUSPECT_SECONDS = MOST_SECONDS / 30

interface Text {
  readonly before: string
  readonly unit: string
  readonly after: string
}

// Each text is announced, so that the one that does not end is known.
function measure({ run }: Use, { before, unit, after }: Text, length: number): number {
  parentPort?.postMessage({ began: [before, unit, after] })
  const start = process.threadCpuUsage()
  run(before + unit.repeat(Math.ceil(length / unit.length)) + after)
  const { user, system } = process.threadCpuUsage(start)
  return (user + system) / 1_000_000
}

// Only a text whose quarter took long is measured as a whole.
function runOn(use: Use, text: Text): void {
  if (measure(use, text, SHORT) <= SUSPECT_SECONDS) return
  const seconds = measure(use, text, size)
  if (seconds > MOST_SECONDS) throw new Error(`took ${seconds} s of processor time`)
}

function exhaust(at: number): void {
  const use = USES[at] as Use
  // What is most often trimmed or skipped, within a text: a pattern that looks for its end begins again at each blank.
  runOn(use, { before: 'a', unit: ' ', after: 'a' })
  for (const [place, unit] of ATOMS.entries())
    if ((place + at) % every === 0) runOn(use, { before: '', unit, after: 'x' })
  fc.assert(
    fc.property(text, (one) => runOn(use, one)),
    { numRuns: runs, endOnFailure: true },
  )
}

parentPort?.on('message', (at: number) => {
  try {
    exhaust(at)
    parentPort?.postMessage({ done: true })
  } catch (error) {
    parentPort?.postMessage({ done: true, failure: (error as Error).stack })
  }
})
