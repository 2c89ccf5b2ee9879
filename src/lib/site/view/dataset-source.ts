import type { Catalogue, DatasetEntry } from '../../catalogue/index.ts'
import { DATA_FORMATS, datasetResource } from '../../interface/index.ts'
import type { Changes, DatasetVersions, DifferencesFile, ManifestRecord } from '../../snapshot/index.ts'
import type { MirrorSource, PageSource, ResourceRecords } from '../mirror.ts'
import type { Locale } from './locale.ts'
import type { RelatedDataset } from './related.ts'
import type { RelationName, RelationNames } from './relation.ts'
import { CHANGES, type Change, pageStateOf } from './terms.ts'

/** What the page of a dataset needs to know; a whole mirror, or the {@link DatasetInput} of the dataset alone. */
export interface DatasetSource
  extends PageSource,
    Pick<MirrorSource, 'outlinesOf' | 'differencesFileOf' | 'differencesOf' | 'versionsOf'> {
  readonly catalogue: Pick<Catalogue, 'roles'>
  readonly names: Readonly<Record<RelationName, RelationNames>>
  /** What the last runs did to a dataset, the latest first. */
  eventsOf(code: string): readonly DatasetEvent[]
  /** The number of the page of the catalogue for harvesters that has a dataset; undefined if there is none. */
  cataloguePageOf(code: string): number | undefined
  /** The related datasets of one. All documents are read for it. */
  relatedTo(code: string): readonly RelatedDataset[]
  /** The datasets before and after one, by title: in the first of its categories that has a page, else in the list. */
  neighboursOf(code: string): Neighbours
}

/** The datasets before and after one; absent at the ends. */
export interface Neighbours {
  readonly previous?: Neighbour
  readonly next?: Neighbour
}

type Neighbour = Pick<DatasetEntry, 'code' | 'title'>

/** What all pages of datasets have in common, as plain data. */
export interface SiteInput extends Pick<MirrorSource, 'title' | 'branding' | 'site'> {
  readonly manifest: PageSource['manifest']
  readonly roles: Catalogue['roles']
}

/**
 * Everything that the page of one dataset depends on, besides {@link SiteInput}, the language and the program, as plain data: the page is
 * made from it, so two equal inputs give the same page. The bytes of the document are named by their checksum.
 */
export interface DatasetInput {
  readonly entry: Omit<DatasetEntry, 'fields'> & { readonly fields: readonly (readonly [string, unknown])[] }
  readonly records: ResourceRecords
  readonly names: Readonly<Record<RelationName, readonly (readonly [key: string, NamedEntry])[]>>
  readonly events: readonly DatasetEvent[]
  readonly related: readonly RelatedDataset[]
  readonly neighbours: Neighbours
  /** See {@link DatasetSource.differencesFileOf}. Its bytes are named by their checksum. */
  readonly differences?: DifferencesFile
  /** See {@link DatasetSource.versionsOf}. */
  readonly versions?: DatasetVersions
  /** See {@link DatasetSource.cataloguePageOf}. */
  readonly cataloguePage?: number
}

type NamedEntry = RelationNames extends ReadonlyMap<string, infer T> ? T : never

/** The input that all pages of datasets have in common. */
export function siteInputOf({ title, branding, site, manifest, catalogue }: DatasetSource): SiteInput {
  const { origin, tool, lists } = manifest
  return {
    title,
    branding,
    site,
    manifest: { origin, tool, ...(lists && { lists }) },
    roles: catalogue.roles,
  }
}

