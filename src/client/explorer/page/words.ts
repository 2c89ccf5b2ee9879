import type { Forms } from '../../../lib/site/view/format.ts'
import type { Words } from '../../../lib/site/view/words/en.ts'

/** The texts of the explorer, as given by the page. */
export type ExplorerWords = Words['explorer']

const language = () => document.documentElement.lang || 'en'

/** The locale of the page for Intl. */
export const explorerLocale = (): string => (language() === 'en' ? 'en-GB' : language())

/** Replaces `{…}` with values. */
export function fillTemplate(template: string, values: Readonly<Record<string, string>>): string {
  return template.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole)
}

/** A count in the language of the page. */
export function showCount(count: number): string {
  return count.toLocaleString(explorerLocale())
}

/** A sentence in the plural form for its count; `by` if another number decides. */
export function fillCount(
  forms: Forms,
  count: number,
  values: Readonly<Record<string, string>> = {},
  by = count,
): string {
  const form = new Intl.PluralRules(explorerLocale()).select(by)
  return fillTemplate(forms[form as keyof Forms] ?? forms.other, { count: showCount(count), ...values })
}

/** A size in the language of the page, `2.3 MB`. */
export function showBytes(bytes: number): string {
  const isSmall = bytes < 1_000_000
  const format = new Intl.NumberFormat(explorerLocale(), {
    style: 'unit',
    unit: isSmall ? 'kilobyte' : 'megabyte',
    maximumSignificantDigits: 3,
  })
  return format.format(bytes / (isSmall ? 1_000 : 1_000_000))
}
