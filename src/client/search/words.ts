import type { Forms } from '../../lib/site/view/format.ts'
import { once } from '../../lib/site/view/once.ts'
import type { Words } from '../../lib/site/view/words/en.ts'

/** The texts of the search, as given by the page. */
export type SearchWords = Words['search']['script'] & Pick<Words, 'states'>

/** A sentence with its placeholders replaced. */
export function fillWords(sentence: string, facts: Readonly<Record<string, string>>): string {
  return sentence.replace(/\{(\w+)\}/g, (_, name: string) => facts[name] ?? '')
}

/** Formats numbers and dates in the language of the page. */
export interface Speech {
  number(value: number): string
  /** The plural form of a sentence for a number, with `{count}` replaced. */
  count(sentence: Forms, value: number): string
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
      fillWords(sentence[rules().select(value) as keyof Forms] ?? sentence.other, {
        count: whole().format(value),
      }),
    day: (iso) => (/^\d{4}-\d\d-\d\d$/.test(iso) ? date().format(new Date(iso)) : iso),
  }
}