/** The input of the page of a dataset. */
export function datasetInputOf(mirror: DatasetSource, entry: DatasetEntry): DatasetInput {
  const records = mirror.recordsOf(datasetResource(entry.code))
  const namesOf = (relation: RelationName) =>
    entry[relation].flatMap((key): [string, NamedEntry][] => {
      const named = mirror.names[relation].get(key)
      return named ? [[key, named]] : []
    })
  const differences = mirror.differencesFileOf(entry.code)
  const versions = mirror.versionsOf(entry.code)
  const cataloguePage = mirror.cataloguePageOf(entry.code)
  return {
    entry: { ...entry, fields: [...entry.fields] },
    records: Object.fromEntries(
      DATA_FORMATS.flatMap((format) => (records[format] ? [[format, shownRecord(records[format])]] : [])),
    ),
    names: { categories: namesOf('categories'), oivs: namesOf('oivs') },
    events: mirror.eventsOf(entry.code),
    related: mirror.relatedTo(entry.code),
    neighbours: mirror.neighboursOf(entry.code),
    ...(differences && { differences }),
    ...(versions && { versions }),
    ...(cataloguePage !== undefined && { cataloguePage }),
  }
}

/** The entry of a dataset, from the input of its page. */
export function entryOf({ entry }: DatasetInput): DatasetEntry {
  return { ...entry, fields: new Map(entry.fields) as DatasetEntry['fields'] }
}

/** The source of one page, from its input. `documents` finds what is read from the bytes. */
export function datasetSourceOf(
  locale: Locale,
  { roles, ...site }: SiteInput,
  { records, names, events, related, neighbours, differences, versions, cataloguePage }: DatasetInput,
  documents: Pick<
    DatasetSource,
    'readingOf' | 'unreadOf' | 'extentOf' | 'tableOf' | 'differencesOf' | 'outlinesOf'
  >,
): DatasetSource {
  return {
    ...locale,
    ...site,
    ...documents,
    catalogue: { roles },
    names: { categories: new Map(names.categories), oivs: new Map(names.oivs) },
    recordsOf: () => records,
    eventsOf: () => events,
    relatedTo: () => related,
    neighboursOf: () => neighbours,
    differencesFileOf: () => differences,
    versionsOf: () => versions,
    cataloguePageOf: () => cataloguePage,
  }
}

/**
 * A record without what differs between two runs that confirmed the same bytes: pages take the time of the run from status.json. A copy that
 * the run did not request has a time of its own, which pages state.
 */
export function shownRecord(record: ManifestRecord): ManifestRecord {
  const {
    etag: _,
    lastModified: __,
    pagingHeaders: ___,
    firstSeen: ____,
    fetchedAt,
    status,
    ...shown
  } = record
  const isConfirmed = pageStateOf(record.state) === 'current' && record.state !== 'unasked'
  if (isConfirmed) return { ...shown, state: 'unchanged' }
  return {
    ...shown,
    ...(status !== undefined && { status }),
    ...(fetchedAt !== undefined && record.state !== 'derived' && { fetchedAt }),
  }
}

/**
 * The changes of each dataset by code, latest first. Each is one number: the index of the run times the number of {@link CHANGES}, plus the
 * index of the change. A hundred runs of a large mirror list millions.
 */
type EventsByCode = ReadonlyMap<string, readonly number[]>

/** Something that a run did to one dataset. */
interface DatasetEvent {
  readonly change: Change
  /** When the run started: ISO 8601. */
  readonly at: string
}

/** The events of one dataset, the latest first. */
export function eventsOfDataset({ runs }: Changes, byCode: EventsByCode, code: string): DatasetEvent[] {
  return (byCode.get(code) ?? []).flatMap((event) => {
    const change = CHANGES[event % CHANGES.length]
    const run = runs[Math.floor(event / CHANGES.length)]
    return change && run ? { change, at: run.at } : []
  })
}

/** Finds the events of every dataset. */
export function findEvents({ runs }: Changes): EventsByCode {
  const byCode = new Map<string, number[]>()
  for (const [at, run] of runs.entries())
    for (const [kind, change] of CHANGES.entries())
      for (const code of run[change]) {
        const events = byCode.get(code)
        const event = at * CHANGES.length + kind
        if (events) events.push(event)
        else byCode.set(code, [event])
      }
  return byCode
}
