/** The four operations that list something, in the order they are crawled and shown. */
export const LIST_OPERATIONS = ['list', 'list_categories', 'list_oivs', 'list_datasets'] as const
export type ListOperation = (typeof LIST_OPERATIONS)[number]

/** The one operation that takes a dataset code. */
export const DATASET_OPERATION = 'get_dataset'
export type Operation = ListOperation | typeof DATASET_OPERATION

/** Only this version of the interface is mirrored. */
export const API_PATH = 'api/v1'

/** Whether a path segment names one of the list operations. */
export function isListOperation(segment: string): segment is ListOperation {
  return (LIST_OPERATIONS as readonly string[]).includes(segment)
}
