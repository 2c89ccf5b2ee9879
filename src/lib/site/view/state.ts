import { DATA_FORMATS } from '../../interface/index.ts'
import type { ManifestRecord } from '../../snapshot/index.ts'
import type { ResourceRecords } from '../mirror.ts'
import { formatDay, type Moment } from './format.ts'
import { type Report, reasonOf, reportOf } from './report.ts'
import type { PageState } from './terms.ts'
import { words } from './words.ts'

/** A mark beside a title, for what is not the origin's present answer in both formats. */
export interface Badge {
  readonly state: PageState
  readonly text: string
}

/** What is to be said about a resource whose copies are not all current. */
export interface Notice extends Badge {
  readonly sentence: string
  readonly stateReasons: readonly StateReason[]
}

/** Since when and why; formats that share both share a reason. */
interface StateReason {
  /** Named only where not all formats of the notice share it. */
  readonly formats?: string
  readonly since?: Moment
  /** What the day is: since when, or when it was last listed. */
  readonly sinceWord?: string
  readonly reason?: Report
}

/** The worst comes first: it is what a badge says. */
const GRAVITY = ['withdrawn', 'missing', 'stale', 'derived'] as const
type Grave = (typeof GRAVITY)[number]

/** The badge of a resource; undefined when both formats are the origin's present answers. */
export function badgeOf(records: ResourceRecords): Badge | undefined {
  const held = heldOf(records)
  for (const state of GRAVITY) {
    const alike = held.filter((record) => record.state === state)
    if (alike.length > 0) return { state, text: badgeText(state, alike, alike.length === held.length) }
  }
  return undefined
}

/** What is to be said, one notice a state, the gravest first. The origin's html is never published, so it says nothing here. */
export function noticesOf(records: ResourceRecords): Notice[] {
  const held = heldOf(records)
  return GRAVITY.flatMap((state) => {
    const alike = held.filter((record) => record.state === state)
    return alike.length === 0 ? [] : noticeOf(state, alike, alike.length === held.length)
  })
}

/** Whether there are bytes to publish. */
export function isHeld(record: ManifestRecord | undefined): record is ManifestRecord {
  return record?.sha256 !== undefined && record.state !== 'missing'
}

function heldOf(records: ResourceRecords): ManifestRecord[] {
  return DATA_FORMATS.flatMap((format) => records[format] ?? [])
}

function noticeOf(state: Grave, alike: readonly ManifestRecord[], whole: boolean): Notice {
  const stateReasons = [
    ...Map.groupBy(alike, ({ since, reason }) => JSON.stringify([since, reason])).values(),
  ]
  return {
    state,
    text: badgeText(state, alike, whole),
    sentence: sentenceOf(state, alike),
    stateReasons: stateReasons.flatMap((group) => historyEntryOf(state, group, stateReasons.length > 1)),
  }
}

function historyEntryOf(state: Grave, group: readonly ManifestRecord[], named: boolean): StateReason | [] {
  const [first] = group
  if (first === undefined || (first.since === undefined && first.reason === undefined)) return []
  return {
    ...(named && { formats: formatsOf(group) }),
    ...(first.since !== undefined && {
      since: formatDay(first.since),
      sinceWord: state === 'withdrawn' ? words.notices.lastListed : words.notices.since,
    }),
    ...(first.reason !== undefined && { reason: reportOf(reasonOf(first)) }),
  }
}

function badgeText(state: Grave, alike: readonly ManifestRecord[], whole: boolean): string {
  const { badges } = words
  if (state === 'withdrawn') return badges.withdrawn
  if (state === 'derived') return badges.derived(formatsOf(alike))
  if (state === 'stale') return whole ? badges.staleWhole : badges.stale(formatsOf(alike))
  return whole ? badges.missingWhole : badges.missing(formatsOf(alike))
}

function sentenceOf(state: Grave, alike: readonly ManifestRecord[]): string {
  if (state !== 'derived') return words.notices[state](formatsOf(alike))
  const [first] = alike
  const from = first?.derivedFrom ?? (first?.format === 'json' ? 'xml' : 'json')
  return from === first?.format
    ? words.notices.transcoded(from)
    : words.notices.derived(formatsOf(alike), from)
}

function formatsOf(records: readonly ManifestRecord[]): string {
  return words.and(records.map(({ format }) => format))
}
