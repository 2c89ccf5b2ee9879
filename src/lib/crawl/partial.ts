import type { IncomingHttpHeaders } from 'node:http'
import type { ListDocument } from '../catalogue/index.ts'
import type { Format } from '../interface/index.ts'
import { type Beside, eachRecord, findPaging, mayTellPaging, UnreadableDocument } from '../reading/index.ts'
import type { ManifestRecord, Problem } from '../snapshot/index.ts'

/** The headers of an answer that say something of pages, as they came. */
export type PagingHeaders = Readonly<Record<string, string>>

const LONGEST_HEADER = 1000
/** Part of a range of records, as some services answer: `items 0-24/319`. */
const RANGE = /^(?!bytes)\w{1,20} \d{1,15}-\d{1,15}\/(?<total>\d{1,15})$/i

/** Finds what headers say of pages: a `Link` to the next one (RFC 8288), counts such as `X-Total-Count`, a `Content-Range` of records. */
export function findPagingHeaders(headers: IncomingHttpHeaders): PagingHeaders | undefined {
  const found = Object.entries(headers).flatMap(([name, values]): [string, string][] => {
    const value = [values ?? []].flat().join(', ')
    const tells =
      name === 'link'
        ? linksToNext(value)
        : name === 'content-range'
          ? RANGE.test(value)
          : /^x-|^total-/.test(name) && (mayTellPaging([name]) || value.startsWith('{'))
    return tells && value.length <= LONGEST_HEADER ? [[name, value]] : []
  })
  return found.length === 0 ? undefined : Object.fromEntries(found)
}

/** Why the answer with these headers and so many records may be one page of several. */
function pagingOfHeaders(headers: PagingHeaders, count: number): string | undefined {
  const { link, 'content-range': range, ...others } = headers
  if (link !== undefined) return 'its Link header names a next page'
  const total = RANGE.exec(range ?? '')?.groups?.total
  const beside = [
    ...(total === undefined ? [] : [{ name: 'total', value: total }]),
    ...Object.entries(others).flatMap(([name, value]) => besideOf(name, value)),
  ]
  const paging = findPaging(beside, count)
  return paging && `in its headers ${paging}`
}

// Some services put everything in one header: `X-Pagination: {"TotalCount": 50, "PageSize": 10}`.
function besideOf(name: string, value: string): Beside[] {
  if (!value.startsWith('{')) return [{ name, value }]
  try {
    return Object.entries(JSON.parse(value)).map(([member, one]) => ({ name: member, value: String(one) }))
  } catch {
    return []
  }
}

function linksToNext(header: string): boolean {
  return header.split(/[;,]/).some((part) => {
    const [name = '', value = ''] = part.split('=', 2)
    const relations = value.replaceAll('"', '').trim().toLowerCase().split(/\s+/)
    return name.trim().toLowerCase() === 'rel' && relations.includes('next')
  })
}

/** Looks whether the text of a document has a name that may say something of pages, so that only such documents are read for it. */
export interface PagingHint {
  write(chunk: Uint8Array): void
  found(): boolean
}

/** How much of a piece is looked at again with the next one: a name may be cut. */
const OVERLAP = 200
/** A document with more different names than these is read anyway. */
const MOST_NAMES = 2000
const LONGEST_NAME = 80

/** Opens the look-out of one body. A name with an escape in it may be any, and text that is not UTF-8 too. */
export function openPagingHint(format: Format): PagingHint {
  const decoder = new TextDecoder()
  const names = new Set<string>()
  let before = ''
  let unclear = false
  return {
    write(chunk) {
      if (unclear || format === 'html') return
      const text = before + decoder.decode(chunk, { stream: true })
      if (format === 'json') addMembers(text, names)
      else addTags(text, names)
      unclear = names.size > MOST_NAMES || text.includes('\0') || text.includes('\ufffd')
      before = text.slice(-OVERLAP)
    },
    found: () => unclear || names.has(ESCAPED) || names.has('rel') || mayTellPaging(names),
  }
}

