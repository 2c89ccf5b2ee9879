import type { DatasetEntry } from '../../../catalogue/index.ts'
import {
  DATA_FORMATS,
  type DataFormat,
  datasetResource,
  hrefOf,
  PARQUET_MEDIA_TYPE,
  PARQUET_NAME,
  TABLE_NAME,
} from '../../../interface/index.ts'
import { type ManifestRecord, versionFileOf } from '../../../snapshot/index.ts'
import { findShown, type MadeDigest, type PageSource } from '../../mirror.ts'
import { hostAndPath } from '../chrome.ts'
import type { Coverage } from '../coverage.ts'
import { hasTable } from '../files.ts'
import { joinLicences } from '../licence.ts'
import { addressBelowRoot } from '../link.ts'
import type { Mirror } from '../mirror.ts'
import { plainOf } from '../prose.ts'
import { groupPage, namesOf, publishersOf } from '../relation.ts'
import { hasCopy, noticesOf } from '../state.ts'
import { originAddressOf } from '../structured-data.ts'
import { changedAtOf } from '../summary.ts'
import { descriptionOf, htmlText, modifiedOf, titleOf } from '../text.ts'
import { distinctVersionsOf } from '../versions.ts'

/** The media types of published files, without parameters. */
export const MEDIA_TYPE = {
  json: 'application/json',
  xml: 'application/xml',
  csv: 'text/csv',
  parquet: PARQUET_MEDIA_TYPE,
} as const

/** A published file of a dataset. */
export interface FileStatement {
  readonly format: keyof typeof MEDIA_TYPE
  readonly address: string
  readonly bytes?: number
  /** In lower-case hexadecimal digits. */
  readonly sha256?: string
  readonly changedAt?: string
  /** The format of the file that the mirror made it from. */
  readonly madeFrom?: string
  readonly isGeoJson?: true
}

/** The file of a former version of a dataset. */
export interface VersionStatement
  extends Required<Pick<FileStatement, 'address' | 'bytes' | 'sha256' | 'changedAt'>> {
  readonly format: DataFormat
  /** When the mirror first received it. */
  readonly firstSeen: string
}

const MOST_COLUMNS = 5
/** At most this many former versions of a format are stated: a harvester reads all datasets of a page at once. */
const MOST_VERSIONS = 12

export type DatasetStatement = ReturnType<typeof statementOf>

/**
 * What a catalogue for harvesters states about a dataset that has a good copy, on a mirror at the address `site`, whatever its format. Texts are
 * not escaped, addresses are absolute.
 */
export function statementOf(mirror: Mirror, site: string, entry: DatasetEntry) {
  const resource = datasetResource(entry.code)
  const records = mirror.recordsOf(resource)
  const page = site + hrefOf(resource)
  const modified = modifiedOf(entry)
  const changedAt = changedAtOf(records)
  const extent = mirror.extentOf(resource)
  return {
    /** The address of its page. */
    page,
    title: htmlText(titleOf(entry)),
    description: describeDataset(mirror, entry),
    /** Its address at the origin. */
    origin: originAddressOf(records) ?? '',
    publishers: publishersOf(mirror, entry),
    categories: categoriesOf(mirror, site, entry),
    /** When it changed, if its list states that: an ISO date, or a time that may lack a zone. */
    ...(modified !== undefined && { modified }),
    /** When the mirror saw its files change. */
    ...(changedAt !== undefined && { changedAt }),
    /** In what its copies differ from the current files of the origin, as sentences. */
    notes: noticesOf(mirror, records).map(({ text, sentence, stateReasons }) => {
      const since = stateReasons.flatMap((reason) =>
        reason.since === undefined ? [] : `${reason.sinceWord} ${reason.since.text}`,
      )
      return [`${text}. ${sentence}`, ...since].join(' ')
    }),
    /** The corners of its places. */
    ...(extent?.coverage && { coverage: extent.coverage }),
    /** Those that its list or its document names. */
    licences: joinLicences(entry.fields, extent?.licences ?? []),
    files: filesOf(mirror, page, entry),
    /** Its latest former versions, of each format the earliest first. */
    versions: versionsOf(mirror, site, entry),
  }
}

