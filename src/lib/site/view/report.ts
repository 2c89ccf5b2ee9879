import type { ManifestRecord, StatedProblem } from '../../snapshot/index.ts'
import type { Locale } from './locale.ts'
import type { Stated } from './terms.ts'
import { visible } from './text.ts'
import type { Shown } from './value.ts'

/** A report of the crawler: in the language of the page if it has words for its code, else in English. */
export interface Report {
  readonly text: string
  /** Its language, if that is not the language of the page. */
  readonly lang?: 'en'
}

/** The `lang` of the crawler's own sentences, which are always English; undefined on English pages. */
export function langOfReports(locale: Locale): 'en' | undefined {
  return locale.words.language === 'en' ? undefined : 'en'
}

/** A report of the crawler, for readers of the page. */
export function reportOf(locale: Locale, stated: Stated): Report {
  return translatedOr(locale, locale.words.aboutPage.reportOf(stated), stated.message)
}

/** Why a document is not read, for people who read its page. */
export function unreadReportOf(locale: Locale, why: string): Report {
  return translatedOr(locale, locale.words.datasetPage.unreadReason(why), why)
}

function translatedOr(locale: Locale, text: string | undefined, message: string): Report {
  const lang = langOfReports(locale)
  return text === undefined && lang ? { text: visible(message), lang } : { text: visible(text ?? message) }
}

/** The same for a problem of a run. */
export function problemReportOf(locale: Locale, { severity, code, message, facts }: StatedProblem): Report {
  return reportOf(locale, {
    message,
    severity,
    ...(code !== undefined && { code }),
    ...(facts && { facts }),
  })
}

/** The reason of a record. Older manifests have the status of the answer, and no other fact. */
export function reasonOf({ reason = '', reasonCode, reasonFacts, status }: ManifestRecord): Stated {
  const facts = { ...(status !== undefined && { status }), ...reasonFacts }
  return { message: reason, ...(reasonCode !== undefined && { code: reasonCode }), facts }
}

/** A report of the crawler as a value. */
export function showReport(locale: Locale, stated: Stated): Shown {
  return { kind: 'text', ...reportOf(locale, stated) }
}
