import {
  buildCatalogue,
  type Catalogue,
  type ListDocument,
  type NamedFields,
  type NamedList,
  nameLists,
  readLists,
} from '../catalogue/index.ts'
import { parseDatasetCode } from '../interface/index.ts'
import type { UnreadableDocument } from '../reading/index.ts'
import { type Generation, isOwnList, isStoredList, type ManifestRecord } from '../snapshot/index.ts'
import { isWhole } from './copies.ts'

/** What the lists of a published generation state. */
export interface GenerationSurvey {
  readonly lists: readonly NamedList[]
  readonly catalogue: Catalogue
}

/** The survey of a generation if there is one. Its lists are read by the first call, and once only. `named`: the configured fields. */
export function surveyOnce(
  generation: Generation | undefined,
  named: NamedFields,
): () => GenerationSurvey | undefined {
  let survey: GenerationSurvey | undefined
  return () => {
    survey ??= generation && surveyGeneration(generation, named)
    return survey
  }
}

// From the lists as the origin gave them.
function surveyGeneration(generation: Generation, named: NamedFields): GenerationSurvey {
  const { codes, records, titles = [] } = generation.manifest
  const own = records.filter((record) => isOwnList(record) && isWhole(generation, record))
  const documents = readStoredLists(own, generation.source)
  const lists = nameLists(documents, { codes: new Set(codes.order), field: codes.field })
  const catalogue = buildCatalogue({
    documents,
    lists,
    codes: codes.order.map(parseDatasetCode),
    codeField: codes.field,
    named,
    titles,
  })
  return { lists, catalogue }
}

/** Parses the lists among some records; `onRefused` is called for those that cannot be read. */
export function readStoredLists(
  records: readonly ManifestRecord[],
  source: Generation['source'],
  onRefused?: (record: ManifestRecord, error: UnreadableDocument) => void,
): ListDocument[] {
  const lists = records.filter(isStoredList).map((record) => ({ ...record, source: source(record.path) }))
  return readLists(lists, onRefused && ((list, error) => onRefused(list, error)))
}
