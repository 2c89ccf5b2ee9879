import type { Catalogue } from '../catalogue/index.ts'
import { DATA_FORMATS, type Format, type Resource } from '../interface/index.ts'
import { type ByteSource, findCategory, type KeyColumn, type Reading } from '../reading/index.ts'
import type {
  Changes,
  DatasetVersions,
  Difference,
  DifferencesFile,
  Manifest,
  ManifestRecord,
  Status,
} from '../snapshot/index.ts'
import type { Branding } from './branding.ts'
import type { Detail, Outlines } from './outlines.ts'
import { orderColumns } from './view/column-order.ts'
import { type Coverage, coverageOf, periodOf, placesOf } from './view/coverage.ts'
import { type Licence, licencesBeside } from './view/licence.ts'
import type { Locale } from './view/locale.ts'

/** The records of one resource by format: at most one each. */
export type ResourceRecords = Partial<Readonly<Record<Format, ManifestRecord>>>

/** A file that a build made. */
export interface MadeDigest {
  readonly sha256: string
  readonly bytes: number
}

/** The csv that a build made of a document. */
export interface MadeTable extends MadeDigest {
  /** The types in which every cell of a column is the same value ({@link FieldType.exact}), by column, separated by blanks. */
  readonly exact: string
  /** The same table as Parquet, if it is large. */
  readonly parquet?: MadeDigest
}

/** The size of a document, as lists show it. */
export interface DocumentSize extends Pick<Reading, 'shape' | 'count' | 'csvBytes' | 'moreColumns'> {
  /** Whether all of the document, if it is json, is GeoJSON. */
  readonly isGeoJson?: true
  readonly columns: number
  /** The names of the first columns. */
  readonly names: readonly string[]
  /** The places of the columns that its page shows first, if they are others than the first ones. */
  readonly shownFirst?: readonly number[]
  /** The kinds of these columns, separated by blanks. */
  readonly kinds: string
  /** The columns that name things; absent if there are none. */
  readonly keys?: readonly KeyColumn[]
  /** What the page shows of the records beside a table; absent for neither. */
  readonly picture?: 'map' | 'chart'
  /** The years of its records, `2001–2014`; absent if they have none. */
  readonly years?: string
  /** The corners of its places; absent without a map. */
  readonly coverage?: Coverage
  /** Some of its places, for the portrait of the mirror: longitude, latitude, longitude, … */
  readonly places?: readonly number[]
  /** The licences that it names beside its records; absent if there are none. */
  readonly licences?: readonly Licence[]
  /** The path of the records, and how many lists the document has, if it has several. */
  readonly part?: { readonly path: string; readonly lists: number }
}

/** One generation of a snapshot, parsed. Lookups are by resource, so pages never need all readings in memory. */
export interface MirrorSource extends Locale {
  readonly manifest: Manifest
  /** What the last runs changed. */
  readonly changes: Changes
  /** How the last run ended, without its times, which no page contains; undefined if no run has recorded that for this generation. */
  readonly status: Pick<Status, 'outcome' | 'message'> | undefined
  readonly catalogue: Catalogue
  /** The name shown as the site's title. */
  readonly title: string
  /** How the pages look, as the operator chose. */
  readonly branding: Branding
  /** The fingerprint of the key that signs the site; undefined if it is not signed. */
  readonly signer?: string
  /** The address of the authority that is asked for time stamps; undefined if none is. */
  readonly timestampAuthority?: string
  /** The absolute address of the site, with a trailing slash; only for canonical links. */
  readonly site: string | undefined
  recordsOf(resource: Resource): ResourceRecords
  /** The bytes of a record with a copy, verified. Throws DamagedSnapshot. */
  bytesOf(record: ManifestRecord): ByteSource
  /** The reading of the representation that the page shows; undefined if there is no good copy. */
  readingOf(resource: Resource): Reading | undefined
  /** Why the representation that the page shows is not read, as a sentence; undefined if it is, or if there is none. */
  unreadOf(resource: Resource): string | undefined
  /** The size of that document. It is cached, so lists do not read again what pages have read. */
  extentOf(resource: Resource): DocumentSize | undefined
  /** The csv that was made of that document, as far as a build has found; undefined if there is none. */
  tableOf(resource: Resource): MadeTable | undefined
  /** The file of what runs changed in a dataset; undefined if none has. */
  differencesFileOf(code: string): DifferencesFile | undefined
  /** What they changed in it, the latest first. */
  differencesOf(code: string): readonly Difference[]
  /** The former versions of a dataset; undefined if there are none. */
  versionsOf(code: string): DatasetVersions | undefined
  /** The outlines on which maps are drawn. */
  outlinesOf(detail: Detail): Outlines
}

