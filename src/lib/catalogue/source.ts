import type { ListOperation } from '../interface/index.ts'
import { fieldsOf, type ListField } from './field.ts'
import type { ListDocument, ListRecord } from './list-document.ts'
import { codesOf } from './list-entries.ts'
import { findNaming } from './named.ts'

/** A list in one format, and its record for each dataset. */
interface CatalogueSource {
  readonly list: ListDocument
  /** The field with the codes in this list and format; undefined for a list of links. */
  readonly codeField: string | undefined
  readonly fields: readonly ListField[]
  readonly records: ReadonlyMap<string, ListRecord>
}

/**
 * The lists that have entries of datasets, in order of priority: `list_datasets` before `list`, and of the formats of one list the one with
 * the most fields. If no entry has a known code, only the list with the most fields, without records.
 */
export function findSources(
  documents: readonly ListDocument[],
  codes: readonly string[],
  codeField: string | undefined,
): CatalogueSource[] {
  const known = new Set(codes)
  const all = documents
    .filter(({ operation, records }) => isOfDatasets(operation) && records.length > 0)
    .map((document) => toSource(document, known, codeField))
  const matched = all.filter(({ records }) => records.size > 0)
  const ordered = (sources: readonly CatalogueSource[]) =>
    (['list_datasets', 'list'] as const).flatMap((operation) =>
      bestFirst(sources.filter(({ list }) => list.operation === operation)),
    )
  return matched.length > 0 ? ordered(matched) : ordered(all).slice(0, 1)
}

function isOfDatasets(operation: ListOperation): boolean {
  return operation === 'list_datasets' || operation === 'list'
}

// A record belongs to the code in its code field, else in a link in one of its values.
function toSource(
  document: ListDocument,
  known: ReadonlySet<string>,
  codeField: string | undefined,
): CatalogueSource {
  const { list, field } = findNaming(document, known, codeField)
  const records = new Map<string, ListRecord>()
  for (const record of list.records) {
    const code = codesOf(record, field?.name).find((candidate) => known.has(candidate))
    if (code !== undefined && !records.has(code)) records.set(code, record)
  }
  return { list, codeField: field?.name, fields: fieldsOf(list), records }
}

// A list of few of the datasets goes after one of more than twice as many, whatever fields it has.
function bestFirst(sources: readonly CatalogueSource[]): CatalogueSource[] {
  const most = Math.max(0, ...sources.map(({ records }) => records.size))
  const able = sources.filter(({ records }) => records.size * 2 >= most)
  const best = findRichest(able, ({ list }) => list)
  return best === undefined ? [] : [best, ...sources.filter((source) => source !== best)]
}

/** The one whose list has the most fields; the first of equals. */
export function findRichest<T>(all: readonly T[], listOf: (one: T) => ListDocument): T | undefined {
  const weight = (one: T) => {
    const { records } = listOf(one)
    return records.length === 0 ? 0 : 1 + (records[0]?.fields.size ?? 0)
  }
  return all.reduce<T | undefined>(
    (best, next) => (best === undefined || weight(next) > weight(best) * 1.5 ? next : best),
    undefined,
  )
}
