import {
  type Catalogue,
  CODE_FIELD,
  type DatasetEntry,
  KEY_FIELD,
  type RoleName,
} from '../../catalogue/index.ts'
import { DATA_FORMATS, type DatasetCode, datasetResource, timeMapNameOf } from '../../interface/index.ts'
import type { Reading } from '../../reading/index.ts'
import type { DatasetVersions, ManifestRecord } from '../../snapshot/index.ts'
import type { ResourceRecords } from '../mirror.ts'
import { whyUnread } from '../not-read.ts'
import { historyOf } from './changes.ts'
import { type Chrome, chromeOf, type PageFacts } from './chrome.ts'
import { citeOf } from './cite.ts'
import type { DatasetSource } from './dataset-source.ts'
import { type DocumentView, documentViewOf, unreadViewOf } from './document.ts'
import { csvFileView, type DataFile, filesOf } from './files.ts'
import { capitalize } from './format.ts'
import { labelled, licencesOf } from './licence.ts'
import { relativeLink } from './link.ts'
import type { Fact, Locale } from './locale.ts'
import { plainOf } from './prose.ts'
import { relatedViewOf } from './related.ts'
import { groupPage, namerOf } from './relation.ts'
import { sentenceOf } from './sentence.ts'
import { badgeOf, noticesOf, reasonOf, showReport } from './state.ts'
import { type DatasetFacts, datasetDataOf, originAddressOf } from './structured-data.ts'
import { changedAtOf } from './summary.ts'
import { pageStateOf } from './terms.ts'
import { descriptionOf, htmlText, modifiedOf, oneLine, showCode, showInvisible, titleOf } from './text.ts'
import { datasetLinksOf } from './typed-links.ts'
import { type UseFrom, useFromOf } from './use-from.ts'
import { type Shown, type ShownField, showFields, showText } from './value.ts'
import { versionFormatsOf } from './versions.ts'

const LONGEST_TITLE = 240

export type DatasetView = ReturnType<typeof datasetView>

/** What the page of a dataset shows. */
export function datasetView(source: DatasetSource, entry: DatasetEntry) {
  const page = datasetResource(entry.code)
  const reading = source.readingOf(page)
  try {
    return viewOf(source, entry, reading, source.unreadOf(page))
  } catch (error) {
    // If no view of the document can be made, the page shows why.
    if (reading === undefined) throw error
    return viewOf(source, entry, undefined, whyUnread(error))
  }
}

function viewOf(
  source: DatasetSource,
  entry: DatasetEntry,
  reading: Reading | undefined,
  unread: string | undefined,
) {
  const page = datasetResource(entry.code)
  const records = source.recordsOf(page)
  const title = titleOf(entry)
  const description = descriptionOf(entry)
  const files = filesOf(source, records, entry.code)
  const table = csvFileView(source, page)
  const document = reading
    ? documentViewOf(source, reading, source.outlinesOf)
    : unread === undefined
      ? undefined
      : unreadViewOf(source, unread)
  const history = historyOf(source, entry.code)
  const useFrom = useFromOf(source, page, reading)
  const licences = licencesOf(entry.fields, reading?.beside).map((one) => labelled(source, one))
  const cite = citeOf(source, entry, licences)
  const related = relatedViewOf(source, entry.code, source.relatedTo(entry.code))
  const sentence = reading ? sentenceOf(source, reading) : []
  const withdrawn = badgeOf(source, records)?.state === 'withdrawn'
  return {
    chrome: frameOf(
      source,
      { entry, page, records, reading, files, table, licences, sentence },
      document?.map?.label ?? document?.chart?.label ?? document?.bars?.label,
    ),
    page,
    title,
    code: showCode(entry.code),
    ...(description !== undefined && { description }),
    categories: namerOf(source.names, 'categories', page)(entry.categories),
    oivs: namerOf(source.names, 'oivs', page)(entry.oivs),
    notices: noticesOf(source, records),
    sentence,
    ...changedOf(source, records, entry),
    ...stateOfAll(files),
    files,
    ...(table && { table }),
    // Absent if there is no good copy.
    ...(document && { document }),
    ...(useFrom && { useFrom }),
    ...(cite && { cite }),
    licences,
    related,
    neighbours: neighboursOf(source, entry.code),
    listed: listedOf(source, source.catalogue, entry),
    listedNote: withdrawn ? source.words.datasetPage.listedOnceNote : source.words.datasetPage.listedNote,
    history,
    contents: contentsOf(source, { files, document, useFrom, cite, related, history }),
    provenance: DATA_FORMATS.flatMap((format) => {
      const record = records[format]
      return record ? provenanceOf(source, record, reading?.format === format ? reading : undefined) : []
    }),
  }
}

