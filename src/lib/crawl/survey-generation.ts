import {
  buildCatalogue,
  type Catalogue,
  type ListDocument,
  type NamedFields,
  readLists,
} from '../catalogue/index.ts'
import { parseDatasetCode } from '../interface/index.ts'
import { type Generation, isHeldList, type ManifestRecord } from '../snapshot/index.ts'

/** The lists of a finished generation as it got them, and what was made of them. */
export function surveyGeneration(
  { options }: { readonly options: { readonly fields: NamedFields } },
  generation: Generation,
): { documents: ListDocument[]; catalogue: Catalogue } {
  const { codes, records } = generation.manifest
  const own = records.filter(({ derivedFrom, format }) => derivedFrom !== otherThan(format))
  const documents = readHeld(own, generation.source)
  const catalogue = buildCatalogue({
    documents,
    codes: codes.order.map(parseDatasetCode),
    codeField: codes.field,
    named: options.fields,
  })
  return { documents, catalogue }
}

/** Reads the lists among some records. */
export function readHeld(records: readonly ManifestRecord[], source: Generation['source']): ListDocument[] {
  return readLists(records.filter(isHeldList).map((record) => ({ ...record, source: source(record.path) })))
}

// A list that was made from its twin says nothing of its own; one made from html does.
function otherThan(format: string): string {
  return format === 'json' ? 'xml' : 'json'
}
