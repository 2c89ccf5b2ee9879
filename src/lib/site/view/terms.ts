import type { Facts, State } from '../../snapshot/index.ts'

/** A state as pages show it. They do not distinguish new bytes from confirmed ones, which differ only between runs. */
export type PageState = Exclude<State, 'fetched' | 'unchanged' | 'unasked'> | 'current'
export const PAGE_STATES = [
  'current',
  'stale',
  'derived',
  'withdrawn',
  'missing',
] as const satisfies readonly PageState[]

/** The state that pages show for a state of the manifest. */
export function pageStateOf(state: State): PageState {
  return state === 'fetched' || state === 'unchanged' || state === 'unasked' ? 'current' : state
}

/** The changes of a dataset in a run, by their names in `changes.json`, in the order in which pages list them. */
export const CHANGES = ['added', 'changed', 'withdrawn', 'returned', 'dropped'] as const
export type Change = (typeof CHANGES)[number]

/** The groups of addresses on the page for developers. */
export const ADDRESS_GROUPS = ['interface', 'files', 'mirror'] as const
export type AddressGroup = (typeof ADDRESS_GROUPS)[number]

/** A time of `status.json`. */
export type StatusTime = 'triedAt' | 'answeredAt' | 'crawledAt' | 'completeAt' | 'staleSince' | 'goodUntil'

/** What an incomplete mirror lacks. */
export interface Lacking {
  /** How many datasets that the origin lists have a gap, of how many. */
  readonly datasets: number
  readonly all: number
  /** How many gaps there are, also of lists. */
  readonly gaps: number
}

/** The facts in a citation of a dataset. None is guessed. */
export interface Citation {
  /** The code of the dataset, for the key of the entry. */
  readonly code: string
  readonly title: string
  /** The bodies that publish it. */
  readonly publishers: readonly string[]
  /** The day of the last update according to the origin, else the day its bytes last changed: `2026-10-02`. */
  readonly date?: string
  /** The beginning of the sha256 of the bytes the page shows. */
  readonly version?: string
  readonly address: string
  /** The mirror from which it is read. */
  readonly via: string
  /** The licences that the data states. */
  readonly licences: readonly string[]
}

/** A report of the crawler: its English sentence, and the code and facts to state it in other languages, if the manifest has them. */
export interface Stated {
  readonly message: string
  readonly code?: string
  readonly facts?: Facts
  /** Only for problems; the reason of a record has none. */
  readonly severity?: 'gap' | 'warning'
}
