/** A category or a publisher as the search knows it. */
export interface SearchGroup {
  readonly key: string
  readonly title: string
}

/** A dataset as the search knows it. */
export interface SearchDataset {
  readonly code: string
  readonly title: string
  readonly description: string
  /** Places in {@link SearchCatalogue.categories} and {@link SearchCatalogue.oivs}. */
  readonly categories: readonly number[]
  readonly oivs: readonly number[]
  readonly columns: readonly string[]
  /** How many records; -1 for a tree, undefined where there is no good copy. */
  readonly records?: number
  /** How many columns there are, which may be more than are named. */
  readonly width?: number
  /** Whether there are more columns than were counted. */
  readonly wider?: boolean
  /** A place in {@link STATE_ORDER}. */
  readonly state: number
  /** When it changed, `2026-10-02`; empty when nobody knows. */
  readonly changed: string
}

/** What the search knows of a mirror: its datasets by title. */
export interface SearchCatalogue {
  readonly categories: readonly SearchGroup[]
  readonly oivs: readonly SearchGroup[]
  readonly datasets: readonly SearchDataset[]
}

/** The states of a dataset, in the order the index numbers them. */
export const STATE_ORDER = ['current', 'stale', 'derived', 'withdrawn', 'missing'] as const
export type SearchState = (typeof STATE_ORDER)[number]
