import type { Changes } from '../../snapshot/index.ts'
import { CHANGES, type Change } from './terms.ts'

/**
 * The changes of each dataset by code, latest first. Each is one number: the index of the run times the number of {@link CHANGES}, plus the
 * index of the change. A hundred runs of a large mirror list millions.
 */
export type EventsByCode = ReadonlyMap<string, readonly number[]>

/** Something that a run did to one dataset. */
export interface DatasetEvent {
  readonly change: Change
  /** When the run started: ISO 8601. */
  readonly at: string
}

/** The events of one dataset, the latest first. */
export function eventsOfDataset({ runs }: Changes, byCode: EventsByCode, code: string): DatasetEvent[] {
  return (byCode.get(code) ?? []).flatMap((event) => {
    const change = CHANGES[event % CHANGES.length]
    const run = runs[Math.floor(event / CHANGES.length)]
    return change && run ? { change, at: run.at } : []
  })
}

/** Finds the events of every dataset. */
export function findEvents({ runs }: Changes): EventsByCode {
  const byCode = new Map<string, number[]>()
  for (const [at, run] of runs.entries())
    for (const [kind, change] of CHANGES.entries())
      for (const code of run[change]) {
        const events = byCode.get(code)
        const event = at * CHANGES.length + kind
        if (events) events.push(event)
        else byCode.set(code, [event])
      }
  return byCode
}
