import type { DatasetCode } from '../interface/index.ts'
import type { Value } from '../reading/index.ts'

/** One entry of a list, with its fields under their own names, and what they mean where that could be inferred. */
export interface Entry {
  /** What other lists call it by: a category's or body's key; for a dataset its code. */
  readonly key: string
  readonly title: string
  readonly description?: string
  readonly fields: ReadonlyMap<string, Value>
}

export interface DatasetEntry extends Entry {
  readonly code: DatasetCode
  /** Keys of its categories and OIVs. */
  readonly categories: readonly string[]
  readonly oivs: readonly string[]
  /** When its data changed, as the list says it. */
  readonly updated?: string
}

/** Something that was inferred, and from what: shown to people by `plan` and on the about page. */
export interface Inference {
  /** `dataset code`, `dataset title`, `dataset → category` … */
  readonly what: string
  /** The list and field chosen: `list_datasets.id`; undefined when nothing was found. */
  readonly field?: string
  /** In a sentence: `71 of 71 values are codes found in links`. */
  readonly evidence: string
  /** The config key that overrides it. */
  readonly override?: string
}

/** What the lists say, read together. */
export interface Catalogue {
  readonly datasets: readonly DatasetEntry[]
  readonly categories: readonly Entry[]
  readonly oivs: readonly Entry[]
  readonly inferences: readonly Inference[]
}