const ESCAPED = '\\'

// A name is what stands between the quotes before a colon. In a text, that may be anything.
function addMembers(text: string, names: Set<string>): void {
  const end = /"\s{0,9}:/g
  while (end.test(text) && names.size <= MOST_NAMES) {
    const close = text.lastIndexOf('"', end.lastIndex - 1)
    const open = text.lastIndexOf('"', close - 1)
    const name = close - open > LONGEST_NAME ? '' : text.slice(open + 1, close)
    names.add(name.includes(ESCAPED) ? ESCAPED : name)
  }
}

function addTags(text: string, names: Set<string>): void {
  for (const [, name = '', rest = ''] of text.matchAll(/<([^\s<>/!?]{1,80})([^<>]{0,2000})/g)) {
    names.add(name)
    if (rest.includes('='))
      for (const [, attribute = ''] of rest.matchAll(/([^\s="'/]{1,80})\s{0,9}=/g)) names.add(attribute)
    if (names.size > MOST_NAMES) return
  }
}

/**
 * Notes in the records of a run why a dataset may be one page of several, by the document or the headers it came with. `paths` are those
 * worth reading for it.
 */
export function notePaging(
  { records }: { readonly records: Map<string, ManifestRecord> },
  source: (path: string) => () => Iterable<Uint8Array>,
  paths: Iterable<string>,
): void {
  for (const path of paths) {
    const record = records.get(path)
    if (record?.code === undefined || record.status !== 200) continue
    const { paging: _, ...rest } = record
    const paging = pagingOf(record, source(path))
    records.set(path, { ...rest, ...(paging !== undefined && { paging }) })
  }
}

function pagingOf(
  { format, charset, pagingHeaders }: ManifestRecord,
  source: () => Iterable<Uint8Array>,
): string | undefined {
  try {
    const hint = { format, ...(charset && { charset }) }
    const { paging, visited } = eachRecord(source, hint, () => {})
    return paging ?? (pagingHeaders && pagingOfHeaders(pagingHeaders, visited))
  } catch (error) {
    if (error instanceof UnreadableDocument) return undefined
    throw error
  }
}

/** The same lists, with what the headers they came with say of pages; none of those that the config says are whole. */
export function withPaging(
  documents: readonly ListDocument[],
  records: Iterable<ManifestRecord>,
  notPaged: readonly string[],
): ListDocument[] {
  const headers = new Map(
    [...records].map(({ operation, format, pagingHeaders }) => [`${operation} ${format}`, pagingHeaders]),
  )
  return documents.map(({ paging: own, ...document }) => {
    const { operation, format } = document
    const sent = headers.get(`${operation} ${format}`)
    const paging = own ?? (sent && pagingOfHeaders(sent, document.records.length))
    return { ...document, ...(paging !== undefined && !notPaged.includes(operation) && { paging }) }
  })
}

/** The gaps of datasets that say they are one page of several. */
export function findPartial(
  records: Iterable<ManifestRecord>,
  isMissed: (path: string) => boolean,
  notPaged: readonly string[],
): Problem[] {
  return [...records].flatMap(({ path, code, paging, address }): Problem[] => {
    if (paging === undefined || code === undefined || isMissed(path) || notPaged.includes(code)) return []
    return [
      {
        severity: 'gap',
        code: 'paged',
        subject: address,
        message: describePaging('dataset', paging),
        facts: { what: 'dataset' },
      },
    ]
  })
}

/** The message about a document that may be one page of several, with what to do if it is complete. */
export function describePaging(what: 'list' | 'dataset', paging: string): string {
  return (
    `The ${what} may be one page of several (${paging}). The interface has no paging, so other pages are not mirrored. ` +
    `If it is complete, add ${what === 'list' ? 'the list' : 'its code'} to the config key notPaged.`
  )
}
