import type { DatasetCode } from './dataset-code.ts'
import type { Format } from './format.ts'
import { DATASET_OPERATION, LIST_OPERATIONS, type ListOperation } from './operation.ts'

/** One of the four lists, or one dataset, in any format. */
export type Resource =
  | { readonly operation: ListOperation }
  | { readonly operation: typeof DATASET_OPERATION; readonly code: DatasetCode }

/** One resource in one format: the unit that is fetched, stored and published. */
export interface Representation {
  readonly resource: Resource
  readonly format: Format
}

/** The four lists, in crawling and display order. */
export const LISTS: readonly Resource[] = LIST_OPERATIONS.map((operation) => ({ operation }))

/** Configured lists that the origin has as html only, or not at all. All others exist in the data formats. */
export type DeclaredLists = Readonly<Partial<Record<ListOperation, 'html' | 'none'>>>

/** The lists that the origin has, in crawling and display order. */
export function listsOf(declared: DeclaredLists = {}): ListOperation[] {
  return LIST_OPERATIONS.filter((operation) => declared[operation] !== 'none')
}

/** The resource of one dataset. */
export function datasetResource(code: DatasetCode): Resource {
  return { operation: DATASET_OPERATION, code }
}
