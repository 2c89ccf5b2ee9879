import { formatCount } from './format.ts'

/** A figure and what it counts. */
export interface Fact {
  readonly figure: string
  readonly label: string
}

/** A counted fact: `1 column`, `28,818 records`. */
export function factOf(count: number, one: string, many: string): Fact {
  return { figure: formatCount(count), label: count === 1 ? one : many }
}
