import { FetchFailure } from '../http/index.ts'
import {
  addressOf,
  type BaseAddress,
  DATA_FORMATS,
  type DataFormat,
  type DatasetCode,
  datasetResource,
  fileOf,
  type ListOperation,
  otherFormat,
  type Representation,
  type Resource,
} from '../interface/index.ts'
import {
  type DocumentHint,
  deriveDocument,
  eachRecord,
  readOr,
  UnreadableDocument,
} from '../reading/index.ts'
import { type Draft, type ManifestRecord, ownCopyOf } from '../snapshot/index.ts'
import type { Crawl } from './context.ts'
import type { Fresh } from './doubts/fresh.ts'
import { recordMiss } from './record-miss.ts'
import type { Miss } from './run.ts'
import { readStoredLists } from './survey-generation.ts'

/** Why a copy is derived: a sentence, its code and its facts. */
type Why = Pick<ManifestRecord, 'reason' | 'reasonCode' | 'reasonFacts'>

/** What remains of the option `maxTotalBytes`. */
interface DerivingRoom {
  bytes: number
}

// Derived copies have the limits of fetched ones.
function limitOf(
  { options }: Crawl,
  { operation }: Resource,
  { bytes }: DerivingRoom,
): { most: number; what: string } {
  const isList = operation !== 'get_dataset' && options.maxListBytes < options.maxBodyBytes
  const key = isList ? 'maxListBytes' : 'maxBodyBytes'
  return bytes < options[key]
    ? {
        most: bytes,
        what: `what remains of the ${options.maxTotalBytes} bytes of a run (the config key maxTotalBytes)`,
      }
    : { most: options[key], what: `${options[key]} bytes (the config key ${key})` }
}

/** How to read the bytes of a record. */
function hintOf({ operation, format, charset }: ManifestRecord): DocumentHint {
  return { format, charset, ...(operation !== 'get_dataset' && { list: operation }) }
}

/**
 * Derives one data format of a resource from another format of the origin, into the draft. The change time is that of the source, so the
 * same source always gives the same record.
 */
function deriveRecord(
  crawl: Crawl,
  resource: Resource,
  from: ManifestRecord,
  to: DataFormat,
  why: Why,
  room: DerivingRoom,
): ManifestRecord {
  const { draft, current } = crawl
  const path = fileOf({ resource, format: to })
  const sink = draft.open(path)
  const hint = hintOf(from)
  try {
    const limit = limitOf(crawl, resource, room)
    let bytes = 0
    deriveDocument(draft.source(from.path), hint, to, (text) => {
      const chunk = Buffer.from(text)
      bytes += chunk.length
      if (bytes > limit.most) throw new UnreadableDocument('large', `It would exceed ${limit.what}.`)
      sink.write(chunk)
    })
    room.bytes -= bytes
  } catch (error) {
    sink.drop()
    throw error
  }
  const { sha256, bytes } = sink.digest()
  const stored = current?.find(path)
  const changedAt =
    (stored?.sha256 === sha256 ? stored.changedAt : undefined) ?? from.changedAt ?? new Date(0).toISOString()
  sink.keep(new Date(changedAt))
  return {
    path,
    operation: resource.operation,
    ...('code' in resource && { code: resource.code }),
    format: to,
    state: 'derived',
    address: from.address,
    derivedFrom: from.format,
    sha256,
    bytes,
    ...(from.fetchedAt && { fetchedAt: from.fetchedAt }),
    changedAt,
    ...why,
  }
}

const NOT_ASKED = {
  reason: 'According to the config, the origin does not have this format.',
  reasonCode: 'format-not-offered',
}

/**
 * Derives missing json and xml from the other format, else from html, and replaces the missing records in `records`. Returns, by path, why
 * a copy could not be derived.
 */
export function deriveMissing(
  crawl: Crawl,
  records: Map<string, ManifestRecord>,
  resources: readonly Resource[],
  html: ReadonlyMap<string, ManifestRecord>,
): ReadonlyMap<string, string> {
  const { draft, options } = crawl
  const room = { bytes: Math.max(0, options.maxTotalBytes - crawl.received()) }
  const refused = new Map<string, string>()
  for (const resource of resources) {
    for (const to of DATA_FORMATS) {
      const path = fileOf({ resource, format: to })
      const missing = records.get(path)
      if (missing !== undefined && missing.state !== 'missing') continue
      const source = findSource(records, resource, to, html)
      if (source === undefined || isPageWithoutData(draft, source)) continue
      try {
        const why = missing ? whyOf(missing) : NOT_ASKED
        const derived = deriveRecord(crawl, resource, source, to, why, room)
        // A page that is taken ends the doubts about those before it.
        const doubted = source.format !== 'html' && missing?.doubted && { doubted: missing.doubted }
        records.set(path, { ...derived, ...doubted })
      } catch (error) {
        if (!(error instanceof UnreadableDocument)) throw error
        if (error.fault === 'large')
          refused.set(
            path,
            `it could not be derived from ${source.format}: ${error.message.replace(/\.$/, '')}`,
          )
      }
    }
  }
  return refused
}

