import {
  buildCatalogue,
  type Catalogue,
  inferenceOfCodes,
  type NamedFields,
  readLists,
} from '../catalogue/index.ts'
import type { Language } from '../config/index.ts'
import { DATA_FORMATS, fileOf, parseDatasetCode, type Resource } from '../interface/index.ts'
import type { ByteSource } from '../reading/index.ts'
import {
  checkedSource,
  differencesFilesOf,
  type FileRecord,
  findChanges,
  type Generation,
  isOwnList,
  type Manifest,
  type ManifestRecord,
  readDifferences,
} from '../snapshot/index.ts'
import type { Branding } from './branding.ts'
import type { DocumentFacts } from './build/documents.ts'
import type { ColumnChoices } from './grids.ts'
import { findShown, type MirrorSource, measure, type ResourceRecords } from './mirror.ts'
import { openOutlines } from './outlines.ts'
import { openReadings, type Readings } from './readings.ts'
import { localeOf } from './view/locale.ts'
import { indexMirror, type Mirror } from './view/mirror.ts'

/** What a mirror is opened from. */
interface OpeningMirror
  extends Pick<MirrorSource, 'status' | 'title' | 'signer' | 'timestampAuthority' | 'site'> {
  readonly generation: Generation
  /** Folder of the cache of derived data. */
  readonly derived: string
  /** What a build found in the bytes of a record, if it has read them. */
  factsOf?(record: ManifestRecord): Pick<DocumentFacts, 'size' | 'table'> | undefined
  /** Language of its pages. */
  readonly language: Language
  /** Folder of the outlines of land and countries. */
  readonly outlines: string
  readonly branding?: Branding
  readonly named: NamedFields
  readonly choices?: ColumnChoices
}

/** Opens one generation for reading. The lists are read at once, a dataset when it is needed. Throws DamagedSnapshot. */
export function openMirror({
  generation,
  derived,
  factsOf = () => undefined,
  language,
  outlines,
  named,
  choices,
  ...given
}: OpeningMirror): Mirror {
  const recordsOf = recordFinder(generation)
  const differences = new Map(differencesFilesOf(generation.manifest).map((file) => [file.code, file]))
  const versions = new Map(generation.manifest.history?.map((one) => [one.code, one]))
  const differencesFileOf = (code: string) => differences.get(code)
  return indexMirror({
    ...localeOf(language),
    manifest: generation.manifest,
    changes: findChanges(generation),
    branding: {},
    ...given,
    catalogue: openCatalogue(generation.manifest, named, (record) => checkedSource(generation, record)),
    recordsOf,
    bytesOf: (record) => checkedSource(generation, record),
    ...openDocuments(recordsOf, openReadings(derived, generation, choices), factsOf),
    differencesFileOf,
    versionsOf: (code) => versions.get(code),
    differencesOf(code) {
      const file = differencesFileOf(code)
      return file ? readDifferences(generation, file) : []
    },
    outlinesOf: openOutlines(outlines),
  })
}

/** Reads the catalogue of a generation, or of a published site, whose files have the same paths. `sourceOf` opens and checks a file. */
export function openCatalogue(
  { records, codes, listings = [], titles = [] }: Manifest,
  named: NamedFields,
  sourceOf: (record: FileRecord) => ByteSource,
): Catalogue {
  const catalogue = buildCatalogue({
    documents: readLists(
      records.filter(isOwnList).map((record) => ({ ...record, source: sourceOf(record) })),
    ),
    codes: codes.order.map(parseDatasetCode),
    codeField: codes.field,
    named,
    listings,
    titles,
  })
  return { ...catalogue, inferences: [inferenceOfCodes(codes), ...catalogue.inferences] }
}

// Lists, facets and the search ask for the same records repeatedly.
function recordFinder(generation: Generation): MirrorSource['recordsOf'] {
  const found = new Map<string, ResourceRecords>()
  const find = (resource: Resource): ResourceRecords =>
    Object.fromEntries(
      DATA_FORMATS.flatMap((format) => {
        const record = generation.find(fileOf({ resource, format }))
        return record ? [[format, record]] : []
      }),
    )
  return (resource) => {
    const key = 'code' in resource ? resource.code : `/${resource.operation}`
    const records = found.get(key) ?? find(resource)
    found.set(key, records)
    return records
  }
}

/** What a mirror states about the representation that a page shows. Sizes and reasons are remembered, readings are not. */
function openDocuments(
  recordsOf: MirrorSource['recordsOf'],
  readings: Readings,
  factsOf: NonNullable<OpeningMirror['factsOf']>,
): Pick<MirrorSource, 'readingOf' | 'unreadOf' | 'extentOf' | 'tableOf'> {
  const names = new Map<string, readonly string[]>()
  const sizes = new Map<string, DocumentFacts['size']>()
  const shownOf = (resource: Resource) => findShown(recordsOf(resource))
  const readingOf = (resource: Resource) => {
    const record = shownOf(resource)
    const found = record && readings.find(record)
    if (record && found) sizes.set(record.path, 'unread' in found ? found : measure(found, names))
    return found && 'unread' in found ? undefined : found
  }
  const sizeOf = (resource: Resource) => {
    const record = shownOf(resource)
    if (record === undefined) return undefined
    const known = factsOf(record)?.size ?? sizes.get(record.path)
    if (known === undefined) readingOf(resource)
    return known ?? sizes.get(record.path)
  }
  return {
    readingOf,
    tableOf(resource) {
      const record = shownOf(resource)
      return record && factsOf(record)?.table
    },
    unreadOf(resource) {
      const size = sizeOf(resource)
      return size && 'unread' in size ? size.unread : undefined
    },
    extentOf(resource) {
      const size = sizeOf(resource)
      return size && !('unread' in size) ? size : undefined
    },
  }
}
