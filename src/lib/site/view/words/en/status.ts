import type { Outcome } from '../../../../snapshot/index.ts'
import type { StatusTime } from '../../status.ts'

/** The words about `status.json`. No page holds a time of it, so that no page changes when only that does; a script puts them in. */
export const status = {
  /** Stands where a script puts a time. */
  clock: 'see status.json',
  never: 'never',
  times: {
    triedAt: 'Last tried',
    answeredAt: 'Origin last answered',
    crawledAt: 'Last read from the origin',
    completeAt: 'Last complete',
    staleSince: 'Not fresh since',
    goodUntil: 'This is good until',
  } satisfies Record<StatusTime, string>,
  outcomes: {
    refused: {
      label: 'Last run refused',
      sentence:
        'On the last run so much was missing from the origin’s lists that it was not believed. Everything here is the last good copy.',
    },
    unreachable: {
      label: 'Origin out of reach',
      sentence: 'The origin could not be reached on the last run. Everything here is the last good copy.',
    },
  } satisfies Record<Exclude<Outcome, 'complete' | 'gaps'>, { label: string; sentence: string }>,
  stale: {
    label: 'May be out of date',
    before: 'No run has reached the origin since',
    after: 'This mirror may no longer be kept up to date.',
  },
} as const
