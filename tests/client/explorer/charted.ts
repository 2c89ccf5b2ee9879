import type { KnownColumn } from '../../../src/client/explorer/core/table.ts'
import fc from '../../support/fast-check.ts'

/** The columns of tables that are charted, one of each kind, and where they are. */
export const CHARTED: readonly KnownColumn[] = [
  { name: 'kind', kind: 'text' },
  { name: 'opened', kind: 'date' },
  { name: 'area', kind: 'number' },
  { name: 'year', kind: 'year' },
]
export const [KIND, OPENED, AREA, YEAR] = [0, 1, 2, 3]

const column = fc.nat(CHARTED.length - 1)

/** Any chart of these columns that a reader may ask for. */
export const anyChart = fc.record(
  {
    kind: fc.constantFrom('line' as const, 'bar' as const, 'scatter' as const),
    x: column,
    y: column,
    of: fc.constantFrom('sum' as const, 'mean' as const),
    per: fc.constantFrom('year' as const, 'month' as const, 'day' as const),
    colour: column,
  },
  { requiredKeys: ['kind', 'x'], noNullPrototype: true },
)
