import type { DatasetEntry } from '../../catalogue/index.ts'
import {
  DATA_FORMATS,
  datasetResource,
  hrefOf,
  PARQUET_MEDIA_TYPE,
  PARQUET_NAME,
  TABLE_NAME,
} from '../../interface/index.ts'
import type { Column } from '../../reading/index.ts'
import type { MadeTable, ResourceRecords } from '../mirror.ts'
import { hostAndPath } from './chrome.ts'
import type { DatasetSource } from './dataset-source.ts'
import { describeDataset } from './harvest/statement.ts'
import { joinLicences } from './licence.ts'
import { namesOf, publishersOf } from './relation.ts'
import { hasCopy } from './state.ts'
import { originAddressOf } from './structured-data.ts'
import { htmlText, titleOf } from './text.ts'

type DescribedColumn = Pick<
  Column,
  'name' | 'type' | 'meaning' | 'description' | 'frequent' | 'examples' | 'min'
>

const PROFILES = 'https://datapackage.org/profiles/2.0/'
// What a name may not have in an address or a file name of any system.
const UNFIT = /[^\w.-]+/g

/**
 * The description of a dataset that has a csv, as a Data Package (version 2.0). It states a type only where every value has it, and nothing
 * that the origin does not state. `columns`: those of the reading, in the order of the csv.
 */
export function dataPackageOf(
  source: DatasetSource,
  entry: DatasetEntry,
  columns: readonly DescribedColumn[],
  table: MadeTable,
): string {
  const resource = datasetResource(entry.code)
  const records = source.recordsOf(resource)
  const origin = originAddressOf(records)
  const keywords = namesOf(source, 'categories', entry.categories)
  const publishers = publishersOf(source, entry)
  const licences = joinLicences(entry.fields, source.extentOf(resource)?.licences ?? []).flatMap(
    ({ text, href }) => (href === undefined ? [] : [{ path: href, title: htmlText(text) }]),
  )
  const [host] = source.manifest.origin
  const value = {
    $schema: `${PROFILES}datapackage.json`,
    name: entry.code.replace(UNFIT, '-'),
    ...(source.site !== undefined && { id: source.site + hrefOf(resource) }),
    title: htmlText(titleOf(entry)),
    description: describeDataset(source, entry),
    ...(origin !== undefined && { homepage: origin }),
    ...(keywords.length > 0 && { keywords }),
    ...(publishers.length > 0 && {
      contributors: publishers.map((title) => ({ title, roles: ['publisher'] })),
    }),
    ...(licences.length > 0 && { licenses: licences }),
    ...(origin !== undefined && {
      sources: [{ ...(host !== undefined && { title: htmlText(hostAndPath(host)) }), path: origin }],
    }),
    resources: [
      {
        ...fileOf('table', TABLE_NAME, { mediaType: 'text/csv', ...table }),
        type: 'table',
        encoding: 'utf-8',
        schema: schemaOf(columns),
      },
      ...(table.parquet
        ? [fileOf('parquet', PARQUET_NAME, { mediaType: PARQUET_MEDIA_TYPE, ...table.parquet })]
        : []),
      ...dataFilesOf(records),
    ],
  }
  return `${JSON.stringify(value, wellFormed, 2)}\n`
}

// As in the csv, half of a surrogate pair is U+FFFD: many readers of json refuse it.
function wellFormed(_: string, value: unknown): unknown {
  return typeof value === 'string' ? value.toWellFormed() : value
}

function schemaOf(columns: readonly DescribedColumn[]) {
  return {
    $schema: `${PROFILES}tableschema.json`,
    missingValues: [''],
    fields: columns.map((column) => ({
      name: column.name,
      ...column.type.field,
      description: column.meaning ?? column.description,
      ...exampleOf(column),
    })),
  }
}

function dataFilesOf(records: ResourceRecords): Readonly<Record<string, unknown>>[] {
  return DATA_FORMATS.flatMap((format) => {
    const record = records[format]
    if (!hasCopy(record)) return []
    const { bytes, sha256, address, derivedFrom } = record
    return [
      {
        ...fileOf(format, `index.${format}`, { mediaType: `application/${format}`, bytes, sha256 }),
        // An xml document may be in any encoding, which it states itself.
        ...(format === 'json' && { encoding: 'utf-8' }),
        ...(derivedFrom === undefined && { sources: [{ path: address }] }),
      },
    ]
  })
}

function fileOf(
  name: string,
  path: string,
  {
    mediaType,
    bytes,
    sha256,
  }: {
    readonly mediaType: string
    readonly bytes: number | undefined
    readonly sha256: string | undefined
  },
): Readonly<Record<string, unknown>> {
  return {
    name,
    path,
    format: path.slice(path.lastIndexOf('.') + 1),
    mediatype: mediaType,
    ...(bytes !== undefined && { bytes }),
    ...(sha256 !== undefined && { hash: `sha256:${sha256}` }),
  }
}

// Longer values are documents of their own.
const LONGEST_EXAMPLE = 200

// A value of the column as the csv has it: the most frequent one, else the first or the smallest.
function exampleOf({ frequent, examples, min }: Pick<Column, 'frequent' | 'examples' | 'min'>): {
  example?: string
} {
  const example = frequent[0]?.value ?? examples?.[0] ?? min
  return example === undefined || example.length > LONGEST_EXAMPLE ? {} : { example }
}