// The datasets before and after this one, in its category or else in the list.
function neighboursOf(source: DatasetSource, code: DatasetCode) {
  const { previous, next } = source.neighboursOf(code)
  const linkTo = (to: NonNullable<typeof next>) => ({
    title: oneLine(to.title, LONGEST_TITLE),
    href: relativeLink(datasetResource(code), datasetResource(to.code)),
  })
  return [
    ...(previous ? [{ rel: 'prev', ...linkTo(previous) } as const] : []),
    ...(next ? [{ rel: 'next', ...linkTo(next) } as const] : []),
  ]
}

function timeMapsOf(versions: DatasetVersions | undefined): string[] {
  return versions ? versionFormatsOf(versions).map(timeMapNameOf) : []
}

function frameOf(
  source: DatasetSource,
  about: Omit<DatasetFacts, 'description'>,
  picture: string | undefined,
): Chrome {
  const { entry, page } = about
  const title = titleOf(entry)
  const own = descriptionOf(entry)
  const description =
    own === undefined ? source.words.datasetPage.noDescription(title, htmlText(source.title)) : plainOf(own)
  const structuredData = datasetDataOf(source, { ...about, description })
  const typed = datasetLinksOf(page, {
    ...about,
    origin: originAddressOf(about.records),
    cataloguePage: source.cataloguePageOf(entry.code),
    timeMaps: source.site === undefined ? [] : timeMapsOf(source.versionsOf(entry.code)),
  })
  const above = aboveOf(source, entry)
  return chromeOf(source, { page, title, above, description, structuredData, picture, typed })
}

// The list, then the first of its categories that has a page.
function aboveOf(
  { words, names }: DatasetSource,
  { categories }: DatasetEntry,
): NonNullable<PageFacts['above']> {
  const list = { text: words.lists.list_datasets, page: { operation: 'list_datasets' } } as const
  const [category] = categories.flatMap((key) => {
    const { title = '', slot } = names.categories.get(key) ?? {}
    return slot === undefined ? [] : [{ text: title, page: groupPage('categories', slot) }]
  })
  return [list, ...(category ? [category] : [])]
}

// The parts of the page, in order.
function contentsOf(
  locale: Locale,
  {
    files,
    document,
    useFrom,
    cite,
    related,
    history,
  }: {
    readonly files: readonly DataFile[]
    readonly document: DocumentView | undefined
    readonly useFrom: UseFrom | undefined
    readonly cite: ReturnType<typeof citeOf>
    readonly related: ReturnType<typeof relatedViewOf>
    readonly history: ReturnType<typeof historyOf>
  },
) {
  const { datasetPage: label } = locale.words
  return [
    ...(document?.map ? [{ text: locale.words.map.title, anchor: 'map' }] : []),
    ...(document?.chart || document?.bars ? [{ text: locale.words.chart.title, anchor: 'chart' }] : []),
    ...(document ? [{ text: document.tree ? label.tree : label.records, anchor: 'records' }] : []),
    ...(document && document.columns.length > 0 ? [{ text: label.columns, anchor: 'columns' }] : []),
    ...(document && document.beside.length > 0 ? [{ text: label.beside, anchor: 'beside' }] : []),
    ...(useFrom ? [{ text: locale.words.useFrom.title, anchor: 'use' }] : []),
    ...(cite ? [{ text: locale.words.cite.title, anchor: 'cite' }] : []),
    ...(related.length > 0 ? [{ text: locale.words.related.title, anchor: 'related' }] : []),
    ...(files.length > 0 ? [{ text: label.files, anchor: 'files' }] : []),
    { text: label.listed, anchor: 'listed' },
    ...(history.events.length > 0 || history.versions ? [{ text: label.history, anchor: 'history' }] : []),
    { text: label.provenance, anchor: 'provenance' },
  ]
}

// When the data last changed, according to the origin or else to this mirror.
function changedOf(locale: Locale, records: ResourceRecords, entry: DatasetEntry): { changed?: Fact } {
  const { facts } = locale.words
  const changed = changedAtOf(records)
  const updated = locale.format.findMoment(modifiedOf(entry) ?? '')
  if (updated !== undefined) return { changed: { figure: updated.text, label: capitalize(facts.updated) } }
  if (changed === undefined) return {}
  return { changed: { figure: locale.format.day(changed).text, label: capitalize(facts.changed) } }
}

