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

/** What a field of the list of datasets is taken for. */
export type RoleName = 'code' | 'title' | 'description' | 'updated' | 'category' | 'oiv'

/** The field that is taken for something. */
export interface RoleField {
  /** Its name; `oiv.code` for a member of an object. */
  readonly field: string
  /** Whether the config says so; else it was inferred. */
  readonly named: boolean
}

/** What the lists say, read together. */
export interface Catalogue {
  /** What the fields of the list of datasets are taken for. */
  readonly roles: Readonly<Partial<Record<RoleName, RoleField>>>
  readonly datasets: readonly DatasetEntry[]
  readonly categories: readonly Entry[]
  readonly oivs: readonly Entry[]
  readonly inferences: readonly Inference[]
}

/** What a person may have said about the fields of the dataset list. */
export type NamedFields = Partial<
  Readonly<Record<'code' | 'title' | 'description' | 'updated' | 'category' | 'oiv', string | undefined>>
>
