import { isInFuture, type ManifestRecord } from '../snapshot/index.ts'
import type { Crawl } from './context.ts'

const TIMES = ['changedAt', 'fetchedAt', 'firstSeen', 'lastSeen', 'replacedAt', 'since'] as const

/** Returns what a manifest states about a file in the draft, with its times corrected, and sets the time of the file if that is wrong. */
export type Correct = <Stated extends object>(stated: Stated, path: string) => Stated

/**
 * Opens the correction of times in the future, which a run with a wrong clock stated: they become that of this run. The clock may also be
 * behind in this run, so a time counts as one in the future only if it was one in the run before as well.
 */
export function openCorrection({ now, draft, current }: Crawl): Correct {
  if (current === undefined) return (stated) => stated
  const time = new Date(Math.floor(now().getTime() / 1000) * 1000)
  const latest = new Date(Math.max(time.getTime(), Date.parse(current.manifest.completedAt)))
  return (stated, path) => {
    const times: Partial<Record<string, unknown>> = { ...stated }
    const wrong = TIMES.filter((name) => isInFuture(String(times[name] ?? ''), latest))
    if (wrong.length === 0) return stated
    if (wrong.includes('changedAt')) draft.setTime(path, time)
    return { ...stated, ...Object.fromEntries(wrong.map((name) => [name, time.toISOString()])) }
  }
}

/** The same records, with corrected times of their copies and of their former ones. */
export function correctTimes(
  correct: Correct,
  records: readonly ManifestRecord[],
): readonly ManifestRecord[] {
  return records.map((record) => {
    const { former, ...rest } = correct(record, record.path)
    return former ? { ...rest, former: former.map((one) => correct(one, one.path)) } : rest
  })
}
