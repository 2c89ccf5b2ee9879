import type { SearchShown, SearchState } from '../../lib/site/search/head.ts'
import { once } from '../../lib/site/view/once.ts'

/** A sentence in each plural form of the language (`Intl.PluralRules`). */
type Plural = Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> & { readonly other: string }

/** The texts of the search, as given by the page. */
export interface SearchWords {
  readonly all: string
  readonly choice: string
  readonly loading: string
  readonly failed: string
  readonly everything: Plural
  readonly found: Plural
  readonly typos: Plural
  readonly codes: Plural
  readonly any: Plural
  readonly none: string
  readonly noneHint: string
  readonly noneBrowse: string
  readonly noneNarrowed: string
  readonly reset: string
  readonly more: string
  readonly allResults: Plural
  readonly tree: string
  readonly records: Plural
  readonly width: Plural
  readonly wider: string
  readonly columns: string
  readonly inRecords: Plural
  readonly recordsFailed: string
  readonly recordsCut: Plural
  readonly together: string
  readonly moreWords: Plural
  readonly searchRecords: string
  readonly states: Readonly<Record<SearchState, string>>
  readonly shown: Readonly<Record<SearchShown, string>>
}

/** A sentence with its placeholders replaced. */
export function fillWords(sentence: string, facts: Readonly<Record<string, string>>): string {
  return sentence.replace(/\{(\w+)\}/g, (_, name: string) => facts[name] ?? '')
}

/** Formats numbers and dates in the language of the page. */
export interface Speech {
  number(value: number): string
  /** The plural form of a sentence for a number, with `{count}` replaced. */
  count(sentence: Plural, value: number): string
  /** `21 Nov 2026` for `2026-11-21`. */
  day(iso: string): string
}

/** The formatter of a locale. Its parts are created on first use, because they take longer than everything else on a slow phone. */
export function speechOf(locale: string): Speech {
  const whole = once(() => new Intl.NumberFormat(locale, { useGrouping: true }))
  const rules = once(() => new Intl.PluralRules(locale))
  const date = once(() => new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }))
  return {
    number: (value) => whole().format(value),
    count: (sentence, value) =>
      fillWords(sentence[rules().select(value)] ?? sentence.other, { count: whole().format(value) }),
    day: (iso) => (/^\d{4}-\d\d-\d\d$/.test(iso) ? date().format(new Date(iso)) : iso),
  }
}
