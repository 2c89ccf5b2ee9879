/** The four list operations, in crawling and display order. */
export const LIST_OPERATIONS = ['list', 'list_categories', 'list_oivs', 'list_datasets'] as const
export type ListOperation = (typeof LIST_OPERATIONS)[number]

/** The operation that takes a dataset code. */
export const DATASET_OPERATION = 'get_dataset'
export type Operation = ListOperation | typeof DATASET_OPERATION

/** The only supported version of the interface. */
export const API_PATH = 'api/v1'

/** Whether a path segment is a list operation. */
export function isListOperation(segment: string): segment is ListOperation {
  return (LIST_OPERATIONS as readonly string[]).includes(segment)
}
