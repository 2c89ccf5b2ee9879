import type { Forms } from './format.ts'
import type { Locale } from './locale.ts'

/** A figure and what it counts. */
export interface Fact {
  readonly figure: string
  readonly label: string
}

/** A counted fact: `1 column`, `28,818 records`. */
export function factOf(locale: Locale, count: number, forms: Forms): Fact {
  return { figure: locale.format.count(count), label: locale.format.form(count, forms) }
}
