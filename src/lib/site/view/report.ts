import { visible } from './text.ts'
import type { Shown } from './value.ts'
import { words } from './words.ts'

/** What the crawler told: in the language of the page where that can say it, else in English. */
export interface Report {
  readonly text: string
  /** Where it is not the language of the page. */
  readonly lang?: 'en'
}

/** The `lang` of what the crawler tells, which is always English; undefined on English pages. */
export function langOfReports(): 'en' | undefined {
  return words.language === 'en' ? undefined : 'en'
}

/** What the crawler told, for people who read the page. */
export function reportOf(said: string): Report {
  const text = words.aboutPage.reportOf(said)
  const lang = langOfReports()
  return text === undefined && lang ? { text: visible(said), lang } : { text: visible(text ?? said) }
}

/** The same as a value. */
export function showReport(said: string): Shown {
  return { kind: 'text', ...reportOf(said) }
}