const MOST_NAMES = 64
const MOST_SHOWN_FIRST = 5
/** Where the features or geometries of a document of GeoJSON are. In another object, or in a list alone, they are none. */
const GEOJSON_PATHS: ReadonlySet<string> = new Set(['', 'features[]', 'geometries[]'])

/** The size of a document. Many datasets have the same columns: `known` has their names, so each list of names is in memory once. */
export function measure(reading: Reading, known = new Map<string, readonly string[]>()): DocumentSize {
  const { shape, path, count, columns, keys, csvBytes, moreColumns, others, beside, geography, chart } =
    reading
  const first = columns.slice(0, MOST_NAMES)
  const names = shareNames(
    first.map(({ name }) => name),
    known,
  )
  const coverage = coverageOf(reading)
  const places = placesOf(reading)
  const licences = licencesBeside(beside)
  const { order, folded } = orderColumns(reading)
  const shownFirst = order.filter((at) => at < MOST_NAMES && !folded.includes(at)).slice(0, MOST_SHOWN_FIRST)
  const period = periodOf(reading)
  return {
    shape,
    ...(shape === 'features' && GEOJSON_PATHS.has(path) && { isGeoJson: true as const }),
    count,
    columns: columns.length,
    names,
    ...(shownFirst.some((column, at) => column !== at) && { shownFirst }),
    kinds: first.map(({ kind }) => kind).join(' '),
    ...(keys && { keys }),
    ...(csvBytes !== undefined && { csvBytes }),
    ...(moreColumns && { moreColumns }),
    ...(geography ? { picture: 'map' } : (chart || findCategory(reading)) && { picture: 'chart' }),
    ...(period && { years: period.years }),
    ...(coverage && { coverage }),
    ...(places && { places }),
    ...(licences.length > 0 && { licences }),
    ...(others && others.length > 0 && { part: { path, lists: others.length + 1 } }),
  }
}

function shareNames(names: readonly string[], known: Map<string, readonly string[]>): readonly string[] {
  const key = JSON.stringify(names)
  const shared = known.get(key) ?? names
  known.set(key, shared)
  return shared
}

/** The record that a page is made from: not an empty list or a shorter one if the other format has more records, the origin's own bytes before derived ones, json before xml. */
export function findShown(records: ResourceRecords): ManifestRecord | undefined {
  const copies = DATA_FORMATS.flatMap((format) => records[format] ?? []).filter(
    ({ sha256 }) => sha256 !== undefined,
  )
  const filled = copies.filter(({ empty, short }) => !(empty || short))
  const [first] = filled.length > 0 ? filled : copies
  return filled.find(({ derivedFrom }) => derivedFrom === undefined) ?? first
}

const ALWAYS_TAKEN = 1_000_000

/**
 * Whether a document gets a table: it has records, all their columns are known, and the table is not larger than the document. If records
 * have hardly any column in common, a table would be mostly commas, so there is none with more cells than the document has bytes. Both the
 * pages that link to a table and the worker that writes it use this function.
 */
export function isTabular(
  { shape, count, columns, moreColumns }: Omit<DocumentSize, 'names' | 'kinds'>,
  bytes: number,
): boolean {
  if (shape === 'tree' || shape === 'empty' || count === 0 || columns === 0 || moreColumns) return false
  return count * columns <= Math.max(bytes, ALWAYS_TAKEN)
}

/**
 * Tables whose csv has this many bytes are published as Parquet too. The Parquet of a smaller one is hardly smaller than its csv as hosts compress
 * it, and a reader fetches most of it with the footer.
 */
const PARQUET_FROM = 1_000_000

/** Whether a document that has a table gets it as Parquet too. */
export function isLargeTable({ csvBytes = 0 }: Pick<DocumentSize, 'csvBytes'>): boolean {
  return csvBytes >= PARQUET_FROM
}

/** What every page of a resource needs to know. */
export interface PageSource
  extends Locale,
    Pick<
      MirrorSource,
      'title' | 'branding' | 'site' | 'recordsOf' | 'readingOf' | 'unreadOf' | 'extentOf' | 'tableOf'
    > {
  readonly manifest: Pick<Manifest, 'origin' | 'tool' | 'lists'>
}
