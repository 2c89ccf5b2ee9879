import { DATA_FORMATS, type DataFormat } from '../../interface/index.ts'
import type { ResourceRecords } from '../mirror.ts'
import type { Moment } from './format.ts'
import type { Locale } from './locale.ts'
import { hasCopy } from './state.ts'
import { type PageState, pageStateOf } from './terms.ts'
import { upright, visible } from './text.ts'

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
      saveAs: upright(visible(`${name}.${format}`)),
      size: locale.format.bytes(bytes),
      ...(bytes >= 1000 && { exact: locale.format.wholeBytes(bytes) }),
      sha256: record.sha256 ?? '',
      state: pageStateOf(record.state),
      stateWord: locale.words.states[pageStateOf(record.state)],
      ...(record.changedAt !== undefined && { changed: locale.format.day(record.changedAt) }),
    }
  })
}
