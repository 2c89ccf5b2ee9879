import { type DatasetCode, DIFFERENCES_NAME, datasetResource, hrefOf } from '../../interface/index.ts'
import type { Difference, RunChanges } from '../../snapshot/index.ts'
import type { MirrorSource } from '../mirror.ts'
import type { DatasetEvent } from './dataset-source.ts'
import { type DifferenceLine, differenceLinesOf } from './differences.ts'
import type { Moment } from './format.ts'
import { type Page, relativeFile, relativeLink } from './link.ts'
import type { Locale } from './locale.ts'
import type { Mirror } from './mirror.ts'
import { CHANGES, type Change } from './terms.ts'
import { oneLine, type Segment, segmentsOf, showCode } from './text.ts'

/** A run that changed something. */
interface RunView {
  readonly at: Moment
  readonly lines: readonly ChangeLine[]
}

/** The changes of one kind in a run: `3 datasets added`, and which; those without a page have no link. */
interface ChangeLine {
  readonly change: Change
  readonly text: string
  readonly datasets: readonly { readonly text: string; readonly href?: string }[]
  readonly more?: readonly Segment[]
}

/** The last runs, for the page about the mirror. */
export interface ChangesView {
  readonly runs: readonly RunView[]
  /** Explanations of terms. */
  readonly meanings: readonly string[]
  readonly more?: readonly Segment[]
}

/** A change of one dataset. */
interface Event {
  readonly text: string
  readonly at: Moment
  /** What changed in the data, as far as it was compared. */
  readonly lines: readonly DifferenceLine[]
}

/** The changes of one dataset, latest first. */
export interface HistoryView {
  readonly events: readonly Event[]
  readonly more?: readonly Segment[]
  /** The link to the file of what changed; absent if there is none. */
  readonly file?: string
}

const MOST_RUNS = 10
const MOST_NAMES = 20
const MOST_EVENTS = 12
const NAME_LIMIT = 120

/** What the last runs changed. */
export function changesOf(mirror: Mirror, from: Page): ChangesView {
  const { runs } = mirror.changes
  const shown = runs.slice(0, MOST_RUNS)
  const left = runs.length - shown.length
  const { meanings } = mirror.words.changes
  return {
    runs: shown.map((run) => ({ at: mirror.format.moment(run.at), lines: linesOf(mirror, run, from) })),
    meanings: (['withdrawn', 'returned', 'dropped'] as const)
      .filter((change) => shown.some((run) => run[change].length > 0))
      .map((change) => meanings[change]),
    ...(left > 0 && { more: segmentsOf(mirror.words.changes.moreRuns(left)) }),
  }
}

function linesOf(mirror: Mirror, run: RunChanges, from: Page): ChangeLine[] {
  const { byCode } = mirror.summaries
  return CHANGES.filter((change) => run[change].length > 0).map((change) => {
    const codes = run[change]
    const left = codes.length - MOST_NAMES
    return {
      change,
      text: mirror.words.changes.counts[change](codes.length),
      datasets: codes.slice(0, MOST_NAMES).map((code) => {
        const summary = byCode.get(code as DatasetCode)
        if (summary === undefined) return { text: showCode(code) }
        return {
          text: oneLine(summary.title, NAME_LIMIT),
          href: relativeLink(from, datasetResource(summary.code)),
        }
      }),
      ...(left > 0 && { more: segmentsOf(mirror.words.changes.more(left)) }),
    }
  })
}

/** What the last runs did to one dataset, and what they changed in it, both the latest first. */
interface DatasetHistory {
  readonly events: readonly DatasetEvent[]
  readonly differences: readonly Difference[]
}

/** What the last runs did to one dataset. */
export function historyOf(
  locale: Locale,
  code: DatasetCode,
  { events, differences }: DatasetHistory,
): HistoryView {
  const byTime = new Map(differences.map((difference) => [difference.at, difference]))
  const left = events.length - MOST_EVENTS
  const page = datasetResource(code)
  return {
    events: events.slice(0, MOST_EVENTS).map(({ change, at }) => {
      const difference = byTime.get(at)
      return {
        text: locale.words.changes.events[change],
        at: locale.format.day(at),
        lines: difference ? differenceLinesOf(locale, difference) : [],
      }
    }),
    ...(left > 0 && { more: segmentsOf(locale.words.changes.moreEvents(left)) }),
    ...(differences.length > 0 && { file: relativeFile(page, hrefOf(page) + DIFFERENCES_NAME) }),
  }
}

/** When any of the published data last changed. */
export function lastChangeOf({ manifest }: MirrorSource): string | undefined {
  let last: string | undefined
  for (const { changedAt } of manifest.records)
    if (changedAt !== undefined && (last === undefined || changedAt > last)) last = changedAt
  return last
}
