import type { DatasetCode } from '../interface/index.ts'
import type { Value } from '../reading/index.ts'
import type { InferenceEvidence } from './evidence.ts'

/** One entry of a list: its fields under their own names, and their inferred roles. */
export interface Entry {
  /** How other lists refer to it: the key of a category or publisher, the code of a dataset. */
  readonly key: string
  readonly title: string
  readonly description?: string
  readonly fields: ReadonlyMap<string, Value>
}

export interface DatasetEntry extends Entry {
  readonly code: DatasetCode
  /** Keys of its categories and publishers. */
  readonly categories: readonly string[]
  readonly oivs: readonly string[]
  /** When its data changed, as stated in the list. */
  readonly updated?: string
}

/** Something that was inferred, with the evidence; shown by `plan` and on the about page. */
export interface Inference {
  /** `dataset code`, `dataset title`, `dataset → category` … */
  readonly what: string
  /** The chosen list and field: `list_datasets.id`; undefined if none was found. */
  readonly field?: string
  readonly evidence: InferenceEvidence
  /** The config key that overrides it. */
  readonly override?: string
}

/** The role of a field of the dataset list. */
export type RoleName = 'code' | 'title' | 'description' | 'updated' | 'category' | 'oiv'

export interface RoleField {
  /** Its name; `oiv.code` for a member of an object. */
  readonly field: string
  /** Whether it is configured; otherwise it was inferred. */
  readonly named: boolean
}

/** The combined contents of the lists. */
export interface Catalogue {
  /** The roles of the fields of the dataset list. */
  readonly roles: Readonly<Partial<Record<RoleName, RoleField>>>
  readonly datasets: readonly DatasetEntry[]
  readonly categories: readonly Entry[]
  readonly oivs: readonly Entry[]
  /** The titles of the categories and publishers of datasets that are no longer listed, by key, as they were when these were. */
  readonly former: Readonly<Record<'categories' | 'oivs', ReadonlyMap<string, string>>>
  readonly inferences: readonly Inference[]
}

/** The configured fields of the dataset list. */
export type NamedFields = Partial<
  Readonly<Record<'code' | 'title' | 'description' | 'updated' | 'category' | 'oiv', string | undefined>>
>
