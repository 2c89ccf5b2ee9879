import { buildCatalogue, type NamedFields, readLists } from '../catalogue/index.ts'
import type { Language } from '../config/index.ts'
import { DATA_FORMATS, fileOf, parseDatasetCode, type Resource } from '../interface/index.ts'
import { checkedSource, findChanges, isHeldList, openGeneration } from '../snapshot/index.ts'
import { type DocumentSize, findShown, type MirrorSource, measure, type ResourceRecords } from './mirror.ts'
import { openOutlines } from './outlines.ts'
import { openReadings } from './readings.ts'
import { localeOf } from './view/locale.ts'
import { indexMirror, type Mirror } from './view/mirror.ts'

/** Where a mirror is opened from, as plain data. */
export interface MirrorLocation {
  /** Folder of the generation. */
  readonly generation: string
  /** How the last run ended, where it said so of this generation. */
  readonly status: MirrorSource['status']
  /** Folder of the kept readings. */
  readonly readings: string
  /** Language of its pages. */
  readonly language: Language
  /** Folder of the outlines of land and countries. */
  readonly outlines: string
  readonly title: string
  readonly site: string | undefined
  readonly named: NamedFields
}

/** Opens one generation for reading. The lists are read at once, the datasets when they are asked for. Throws DamagedSnapshot. */
export function openMirror({
  generation: folder,
  status,
  readings: kept,
  language,
  outlines,
  title,
  site,
  named,
}: MirrorLocation): Mirror {
  const generation = openGeneration(folder)
  const { manifest } = generation
  const lists = manifest.records.filter(isHeldList)
  const catalogue = buildCatalogue({
    documents: readLists(lists.map((record) => ({ ...record, source: checkedSource(generation, record) }))),
    codes: manifest.codes.order.map(parseDatasetCode),
    codeField: manifest.codes.field,
    named,
    listings: manifest.listings ?? [],
  })
  const codes = {
    what: 'dataset code',
    ...(manifest.codes.field && { field: `${manifest.codes.field.operation}.${manifest.codes.field.name}` }),
    evidence: manifest.codes.evidence,
    override: 'fields.code',
  }
  const findRecords = (resource: Resource): ResourceRecords =>
    Object.fromEntries(
      DATA_FORMATS.flatMap((format) => {
        const record = generation.find(fileOf({ resource, format }))
        return record ? [[format, record]] : []
      }),
    )
  // Every list, facet and search asks for the same records again.
  const held = new Map<string, ResourceRecords>()
  const recordsOf = (resource: Resource): ResourceRecords => {
    const key = 'code' in resource ? resource.code : `/${resource.operation}`
    const records = held.get(key) ?? findRecords(resource)
    held.set(key, records)
    return records
  }
  const shownOf = (resource: Resource) => findShown(recordsOf(resource))
  const readings = openReadings(kept, generation)
  const extents = new Map<string, DocumentSize | undefined>()
  const names = new Map<string, readonly string[]>()
  const unread = new Map<string, string>()
  const readingOf = (resource: Resource) => {
    const record = shownOf(resource)
    const found = record && readings.find(record)
    const reading = found && 'unread' in found ? undefined : found
    if (found && 'unread' in found) unread.set(record.path, found.unread)
    if (record) extents.set(record.path, reading && measure(reading, names))
    return reading
  }
  return indexMirror({
    ...localeOf(language),
    manifest,
    changes: findChanges(folder),
    status,
    title,
    site,
    catalogue: { ...catalogue, inferences: [codes, ...catalogue.inferences] },
    recordsOf,
    readingOf,
    unreadOf(resource) {
      const record = shownOf(resource)
      if (record && !unread.has(record.path) && extents.get(record.path) === undefined) readingOf(resource)
      return record && unread.get(record.path)
    },
    outlinesOf: openOutlines(outlines),
    extentOf(resource) {
      const record = shownOf(resource)
      if (record && !extents.has(record.path)) readingOf(resource)
      return record && extents.get(record.path)
    },
  })
}
