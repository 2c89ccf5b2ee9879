import {
  DATA_FORMATS,
  DATASET_OPERATION,
  PARQUET_MEDIA_TYPE,
  PARQUET_NAME,
  type Resource,
  TABLE_NAME,
} from '../../interface/index.ts'
import { findShown, isTabular, type PageSource, type ResourceRecords } from '../mirror.ts'
import { relativeFile } from './link.ts'
import type { Locale } from './locale.ts'
import { hasCopy } from './state.ts'
import { pageStateOf } from './terms.ts'
import { htmlText, withoutDirections } from './text.ts'

/** A published file next to a page. */
export type DataFile = ReturnType<typeof filesOf>[number]

/** The data files of a page that exist, json first. */
export function filesOf(locale: Locale, records: ResourceRecords, name: string) {
  return DATA_FORMATS.flatMap((format) => {
    const record = records[format]
    if (!hasCopy(record)) return []
    const bytes = record.bytes ?? 0
    return {
      format,
      /** Relative to the page. */
      href: `index.${format}`,
      /** The file name of a downloaded copy: `airports.json`. */
      saveAs: withoutDirections(htmlText(`${name}.${format}`)),
      size: locale.format.bytes(bytes),
      /** `1,234,567 bytes`; absent if the size states it already. */
      ...(bytes >= 1000 && { exact: locale.format.wholeBytes(bytes) }),
      sha256: record.sha256 ?? '',
      state: pageStateOf(record.state),
      stateWord: locale.words.states[pageStateOf(record.state)],
      ...(record.changedAt !== undefined && { changed: locale.format.day(record.changedAt) }),
    }
  })
}

/** Whether there is a table beside the page of a resource. */
export function hasTable(source: PageSource, resource: Resource): boolean {
  const record = findShown(source.recordsOf(resource))
  const extent = record && source.extentOf(resource)
  return extent !== undefined && isTabular(extent, record?.bytes ?? 0)
}

/** The csv of a resource's records. */
export type TableFile = NonNullable<ReturnType<typeof csvFileView>>

/** The table that this mirror made of a resource's records, beside its page; undefined where there is none. */
export function csvFileView(source: PageSource, resource: Resource) {
  const record = findShown(source.recordsOf(resource))
  const extent = record && source.extentOf(resource)
  if (!extent || !hasTable(source, resource)) return undefined
  const name = resource.operation === DATASET_OPERATION ? resource.code : resource.operation
  const { csvBytes, count, part } = extent
  const { format } = record
  const { tableFile } = source.words
  const parquet = source.tableOf(resource)?.parquet
  const fileOf = (ending: string, bytes: number | undefined) => ({
    // Absent if the reading has none.
    ...(bytes !== undefined && { bytes, size: source.format.bytes(bytes) }),
    ...(bytes !== undefined && bytes >= 1000 && { exact: source.format.wholeBytes(bytes) }),
    saveAs: withoutDirections(htmlText(`${name}.${ending}`)),
    /** The file that has its checksum, relative to the page. */
    checksums: relativeFile(resource, 'SHA256SUMS'),
  })
  return {
    format: tableFile.format,
    mediaType: 'text/csv',
    href: TABLE_NAME,
    ...fileOf('csv', csvBytes),
    /** Who made it, and from what. */
    note: part ? tableFile.partNote(format, part.lists, htmlText(part.path), count) : tableFile.note(format),
    /** The same table as Parquet, if it is large. */
    ...(parquet && {
      parquet: {
        format: tableFile.parquet,
        mediaType: PARQUET_MEDIA_TYPE,
        href: PARQUET_NAME,
        ...fileOf('parquet', parquet.bytes),
        note: tableFile.parquetNote,
      },
    }),
  }
}

/** The files that this mirror made of a resource's records. */
export function madeFilesOf(table: TableFile | undefined) {
  return table === undefined ? [] : [table, ...(table.parquet ? [table.parquet] : [])]
}
