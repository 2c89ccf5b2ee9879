import type { Changes } from '../../snapshot/index.ts'
import { CHANGES } from './terms.ts'

/**
 * What happened to each dataset by its code, the latest first, each event as one number: the place of the run times the number of
 * {@link CHANGES}, plus that of the change. A hundred runs of a large mirror list millions.
 */
export type EventsByCode = ReadonlyMap<string, readonly number[]>

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
