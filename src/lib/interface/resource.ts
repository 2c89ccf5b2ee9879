import type { DatasetCode } from './dataset-code.ts'

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

/** One of the four lists, or one dataset, in any format. */
export type Resource =
  | { readonly operation: ListOperation }
  | { readonly operation: typeof DATASET_OPERATION; readonly code: DatasetCode }

/** One resource in one format: the unit that is fetched, stored and published. */
export interface Representation {
  readonly resource: Resource
  readonly format: Format
}

/** Configured lists that the origin has as html only, or not at all. All others exist in the data formats. */
export type DeclaredLists = Readonly<Partial<Record<ListOperation, 'html' | 'none'>>>

/** The lists that the origin has, in crawling and display order. */
export function listsOf(declared: DeclaredLists = {}): ListOperation[] {
  return LIST_OPERATIONS.filter((operation) => declared[operation] !== 'none')
}

export function datasetResource(code: DatasetCode): Resource {
  return { operation: DATASET_OPERATION, code }
}

/** A dataset in one format. */
export function ofDataset<One extends Format>(
  code: DatasetCode,
  format: One,
): Representation & { readonly format: One } {
  return { resource: datasetResource(code), format }
}

/** All formats. Addresses without a known `type` are `html`. */
export const FORMATS = ['html', 'json', 'xml'] as const
export type Format = (typeof FORMATS)[number]

/** The formats whose original bytes are published. */
export const DATA_FORMATS = ['json', 'xml'] as const
export type DataFormat = (typeof DATA_FORMATS)[number]

/** The media types of published files. XML has no charset: the one in a header would override that of the XML declaration. */
export const MEDIA_TYPES: Readonly<Record<Format, string>> = {
  html: 'text/html; charset=utf-8',
  json: 'application/json; charset=utf-8',
  xml: 'application/xml',
}

/** The media type of published tables: RFC 4180, with charset and header row (RFC 7111, 5.1). */
export const TABLE_MEDIA_TYPE = 'text/csv; charset=utf-8; header=present'

/** The media type of tables as Parquet, as registered with IANA. */
export const PARQUET_MEDIA_TYPE = 'application/vnd.apache.parquet'

/** The media type of TimeMaps (RFC 6690). */
export const TIME_MAP_MEDIA_TYPE = 'application/link-format'

/** The other data format. */
export function otherFormat(format: DataFormat): DataFormat {
  return format === 'json' ? 'xml' : 'json'
}

/** The format in a query string, from its first `type` parameter, case-sensitive; anything but `json` and `xml` is html. */
export function parseFormat(query: URLSearchParams): Format {
  const type = query.get('type')
  return type === 'json' || type === 'xml' ? type : 'html'
}
