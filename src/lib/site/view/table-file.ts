import { DATASET_OPERATION, type Resource, TABLE_NAME } from '../../interface/index.ts'
import { findShown } from '../mirror.ts'
import { isTabular } from '../tables/tabular.ts'
import { relativeFile } from './link.ts'
import type { PageSource } from './page-source.ts'
import { upright, visible } from './text.ts'

/** The csv of a resource's records, which this mirror made, next to its page. */
export interface TableFile {
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

/** The table beside the page of a resource; undefined where there is none. */
export function csvFileView(source: PageSource, resource: Resource): TableFile | undefined {
  const record = findShown(source.recordsOf(resource))
  const extent = record && source.extentOf(resource)
  if (!extent || !isTabular(extent, record.bytes ?? 0)) return undefined
  const name = resource.operation === DATASET_OPERATION ? resource.code : resource.operation
  const { csvBytes: bytes, count, part } = extent
  const { format } = record
  return {
    href: TABLE_NAME,
    ...(bytes !== undefined && { bytes, size: source.format.bytes(bytes) }),
    ...(bytes !== undefined && bytes >= 1000 && { exact: source.format.wholeBytes(bytes) }),
    saveAs: upright(visible(`${name}.csv`)),
    checksums: relativeFile(resource, 'SHA256SUMS'),
    note: part
      ? source.words.tableFile.partNote(format, part.lists, visible(part.path), count)
      : source.words.tableFile.note(format),
  }
}
