import { DATA_FORMATS } from '../../interface/index.ts'
import type { ManifestRecord } from '../../snapshot/index.ts'
import type { MirrorSource, ResourceRecords } from '../mirror.ts'
import type { Locale } from './locale.ts'
import type { PageState, Stated } from './terms.ts'
import { clip, htmlText } from './text.ts'
import type { Shown } from './value.ts'

/** A mark next to a title, if not both formats are the current answers of the origin. */
export interface Badge {
  readonly state: PageState
  readonly text: string
}

/** A notice about a resource whose copies are not all current. */
export interface Notice extends Badge {
  readonly sentence: string
  readonly stateReasons: ReturnType<typeof historyEntryOf>
}

/** The worst comes first: a badge shows it. */
const GRAVITY = ['withdrawn', 'missing', 'stale', 'derived'] as const
type Grave = (typeof GRAVITY)[number]

/** The badge of a resource; undefined if all formats that the origin offers are its current answers. */
export function badgeOf(locale: Locale, records: ResourceRecords): Badge | undefined {
  const all = dataRecordsOf(records).filter(isOffered)
  for (const state of GRAVITY) {
    const alike = all.filter((record) => record.state === state)
    if (alike.length > 0) return { state, text: badgeText(locale, state, alike, alike.length === all.length) }
  }
  return undefined
}

/** The notices of a resource, one per state, the worst first. The origin's html is never published, so it has none. */
export function noticesOf(locale: Locale, records: ResourceRecords): Notice[] {
  const all = dataRecordsOf(records).filter(isOffered)
  return GRAVITY.flatMap((state) => {
    const alike = all.filter((record) => record.state === state)
    return [...Map.groupBy(alike, causeOf).values()].map((ones) =>
      noticeOf(locale, state, ones, alike.length === all.length),
    )
  })
}

/** Whether there are bytes to publish. */
export function hasCopy(record: ManifestRecord | undefined): record is ManifestRecord {
  return record?.sha256 !== undefined && record.state !== 'missing'
}

/** Whether there has never been a copy in any format. */
export function isMissing(records: ResourceRecords): boolean {
  const all = dataRecordsOf(records)
  return all.length > 0 && all.every(({ state }) => state === 'missing')
}

// What the config states of the origin is no news about one of its datasets; the files and their provenance have it.
function isOffered({ reasonCode }: ManifestRecord): boolean {
  return reasonCode !== 'format-not-offered'
}

function dataRecordsOf(records: ResourceRecords): ManifestRecord[] {
  return DATA_FORMATS.flatMap((format) => records[format] ?? [])
}

function noticeOf(locale: Locale, state: Grave, alike: readonly ManifestRecord[], whole: boolean): Notice {
  const stateReasons = [
    ...Map.groupBy(alike, ({ since, reason }) => JSON.stringify([since, reason])).values(),
  ]
  return {
    state,
    text: badgeText(locale, state, alike, whole),
    sentence: sentenceOf(locale, state, alike),
    stateReasons: stateReasons.flatMap((group) =>
      historyEntryOf(locale, state, group, stateReasons.length > 1),
    ),
  }
}

// Since when and why; formats with the same time and reason share one.
function historyEntryOf(locale: Locale, state: Grave, group: readonly ManifestRecord[], named: boolean) {
  const [first] = group
  // The sentence of a withdrawn copy is its reason.
  const reason = state === 'withdrawn' ? undefined : first?.reason
  if (first === undefined || (first.since === undefined && reason === undefined)) return []
  return [
    {
      // Not named if all formats of the notice share it.
      ...(named && { formats: formatsOf(locale, group) }),
      ...(first.since !== undefined && {
        since: locale.format.day(first.since),
        sinceWord: state === 'withdrawn' ? locale.words.notices.lastListed : locale.words.notices.since,
      }),
      ...(reason !== undefined && { reason: reportOf(locale, reasonOf(first)) }),
    },
  ]
}

function badgeText(locale: Locale, state: Grave, alike: readonly ManifestRecord[], whole: boolean): string {
  const { badges } = locale.words
  if (state === 'withdrawn') return badges.withdrawn
  if (state === 'derived') return badges.derived(formatsOf(locale, alike))
  if (state === 'stale') return whole ? badges.staleWhole : badges.stale(formatsOf(locale, alike))
  return whole ? badges.missingWhole : badges.missing(formatsOf(locale, alike))
}

function sentenceOf(locale: Locale, state: Grave, alike: readonly ManifestRecord[]): string {
  const { notices } = locale.words
  const formats = formatsOf(locale, alike)
  if (state === 'stale' || state === 'missing') return notices[`${state}${causeOf(alike[0])}`](formats)
  if (state !== 'derived') return notices[state](formats)
  const [first] = alike
  const from = first?.derivedFrom ?? (first?.format === 'json' ? 'xml' : 'json')
  return from === first?.format ? notices.transcoded(from) : notices.derived(formats, from)
}

/** Who caused the lack of a current copy: the origin, unless the mirror did not request it or a limit of its own rejected it. */
function causeOf(record: ManifestRecord | undefined): '' | 'Unasked' | 'TooLarge' {
  const { reasonCode = '' } = record ?? {}
  if (['not-asked', 'robots-disallowed', 'robots-unreadable'].includes(reasonCode)) return 'Unasked'
  return reasonCode === 'too-large' ? 'TooLarge' : ''
}

function formatsOf(locale: Locale, records: readonly ManifestRecord[]): string {
  return locale.words.and(records.map(({ format }) => format))
}

/** A refused run may name thousands of datasets; status.json has the whole message. */
const MESSAGE_LIMIT = 2000

/** Why everything here is older than the last run, if that published nothing: the origin was unreachable, or the removal guard refused. */
export function problemOfLastRun({ status, words }: Pick<MirrorSource, 'status' | 'words'>) {
  if (status === undefined || status.outcome === 'complete' || status.outcome === 'gaps') return undefined
  return {
    ...words.status.outcomes[status.outcome],
    ...(status.message !== undefined && { message: clip(status.message, MESSAGE_LIMIT).text }),
  }
}

/** Whether the last run left everything up to date, as far as a page can know. */
export function isFresh({ manifest, status }: Pick<MirrorSource, 'manifest' | 'status'>): boolean {
  return manifest.complete && (status === undefined || status.outcome === 'complete')
}

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
  return text === undefined && lang ? { text: htmlText(message), lang } : { text: htmlText(text ?? message) }
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
