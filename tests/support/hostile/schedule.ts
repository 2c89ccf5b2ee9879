import type { DataFormat } from '../../../src/lib/interface/index.ts'
import fc from '../fast-check.ts'
import { type Exchange, reply } from './fault.ts'
import { FAMILIES } from './faults/index.ts'

/** The faults that end quickly, by family. */
const FAST = ['statuses', 'framing', 'codings', 'bodies', 'errors', 'redirects']
// Excluded: faults that end in an assertion of the HTTP client, which have their own test, and faults that need the dataset they name.
const LEFT_OUT = /^status line|^redirect to another dataset|^redirect to a climb|^two answers/
const FAULTS = FAST.flatMap((family) => FAMILIES[family] ?? []).filter(
  ({ outcome, options, name }) => outcome === undefined && options === undefined && !LEFT_OUT.test(name),
)

/** A change at the origin between two runs: `at` selects the dataset that is changed, added or removed. */
export interface Change {
  readonly kind: 'change' | 'add' | 'remove' | 'return'
  readonly at: number
}

/** A fault during a run: `at` selects the list or dataset that it affects. */
export interface Trouble {
  readonly at: number
  readonly format: DataFormat
  readonly name: string
  readonly isList: boolean
}

export interface Step {
  readonly changes: readonly Change[]
  readonly troubles: readonly Trouble[]
}

const change: fc.Arbitrary<Change> = fc.record({
  kind: fc.constantFrom(
    'change' as const,
    'change' as const,
    'add' as const,
    'remove' as const,
    'return' as const,
  ),
  at: fc.nat(20),
})

const trouble: fc.Arbitrary<Trouble> = fc.record({
  at: fc.nat(20),
  format: fc.constantFrom('json' as const, 'xml' as const),
  name: fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...FAULTS.map(({ name }) => name)) },
    { weight: 1, arbitrary: fc.constant('mismatch') },
  ),
  isList: fc.boolean().map((is) => is),
})

/** A few runs of an origin with faults. */
export const schedule: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.record({
    changes: fc.array(change, { maxLength: 4 }),
    troubles: fc.array(trouble, { maxLength: 8 }),
  }),
  { minLength: 1, maxLength: 4 },
)

/** The misbehaviour of this name; `other` is the dataset that is sent instead in a mismatch. */
export function misbehaviour(name: string, other: string): (exchange: Exchange) => unknown {
  const fault = FAULTS.find((one) => one.name === name)
  return fault ? fault.apply : (exchange) => reply(200, exchange.of(other))(exchange)
}
