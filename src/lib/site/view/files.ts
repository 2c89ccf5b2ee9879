import {
  DATA_FORMATS,
  DATASET_OPERATION,
  type DataFormat,
  PARQUET_MEDIA_TYPE,
  PARQUET_NAME,
  type Resource,
  TABLE_NAME,
} from '../../interface/index.ts'
import { findShown, isTabular, type PageSource, type ResourceRecords } from '../mirror.ts'
import type { Moment } from './format.ts'
import { relativeFile } from './link.ts'
import type { Locale } from './locale.ts'
import { hasCopy } from './state.ts'
import { type PageState, pageStateOf } from './terms.ts'
import { htmlText, withoutDirections } from './text.ts'

/** A published file next to a page. */
export interface DataFile {
  readonly format: DataFormat
  /** Relative to the page: `index.json`. */
  readonly href: string
  /** The file name of a downloaded copy: `airports.json`. */
  readonly saveAs: string
  readonly size: string
  /** `1,234,567 bytes`; absent if the size states it already. */
  readonly exact?: string
  readonly sha256: string
  readonly state: PageState
  readonly stateWord: string
  readonly changed?: Moment
}

/** The data files of a page that exist, json first. */
export function filesOf(locale: Locale, records: ResourceRecords, name: string): DataFile[] {
  return DATA_FORMATS.flatMap((format) => {
    const record = records[format]
    if (!hasCopy(record)) return []
    const bytes = record.bytes ?? 0
    return {
      format,
      href: `index.${format}`,
      saveAs: withoutDirections(htmlText(`${name}.${format}`)),
      size: locale.format.bytes(bytes),
      ...(bytes >= 1000 && { exact: locale.format.wholeBytes(bytes) }),
      sha256: record.sha256 ?? '',
      state: pageStateOf(record.state),
      stateWord: locale.words.states[pageStateOf(record.state)],
      ...(record.changedAt !== undefined && { changed: locale.format.day(record.changedAt) }),
    }
  })
}

/** A file that this mirror made of a resource's records, next to its page. */
interface MadeFileView {
  /** `csv` or `Parquet`. */
  readonly format: string
  readonly mediaType: string
  /** Relative to the page. */
  readonly href: string
  /** The file name of a downloaded copy: `airports.csv`. */
  readonly saveAs: string
  /** Its size; absent if the reading has none. */
  readonly bytes?: number
  readonly size?: string
  /** `1,234,567 bytes`; absent if the size states it already. */
  readonly exact?: string
  /** The file that has its checksum, relative to the page. */
  readonly checksums: string
  /** Who made it, and from what. */
  readonly note: string
}

/** The csv of a resource's records. */
export interface TableFile extends MadeFileView {
  /** The same table as Parquet, if it is large. */
  readonly parquet?: MadeFileView
}

/** Whether there is a table beside the page of a resource. */
export function hasTable(source: PageSource, resource: Resource): boolean {
  const record = findShown(source.recordsOf(resource))
  const extent = record && source.extentOf(resource)
  return extent !== undefined && isTabular(extent, record?.bytes ?? 0)
}

/** The table beside the page of a resource; undefined where there is none. */
export function csvFileView(source: PageSource, resource: Resource): TableFile | undefined {
  const record = findShown(source.recordsOf(resource))
  const extent = record && source.extentOf(resource)
  if (!extent || !hasTable(source, resource)) return undefined
  const name = resource.operation === DATASET_OPERATION ? resource.code : resource.operation
  const { csvBytes, count, part } = extent
  const { format } = record
  const { tableFile } = source.words
  const parquet = source.tableOf(resource)?.parquet
  const fileOf = (ending: string, bytes: number | undefined) => ({
    ...(bytes !== undefined && { bytes, size: source.format.bytes(bytes) }),
    ...(bytes !== undefined && bytes >= 1000 && { exact: source.format.wholeBytes(bytes) }),
    saveAs: withoutDirections(htmlText(`${name}.${ending}`)),
    checksums: relativeFile(resource, 'SHA256SUMS'),
  })
  return {
    format: tableFile.format,
    mediaType: 'text/csv',
    href: TABLE_NAME,
    ...fileOf('csv', csvBytes),
    note: part ? tableFile.partNote(format, part.lists, htmlText(part.path), count) : tableFile.note(format),
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
export function madeFilesOf(table: TableFile | undefined): MadeFileView[] {
  return table === undefined ? [] : [table, ...(table.parquet ? [table.parquet] : [])]
}