/** The description of a dataset: that of the origin, else what the mirror knows of the records. */
export function describeDataset(
  source: Pick<PageSource, 'words' | 'manifest' | 'extentOf'>,
  entry: DatasetEntry,
): string {
  const own = descriptionOf(entry)
  if (own !== undefined) return htmlText(plainOf(own)).trim()
  const extent = source.extentOf(datasetResource(entry.code))
  const { words, manifest } = source
  return words.harvest.described(
    htmlText(entry.code),
    htmlText(hostAndPath(manifest.origin[0] ?? '')),
    extent && extent.shape !== 'tree'
      ? words.sentence.size(extent.count, extent.columns, extent.moreColumns === true)
      : undefined,
    extent?.names.slice(0, MOST_COLUMNS).map(htmlText) ?? [],
  )
}

// Those that have a page with the address of that page.
function categoriesOf(mirror: Mirror, site: string, { categories }: DatasetEntry) {
  const texts = namesOf(mirror, 'categories', categories)
  return [...new Set(categories)].map((key, at) => {
    const slot = mirror.names.categories.get(key)?.slot
    return {
      text: texts[at] ?? '',
      ...(slot !== undefined && { page: site + addressBelowRoot(groupPage('categories', slot)) }),
    }
  })
}

function filesOf(mirror: Mirror, page: string, { code }: DatasetEntry): FileStatement[] {
  const resource = datasetResource(code)
  const records = mirror.recordsOf(resource)
  const shown = findShown(records)
  const isGeoJson = shown?.format === 'json' && mirror.extentOf(resource)?.isGeoJson === true
  const published = DATA_FORMATS.flatMap((format): FileStatement[] => {
    const record = records[format]
    if (!hasCopy(record)) return []
    return [
      {
        format,
        ...factsOf(record, `${page}index.${format}`),
        ...(isGeoJson && format === 'json' && { isGeoJson }),
      },
    ]
  })
  if (shown === undefined || !hasTable(mirror, resource)) return published
  const { changedAt, format } = shown
  const table = mirror.tableOf(resource)
  const made = (made: MadeDigest | undefined) => ({
    madeFrom: format,
    ...(made && { bytes: made.bytes, sha256: made.sha256 }),
    ...(changedAt !== undefined && { changedAt }),
  })
  return [
    ...published,
    { format: 'csv', address: page + TABLE_NAME, ...made(table) },
    ...(table?.parquet
      ? [{ format: 'parquet' as const, address: page + PARQUET_NAME, ...made(table.parquet) }]
      : []),
  ]
}

function versionsOf(mirror: Mirror, site: string, { code }: DatasetEntry): VersionStatement[] {
  const { versions } = mirror.versionsOf(code) ?? { versions: [] }
  return DATA_FORMATS.flatMap((format) =>
    distinctVersionsOf(versions, format)
      .slice(-MOST_VERSIONS)
      .map((version) => {
        const { path, ...facts } = versionFileOf(version)
        return { format, address: site + path, firstSeen: version.firstSeen, ...facts }
      }),
  )
}

function factsOf(
  { bytes, sha256, changedAt, state, derivedFrom }: ManifestRecord,
  address: string,
): Omit<FileStatement, 'format'> {
  return {
    address,
    ...(bytes !== undefined && { bytes }),
    ...(sha256 !== undefined && { sha256 }),
    ...(changedAt !== undefined && { changedAt }),
    ...(state === 'derived' && derivedFrom !== undefined && { madeFrom: derivedFrom }),
  }
}

/** The corners of places as well-known text: longitude before latitude. */
export function polygonOf([south, west, north, east]: Coverage): string {
  const corners = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ]
  return `POLYGON((${corners.map((corner) => corner.join(' ')).join(', ')}))`
}
