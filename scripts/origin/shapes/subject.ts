import { DATASET_OPERATION, type ListOperation } from '../../../src/lib/interface/index.ts'
import type { SourceTable } from '../package/content.ts'
import type { DataPackage, Dataset, PackageGroup } from '../package/types.ts'
import { type ExactValue, escapeAttribute, isObject, type Pieces, xmlName } from '../text.ts'
import { prolog, xmlValue } from './records.ts'
import type { Document, ShapeWriter, Subject } from './types.ts'

/** One of the four lists as a table. The lists refer to each other by the keys of categories and publishers. */
export function listSubject(operation: ListOperation, data: DataPackage): Subject {
  switch (operation) {
    case 'list':
      return datasetList(operation, data, { whole: 'list', one: 'entry' }, (dataset) => ({
        code: dataset.code,
        title: dataset.title,
        kind: dataset.kind,
        updated: dayOf(dataset.updated),
      }))
    case 'list_datasets':
      return datasetList(operation, data, { whole: 'datasets', one: 'dataset' }, (dataset) =>
        describeDataset(
          dataset,
          data.datasets.some(({ categories }) => categories.length > 1),
        ),
      )
    case 'list_categories':
      return groupList(operation, data.categories, { whole: 'categories', one: 'category' }, (key) =>
        data.datasets.filter(({ categories }) => categories.includes(key)),
      )
    case 'list_oivs':
      return groupList(operation, data.oivs, { whole: 'oivs', one: 'oiv' }, (key) =>
        data.datasets.filter(({ oiv }) => oiv === key),
      )
  }
}

export function dataSubject(code: string, table: SourceTable): Subject {
  const none = { keys: [], titles: [], codes: [] }
  return { operation: DATASET_OPERATION, whole: 'data', one: 'row', ...none, ...table, code }
}

interface Names {
  readonly whole: string
  readonly one: string
}

function datasetList(
  operation: ListOperation,
  { datasets }: DataPackage,
  names: Names,
  describe: (dataset: Dataset) => Record<string, ExactValue>,
): Subject {
  return {
    ...tableOf(datasets.map(describe)),
    ...names,
    operation,
    keys: datasets.map(({ code }) => code),
    titles: datasets.map(({ title }) => title),
    codes: datasets.map(({ code }) => [code]),
  }
}

function groupList(
  operation: ListOperation,
  groups: readonly PackageGroup[],
  names: Names,
  membersOf: (key: string) => readonly Dataset[],
): Subject {
  const members = groups.map(({ key }) => membersOf(key))
  const records = groups.map(({ key, title }, index) => ({
    key,
    title,
    datasets: members[index]?.length ?? 0,
  }))
  return {
    ...tableOf(records),
    ...names,
    operation,
    keys: groups.map(({ key }) => key),
    titles: groups.map(({ title }) => title),
    codes: members.map((datasets) => datasets.map(({ code }) => code)),
  }
}

/** The entry of a dataset. Its category is a text; if any dataset of the package has several, all have arrays. */
function describeDataset(dataset: Dataset, isManifold: boolean): Record<string, ExactValue> {
  const [source] = dataset.sources
  return {
    code: dataset.code,
    title: dataset.title,
    description: dataset.description,
    ...(isManifold ? { categories: dataset.categories } : { category: dataset.categories[0] }),
    oiv: dataset.oiv,
    licence: dataset.licence,
    source: source?.title ?? '',
    source_url: source?.path ?? '',
    kind: dataset.kind,
    rows: dataset.rows ?? null,
    bytes: dataset.bytes,
    updated: dayOf(dataset.updated),
  }
}

/** Records with the same members, as a table. */
function tableOf(records: readonly Record<string, ExactValue>[]) {
  const columns = Object.keys(records[0] ?? {})
  const rows = records.map((record) => columns.map((name) => record[name]))
  return { columns, rows, code: undefined }
}

function dayOf(date: Date): string {
  return date.toISOString().slice(0, 10)
}

/** A document that is not a table, as a tree of elements; a name that had to be changed is in the attribute `name`. */
export function* documentXml(
  { code, value }: Document,
  { xmlEncoding }: Pick<ShapeWriter, 'xmlEncoding'>,
): Pieces {
  yield `${prolog(xmlEncoding)}<document code="${escapeAttribute(code)}">`
  yield* branches(value, xmlEncoding === 'windows-1251')
  yield '</document>\n'
}

/** Yields each large branch separately, so a large document is never one string. */
function* branches(value: ExactValue, narrow: boolean): Pieces {
  if (Array.isArray(value)) {
    for (const item of value) yield* element('<item>', '</item>', item, narrow)
  } else if (isObject(value)) {
    for (const [name, member] of Object.entries(value)) {
      const tag = xmlName(name, narrow ? 'windows-1251' : 'any')
      const kept = tag === name ? '' : ` name="${escapeAttribute(name)}"`
      yield* element(`<${tag}${kept}>`, `</${tag}>`, member, narrow)
    }
  } else yield xmlValue(value)
}

function* element(open: string, close: string, value: ExactValue, narrow: boolean): Pieces {
  yield open
  yield* branches(value, narrow)
  yield close
}
