import { type DatasetCode, DIFFERENCES_NAME, datasetResource, hrefOf } from '../../interface/index.ts'
import type { RunChanges, Version } from '../../snapshot/index.ts'
import type { MirrorSource } from '../mirror.ts'
import type { DatasetSource } from './dataset-source.ts'
import { differenceLinesOf } from './differences.ts'
import { type Page, relativeFile, relativeLink } from './link.ts'
import type { Locale } from './locale.ts'
import type { Mirror } from './mirror.ts'
import { CHANGES } from './terms.ts'
import { oneLine, segmentsOf, showCode } from './text.ts'
import { versionsViewOf } from './versions.ts'

const MOST_RUNS = 10
const MOST_NAMES = 20
const MOST_EVENTS = 12
const NAME_LIMIT = 120

/** What the last runs changed. */
export function changesOf(mirror: Mirror, from: Page) {
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

// The changes of each kind in a run: `3 datasets added`, and which; those without a page have no link.
function linesOf(mirror: Mirror, run: RunChanges, from: Page) {
  const { byCode } = mirror.summaries
  return CHANGES.filter((change) => run[change].length > 0).map((change) => {
    const codes = run[change]
    const left = codes.length - MOST_NAMES
    return {
      change,
      text: mirror.words.changes.counts[change](codes.length),
      datasets: codes.slice(0, MOST_NAMES).map((code) => {
        const summary = byCode.get(code as DatasetCode)
        return summary === undefined
          ? { text: showCode(code) }
          : {
              text: oneLine(summary.title, NAME_LIMIT),
              href: relativeLink(from, datasetResource(summary.code)),
            }
      }),
      ...(left > 0 && { more: segmentsOf(mirror.words.changes.more(left)) }),
    }
  })
}

type HistorySource = Locale & Pick<DatasetSource, 'eventsOf' | 'differencesOf' | 'versionsOf'>

/** What the last runs did to one dataset. */
export function historyOf(source: HistorySource, code: DatasetCode) {
  const [events, differences] = [source.eventsOf(code), source.differencesOf(code)]
  const versions = source.versionsOf(code)
  const byTime = new Map(differences.map((difference) => [difference.at, difference]))
  const left = events.length - MOST_EVENTS
  const shown = events.slice(0, MOST_EVENTS)
  const times = new Set(shown.map(({ at }) => at))
  // The origin may return to earlier bytes, which are then replaced more than once.
  const changeOf = ({ sha256, lastSeen }: Pick<Version, 'sha256' | 'lastSeen'>) => {
    const change = differences.findLast(
      ({ from, alsoFrom, at }) => (from === sha256 || alsoFrom === sha256) && at > lastSeen,
    )
    return change && times.has(change.at) ? anchorOf(change.at) : undefined
  }
  const versionsView = versionsViewOf(source, versions, changeOf)
  const dayOf = (at: string) => at.slice(0, 10)
  const hasSeveral = (day: string) => [...times].filter((at) => dayOf(at) === day).length > 1
  const page = datasetResource(code)
  return {
    events: shown.map(({ change, at }) => {
      const difference = byTime.get(at)
      return {
        text: source.words.changes.events[change],
        at: hasSeveral(dayOf(at)) ? source.format.moment(at) : source.format.day(at),
        // What changed in the data, as far as it was compared.
        lines: difference ? differenceLinesOf(source, difference) : [],
        // Former versions link to it.
        ...(difference && versions && { anchor: anchorOf(at) }),
      }
    }),
    ...(left > 0 && { more: segmentsOf(source.words.changes.moreEvents(left)) }),
    ...(differences.length > 0 && { file: relativeFile(page, hrefOf(page) + DIFFERENCES_NAME) }),
    ...(versionsView && { versions: versionsView }),
  }
}

function anchorOf(at: string): string {
  return `change-${Date.parse(at)}`
}

/** When any of the published data last changed. */
export function lastChangeOf({ manifest }: MirrorSource): string | undefined {
  let last: string | undefined
  for (const { changedAt } of manifest.records)
    if (changedAt !== undefined && (last === undefined || changedAt > last)) last = changedAt
  return last
}
