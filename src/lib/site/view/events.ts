import type { Changes } from '../../snapshot/index.ts'
import { CHANGES } from './terms.ts'

/**
 * The changes of each dataset by code, latest first. Each is one number: the index of the run times the number of {@link CHANGES}, plus the
 * index of the change. A hundred runs of a large mirror list millions.
 */
export type EventsByCode = ReadonlyMap<string, readonly number[]>

/** Finds the changes of every dataset. */
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