// The state of the files, if all have the same.
function stateOfAll(files: readonly DataFile[]): { state?: DataFile } {
  const [first] = files
  return first && files.every(({ state }) => state === first.state) ? { state: first } : {}
}

/** Where the records of a document are that is nothing else: a single value, or an array of records. */
const TOP_LEVEL: readonly (string | undefined)[] = ['', '[]']

function provenanceOf(locale: Locale, record: ManifestRecord, reading: Reading | undefined) {
  const { datasetPage: label } = locale.words
  const state = pageStateOf(record.state)
  const status = state === 'current' || record.status === undefined ? undefined : String(record.status)
  const sentAs =
    record.charset === undefined ? record.mediaType : `${record.mediaType ?? ''}; charset=${record.charset}`
  const fields: [string, Shown | undefined][] = [
    [
      label.state,
      plain(record.state === 'unasked' ? locale.words.statedUnasked : locale.words.stated(state)),
    ],
    [
      locale.words.notices.reason,
      // The state of a withdrawn copy already states it.
      record.reason === undefined || state === 'withdrawn' ? undefined : showReport(locale, reasonOf(record)),
    ],
    [
      state === 'withdrawn' ? locale.words.notices.lastListed : locale.words.notices.since,
      moment(locale, record.since),
    ],
    [label.origin, showText(locale, record.address)],
    [label.httpStatus, plain(status)],
    [label.fetched, fetchedOf(locale, record)],
    [label.changed, moment(locale, record.changedAt)],
    [label.sentAs, coded(sentAs)],
    ...insteadOf(locale, record),
    [label.shape, plain(reading && locale.words.shapes[reading.shape])],
    [label.foundAt, TOP_LEVEL.includes(reading?.path) ? plain(label.wholeDocument) : coded(reading?.path)],
    [label.heading, coded(reading?.heading?.join(' · '))],
    [label.encoding, coded(reading?.encoding)],
  ]
  return {
    format: record.format,
    fields: fields.flatMap(([name, value]) => (value === undefined ? [] : { name, value })),
  }
}

// Every run confirms current copies, so no page contains that time: a script takes it from status.json. A stale copy has its own.
function fetchedOf(locale: Locale, { state, fetchedAt }: ManifestRecord): Shown | undefined {
  if (state === 'missing') return undefined
  return state === 'stale' || state === 'withdrawn' || state === 'unasked'
    ? moment(locale, fetchedAt)
    : { kind: 'clock', time: 'crawledAt' }
}

// The response that was rejected.
function insteadOf(locale: Locale, { evidence }: ManifestRecord): [string, Shown][] {
  if (evidence === undefined) return []
  const { datasetPage: label } = locale.words
  const { bytes, sha256, head } = evidence
  return [
    [label.instead, { kind: 'text', text: locale.format.wholeBytes(bytes) }],
    [label.insteadSum, { kind: 'json', text: htmlText(sha256) }],
    ...(head === ''
      ? []
      : [[label.insteadHead, { kind: 'inert', text: showInvisible(head) }] as [string, Shown]]),
  ]
}

function plain(text: string | undefined): Shown | undefined {
  return text === undefined ? undefined : { kind: 'text', text: htmlText(text) }
}

// Text that is in no language.
function coded(text: string | undefined): Shown | undefined {
  return text === undefined ? undefined : { kind: 'text', text: htmlText(text), lang: '' }
}

function moment(locale: Locale, iso: string | undefined): Shown | undefined {
  return iso === undefined ? undefined : { kind: 'moment', ...locale.format.moment(iso) }
}

/** The fields of a dataset in the list, under their own names, with the role of each and whether it is configured or inferred. */
function listedOf(
  locale: Locale,
  { roles }: Pick<Catalogue, 'roles'>,
  { fields }: Pick<DatasetEntry, 'fields'>,
): ShownField[] {
  // These two have the code under a name that the list does not have.
  const own = [...fields].filter(([name]) => name !== CODE_FIELD && name !== KEY_FIELD)
  const names = own.map(([name]) => name)
  return showFields(locale, own).map((field, at) => {
    const note = noteOf(locale, roles, names[at] ?? '')
    return note === '' ? field : { ...field, note }
  })
}

// A member of an object may have a role: `oiv.code`.
function noteOf(locale: Locale, roles: Catalogue['roles'], name: string): string {
  const { inferred, configured, fieldRoles } = locale.words.listed
  return Object.entries(roles)
    .filter(([, { field }]) => field === name || field.startsWith(`${name}.`))
    .map(([role, { named }]) => (named ? configured : inferred)(fieldRoles[role as RoleName]))
    .join(', ')
}
