import {
  buildCatalogue,
  type Catalogue,
  findCodeFields,
  type ListDocument,
  type NamedFields,
  readList,
} from '../../src/lib/catalogue/index.ts'
import { type Format, type ListOperation, parseDatasetCode } from '../../src/lib/interface/index.ts'

/** A list as it would be read from these bytes. */
export function listOf(operation: ListOperation, body: unknown, format: Format = 'json'): ListDocument {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return readList(operation, () => [Buffer.from(text)], { format })
}

/** The fields of `list_datasets` that may be the code, likeliest first. */
export function codeFieldNames(body: unknown): string[] {
  return findCodeFields([listOf('list_datasets', body)]).map(({ name }) => name)
}

/** The catalogue of a service with these lists. `codeField` is of the dataset list. */
export function catalogueOf(
  lists: Partial<Record<ListOperation, unknown>>,
  codes: readonly string[],
  codeField?: string,
  named: NamedFields = {},
): Catalogue {
  return buildCatalogue({
    documents: Object.entries(lists).map(([operation, body]) => listOf(operation as ListOperation, body)),
    codes: codes.map(parseDatasetCode),
    codeField: codeField === undefined ? undefined : { operation: 'list_datasets', name: codeField },
    named,
  })
}
