import type { DatasetCode } from './dataset-code.ts'
import type { Format } from './format.ts'
import { DATASET_OPERATION, LIST_OPERATIONS, type ListOperation } from './operation.ts'

/** What an address names, whatever the format: one of the four lists, or one dataset. */
export type Resource =
  | { readonly operation: ListOperation }
  | { readonly operation: typeof DATASET_OPERATION; readonly code: DatasetCode }

/** One resource in one format: the unit that is fetched, kept and published. */
export interface Representation {
  readonly resource: Resource
  readonly format: Format
}

/** The four lists, in the order they are crawled and shown. */
export const LISTS: readonly Resource[] = LIST_OPERATIONS.map((operation) => ({ operation }))

/** The resource of one dataset. */
export function datasetResource(code: DatasetCode): Resource {
  return { operation: DATASET_OPERATION, code }
}
