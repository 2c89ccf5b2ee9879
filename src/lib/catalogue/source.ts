import { findDatasetLinks, type ListOperation } from '../interface/index.ts'
import { cellText } from '../reading/index.ts'
import { codeIn, findNamingField, type NamingField } from './code-field.ts'
import { fieldsOf, type ListField, valuesOf } from './field.ts'
import { findKeyedReading, type ListDocument, type ListRecord } from './list-document.ts'
import { findNestedReadings } from './nested.ts'

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

/** Whether the entries of a list are datasets. */
export function isOfDatasets(operation: ListOperation): boolean {
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

/** The possible codes of a list record: the value of the code field, then links in its values. */
export function codesOf({ fields }: ListRecord, field: string | undefined): string[] {
  const named = field === undefined ? [] : valuesOf(fields, field).map(codeIn)
  const linked = [...fields.values()].flatMap((value) =>
    findDatasetLinks(cellText(value) ?? '').map(({ code }) => code),
  )
  return [...named, ...linked]
}

/** Where a list has the codes of datasets. */
interface Naming {
  /** The list, or another reading of it. */
  readonly list: ListDocument
  readonly field: NamingField | undefined
}

/** The reading of a list that has known codes in a field, and that field; none if only its links contain codes. */
export function findNaming(
  list: ListDocument,
  known: ReadonlySet<string>,
  preferred: string | undefined,
): Naming {
  const field = findNamingField(list, known, preferred)
  if (field !== undefined && list.whole === undefined) return { list, field }
  const able = findOtherReadings(list).flatMap((reading) => {
    const naming = { list: reading, field: findNamingField(reading, known, preferred) }
    return naming.field && (field === undefined || isMore(naming, { list, field })) ? [naming] : []
  })
  return (
    able.reduce<Naming | undefined>((a, b) => (a && foundIn(a) >= foundIn(b) ? a : b), undefined) ?? {
      list,
      field,
    }
  )
}

/** The readings of a list besides the one that its shape suggests: by key, and of lists within its records or beside them. */
export function findOtherReadings(list: ListDocument): ListDocument[] {
  return [findKeyedReading(list) ?? [], findNestedReadings(list)].flat()
}

function foundIn({ field }: Naming): number {
  return field?.found ?? 0
}

// Whether a reading has all that another one has, and more entries: the other is one of several lists.
function isMore(more: Naming, { list, field }: Naming): boolean {
  const name = more.field?.name
  if (name === undefined || name !== field?.name || more.list.records.length <= list.records.length)
    return false
  const known = new Map(more.list.records.map((record) => [valuesOf(record.fields, name)[0], record]))
  return list.records.every(({ fields }) => {
    const same = known.get(valuesOf(fields, name)[0])
    return same !== undefined && [...fields.keys()].every((one) => same.fields.has(one))
  })
}

/** The known datasets in a list, from the field with most of their codes, or from links. */
export function findNamedCodes(
  list: ListDocument,
  known: ReadonlySet<string>,
  preferred: string | undefined,
): ReadonlySet<string> {
  const { field } = findNaming(list, known, preferred)
  const all = [...(field?.values ?? []), ...list.links.map(({ code }) => code)]
  return new Set(all.filter((code) => known.has(code)))
}

/** The entries of a list without a dataset, if most of the others have one; else none. */
export function findUnnamed(
  list: ListDocument,
  known: ReadonlySet<string>,
  preferred: string | undefined,
): ListRecord[] {
  const naming = findNaming(list, known, preferred)
  const { records } = naming.list
  const unnamed = records.filter((record) => codesOf(record, naming.field?.name).length === 0)
  return unnamed.length * 2 < records.length ? unnamed : []
}
