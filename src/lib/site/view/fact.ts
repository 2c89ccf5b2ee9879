import { formatCount, pluralOf } from './format.ts'
import type { Forms } from './locale.ts'

/** A figure and what it counts. */
export interface Fact {
  readonly figure: string
  readonly label: string
}

/** A counted fact: `1 column`, `28,818 records`. */
export function factOf(count: number, forms: Forms): Fact {
  return { figure: formatCount(count), label: pluralOf(count, forms) }
}