/**
 * Derives datasets from the html pages that came in place of json and xml, where `replaces` says so of the stored copy, and returns those
 * that differ. They are not among the records of the run: only what is accepted is derived for them.
 */
export function deriveFreshPages(
  crawl: Crawl,
  codes: readonly DatasetCode[],
  replaces: (stored: ManifestRecord) => boolean,
): Fresh[] {
  const { current, draft, options, run } = crawl
  const room = { bytes: Math.max(0, options.maxTotalBytes - crawl.received()) }
  return codes.flatMap((code): Fresh[] => {
    const resource = datasetResource(code)
    const html = run.records.get(fileOf({ resource, format: 'html' }))
    if (html === undefined) return []
    return options.formats.flatMap((format): Fresh[] => {
      const path = fileOf({ resource, format })
      const stored = current?.find(path)
      if (run.records.has(path) || stored === undefined || !replaces(stored)) return []
      if (isPageWithoutData(draft, html)) return []
      const record = readOr(undefined, () => deriveRecord(crawl, resource, html, format, {}, room))
      if (record === undefined || record.sha256 === stored.sha256) return []
      return [{ code, representation: { resource, format }, record, stored }]
    })
  })
}

function whyOf({ reason, reasonCode, reasonFacts }: ManifestRecord): Why {
  return { ...(reason && { reason }), ...(reasonCode && { reasonCode }), ...(reasonFacts && { reasonFacts }) }
}

/** A page without a table or list of links contains no data: it may be a login or an error page. */
export function isPageWithoutData(draft: Draft, record: ManifestRecord): boolean {
  const { path, format } = record
  if (format !== 'html') return false
  return readOr(true, () => {
    const { shape } = eachRecord(draft.source(path), hintOf(record), () => false)
    return shape === 'tree' || shape === 'empty'
  })
}

function findSource(
  records: ReadonlyMap<string, ManifestRecord>,
  resource: Resource,
  to: DataFormat,
  html: ReadonlyMap<string, ManifestRecord>,
): ManifestRecord | undefined {
  const own = ownCopyOf(records.get(fileOf({ resource, format: otherFormat(to) })))
  return own ?? html.get(fileOf({ resource, format: 'html' }))
}

/**
 * Declared html lists without usable data: the request failed, or the page has neither a table nor a list of links. Unusable pages are
 * removed from `html`.
 */
export function findMissedPages(
  { run, draft, base, options }: Crawl,
  html: Map<string, ManifestRecord>,
): Miss[] {
  return Object.entries(options.lists ?? {}).flatMap(([operation, form]): Miss[] => {
    if (form !== 'html') return []
    const representation: Representation = { resource: { operation } as Resource, format: 'html' }
    const path = fileOf(representation)
    const record = html.get(path)
    if (record === undefined) return [run.misses.get(path) ?? []].flat()
    if (!isPageWithoutData(draft, record)) return []
    html.delete(path)
    return [{ representation, failure: pageFailureOf(base, representation) }]
  })
}

/** Rejects declared html lists without a table, a list or a link to a dataset: they may be login or error pages. */
export function rejectPagesWithoutData({ run, draft, base, options }: Crawl): void {
  const records = [...run.records.values()].filter(
    ({ code, format, operation }) =>
      code === undefined && format === 'html' && options.lists?.[operation as ListOperation] === 'html',
  )
  for (const { operation, shape, links } of readStoredLists(records, draft.source))
    if (['tree', 'empty'].includes(shape) && links.length === 0) {
      const representation: Representation = { resource: { operation }, format: 'html' }
      run.reject(representation, pageFailureOf(base, representation))
    }
}

function pageFailureOf(base: BaseAddress, representation: Representation): FetchFailure {
  const message =
    'answered with a page that has no table, links or lines that name entries, so no list can be derived from it'
  return new FetchFailure('foreign', addressOf(base, representation), message)
}

/** The records of a list whose page could not be used: its last good copies, derived from any format. */
export function recordMissedPage(
  crawl: Crawl,
  { representation: { resource }, failure }: Miss,
): ManifestRecord[] {
  return DATA_FORMATS.map((format) => recordMiss(crawl, { resource, format }, failure, () => true))
}
