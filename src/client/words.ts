import type { Forms } from '../lib/site/view/format.ts'
import { once } from '../lib/site/view/once.ts'

/** The locale of the page for `Intl`. English pages use British English. */
export function pageLocale(): string {
  const language = document.documentElement.lang || 'en'
  return language === 'en' ? 'en-GB' : language
}

// Created on first use, because on a slow phone they take longer than everything else.
const whole = once(() => new Intl.NumberFormat(pageLocale(), { useGrouping: true }))
const rules = once(() => new Intl.PluralRules(pageLocale()))
const date = once(() => new Intl.DateTimeFormat(pageLocale(), { dateStyle: 'medium', timeZone: 'UTC' }))

/** A count in the language of the page. */
export function showCount(count: number): string {
  return whole().format(count)
}

/** A day in the language of the page, with spaces that do not break: `21 Nov 2026` for `2026-11-21`. */
export function showDay(iso: string): string {
  return /^\d{4}-\d\d-\d\d$/.test(iso) ? date().format(new Date(iso)).replaceAll(' ', '\u00a0') : iso
}

/** A bound of a range in the language of the page: a number with its decimal mark, or a day. */
export function showBound(text: string): string {
  return /^-?\d+\.\d+$/.test(text) ? text.replace('.', whole().format(0.5).charAt(1)) : showDay(text)
}

/** Replaces `{…}` with values. */
export function fillTemplate(template: string, values: Readonly<Record<string, string>>): string {
  return template.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole)
}

/** A sentence in the plural form for its count. `by`: the number that decides the form, if it is another one. */
export function fillCount(
  forms: Forms,
  count: number,
  values: Readonly<Record<string, string>> = {},
  by = count,
): string {
  const form = rules().select(by) as keyof Forms
  return fillTemplate(forms[form] ?? forms.other, { count: showCount(count), ...values })
}
