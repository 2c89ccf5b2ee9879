import { createHash } from 'node:crypto'
import type { Catalogue } from '../catalogue/index.ts'
import { DATA_FORMATS, type DatasetCode, type Format, type Resource } from '../interface/index.ts'
import type { Reading } from '../reading/index.ts'
import type { Changes, Manifest, ManifestRecord, Status } from '../snapshot/index.ts'
import type { Detail, Outlines } from './outlines.ts'
import type { Locale } from './view/locale.ts'

/** The records of one resource by format: at most one each. */
export type ResourceRecords = Partial<Readonly<Record<Format, ManifestRecord>>>

/** How much a document holds, as lists tell it. */
export interface DocumentSize extends Pick<Reading, 'shape' | 'count' | 'csvBytes' | 'moreColumns'> {
  readonly columns: number
  /** The names of the first columns. */
  readonly names: readonly string[]
  /** Where the records lie, and how many lists the document has; only where it has others. */
  readonly part?: { readonly path: string; readonly lists: number }
}

/** One generation of a snapshot, read. Lookups are by resource, so pages never hold all readings. */
export interface MirrorSource extends Locale {
  readonly manifest: Manifest
  /** What the last runs changed. */
  readonly changes: Changes
  /** How the last run ended; undefined where none told, which is what the manifest tells. Its times are no page's affair. */
  readonly status: Pick<Status, 'outcome' | 'message'> | undefined
  readonly catalogue: Catalogue
  /** The name shown as the site's title. */
  readonly title: string
  /** The absolute address the site will have, with a trailing slash; only for canonical links. */
  readonly site: string | undefined
  recordsOf(resource: Resource): ResourceRecords
  /** The reading of the representation the page shows; undefined when there is no good copy. */
  readingOf(resource: Resource): Reading | undefined
  /** Why the representation the page shows is not read, a sentence; undefined where it is, or where there is none. */
  unreadOf(resource: Resource): string | undefined
  /** The extent of that reading; remembered, so that lists need not read again what pages have read. */
  extentOf(resource: Resource): DocumentSize | undefined
  /** What maps are drawn over. */
  outlinesOf(detail: Detail): Outlines
}

const MOST_NAMES = 64

/** The extent of a reading. Many datasets have the same columns: `known` has their names, so that each list of names is held once. */
export function measure(
  { shape, path, count, columns, csvBytes, moreColumns, others }: Reading,
  known = new Map<string, readonly string[]>(),
): DocumentSize {
  const names = shareNames(
    columns.slice(0, MOST_NAMES).map(({ name }) => name),
    known,
  )
  return {
    shape,
    count,
    columns: columns.length,
    names,
    ...(csvBytes !== undefined && { csvBytes }),
    ...(moreColumns && { moreColumns }),
    ...(others && others.length > 0 && { part: { path, lists: others.length + 1 } }),
  }
}

function shareNames(names: readonly string[], known: Map<string, readonly string[]>): readonly string[] {
  const key = JSON.stringify(names)
  const held = known.get(key) ?? names
  known.set(key, held)
  return held
}

/** The record a page is made from: one that has records where the other has none, the origin's own bytes before derived ones, json before xml. */
export function findShown(records: ResourceRecords): ManifestRecord | undefined {
  const held = DATA_FORMATS.flatMap((format) => records[format] ?? []).filter(
    ({ sha256 }) => sha256 !== undefined,
  )
  const filled = held.filter(({ empty }) => !empty)
  const [first] = filled.length > 0 ? filled : held
  return filled.find(({ derivedFrom }) => derivedFrom === undefined) ?? first
}

/** A route parameter that is safe in any router and on any disk; the page is moved to its code's own folder when it is published. */
export function slotOf(code: DatasetCode): string {
  return createHash('sha256').update(code).digest('hex')
}
