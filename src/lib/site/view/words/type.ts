import type { Language } from '../../../config/languages.ts'
import type { Forms } from '../format.ts'
import type { en } from './en.ts'

/** What has the same keys and takes the same values, but says it in other words. */
type Worded<T> = T extends string
  ? string
  : T extends (...values: never[]) => unknown
    ? T
    : T extends readonly string[]
      ? readonly string[]
      : T extends Forms
        ? Forms
        : { readonly [Key in keyof T]: Worded<T[Key]> }

/** The words of the pages in any language: what English has, no more and no less. */
export type Words = Worded<Omit<typeof en, 'language'>> & { readonly language: Language }
