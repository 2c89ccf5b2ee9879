import { visible } from './text.ts'
import type { Shown } from './value.ts'
import { words } from './words.ts'

/** The `lang` of what the crawler tells, which is always English; undefined on English pages. */
export function langOfReports(): 'en' | undefined {
  return words.language === 'en' ? undefined : 'en'
}

/** What the crawler told, in its own language. */
export function showReport(text: string): Shown {
  const lang = langOfReports()
  return { kind: 'text', text: visible(text), ...(lang !== undefined && { lang }) }
}
