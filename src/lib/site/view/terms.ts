import type { Facts, State } from '../../snapshot/index.ts'

/** A state as pages show it: whether bytes are new or the same as before is the run's affair, not theirs. */
export type PageState = Exclude<State, 'fetched' | 'unchanged'> | 'current'
export const PAGE_STATES = [
  'current',
  'stale',
  'derived',
  'withdrawn',
  'missing',
] as const satisfies readonly PageState[]

/** What pages call a state. */
export function pageStateOf(state: State): PageState {
  return state === 'fetched' || state === 'unchanged' ? 'current' : state
}

/** What a run may do to a dataset, as `changes.json` calls it, in the order it is told. */
export const CHANGES = ['added', 'changed', 'withdrawn', 'returned', 'dropped'] as const
export type Change = (typeof CHANGES)[number]

/** A time of `status.json`. */
export type StatusTime = 'triedAt' | 'answeredAt' | 'crawledAt' | 'completeAt' | 'staleSince' | 'goodUntil'

/** What the crawler reports: its English sentence, and what says the same in any language where the manifest has it. */
export interface Stated {
  readonly said: string
  readonly code?: string
  readonly facts?: Facts
  /** That of a problem; absent for the reason of a record. */
  readonly severity?: 'gap' | 'warning'
}
