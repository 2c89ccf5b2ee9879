import type { IncomingHttpHeaders } from 'node:http'
import type { NamedList } from '../catalogue/index.ts'
import { quoteCode } from '../interface/index.ts'
import {
  type Beside,
  detachString,
  eachRecord,
  findPaging,
  mayHavePaging,
  pageIn,
  readOr,
} from '../reading/index.ts'
import { gap, type ManifestRecord, type Problem, someOf, warning } from '../snapshot/index.ts'

/** The response headers that concern paging, as received. */
type PagingHeaders = Readonly<Record<string, string>>

const LONGEST_HEADER = 1000
/** Headers that together state a page: `X-Page: 1`, `X-Per-Page: 25`. */
const OF_PAGE = /(?:^|-)(?:page|per-page|page-size|limit|offset|start)$/
/** A range of records, as some services send it: `items 0-24/319`. */
const RANGE = /^(?!bytes)(?:[\w-]{1,20}[ =])?\d{1,15}-\d{1,15}\/(?<total>\d{1,15})$/i

/**
 * Finds headers that concern paging: a `Link` to the next page (RFC 8288), counts such as `X-Total-Count`, a `Content-Range` of records.
 */
export function findPagingHeaders(headers: IncomingHttpHeaders): PagingHeaders | undefined {
  const all = Object.keys(headers)
    .map((name): [string, string] => [name, [headers[name] ?? []].flat().join(', ')])
    .filter(([, value]) => value.length <= LONGEST_HEADER)
  const isPage = mayHavePaging(all.map(([name]) => name))
  const found = all.filter(
    ([name, value]) =>
      isAboutPaging(name, value) || (isPage && OF_PAGE.test(name) && /^\d{1,15}$/.test(value)),
  )
  return found.length === 0 ? undefined : Object.fromEntries(found)
}

function isAboutPaging(name: string, value: string): boolean {
  if (name === 'link') return nextIn(value) !== undefined
  if (name === 'content-range') return RANGE.test(value)
  if (mayHavePaging([name])) return true
  return PAGING_HEADER.test(name) && besideOf(name, value).some((one) => mayHavePaging([one.name]))
}

/** A header of several values: `X-Pagination: {"TotalCount": 50, "PageSize": 10}`, `X-Paging: total=50; page=1`. */
const PAGING_HEADER = /^(?:x-)?(?:paging|pagination|page|pages)(?:-.*)?$|^x-/

/** Why a response with these headers and so many records may be one page of several. */
function pagingOfHeaders(headers: PagingHeaders, counts: readonly number[]): string | undefined {
  const { link, 'content-range': range, ...others } = headers
  if (link !== undefined) return `its Link header names a ${nextIn(link) ?? 'next'} page`
  const total = RANGE.exec(range ?? '')?.groups?.total
  const beside = [
    ...(total === undefined ? [] : [{ name: 'total', value: total }]),
    ...Object.entries(others).flatMap(([name, value]) => besideOf(name, value)),
  ]
  const paging = findPaging(beside, counts)
  return paging && `in its headers ${paging}`
}

// Some services put everything in one header.
function besideOf(name: string, value: string): Beside[] {
  if (!value.startsWith('{')) {
    const parts = value.split(/[;,&]/).map((part) => part.split('='))
    const isPairs = parts.every(
      ([key, one, ...more]) => key?.trim() && one !== undefined && more.length === 0,
    )
    return isPairs
      ? parts.map(([key = '', one = '']) => ({ name: key.trim(), value: one.trim() }))
      : [{ name, value }]
  }
  try {
    return Object.entries(JSON.parse(value)).map(([member, one]) => ({ name: member, value: String(one) }))
  } catch {
    return []
  }
}

const LINK = /<([^<>]{0,2000})>((?:[^<>"]|"[^"]{0,200}"){0,2000})/g

// What a Link header names: the next page, the one before, or a last one that is another than the first one.
function nextIn(header: string): 'next' | 'previous' | 'last' | undefined {
  const links = [...header.matchAll(LINK)].flatMap(([, address = '', parameters = '']) =>
    relationsIn(parameters).map((relation) => ({ relation, address })),
  )
  const find = (relation: string) => links.find((link) => link.relation === relation)?.address
  if (find('next') !== undefined) return 'next'
  if (links.some(({ relation, address }) => /^prev(ious)?$/.test(relation) && pageIn(address) >= 0))
    return 'previous'
  const [first, last] = [find('first'), find('last')]
  if (first === undefined || last === undefined) return undefined
  if (find('prev') !== undefined || find('previous') !== undefined) return 'previous'
  return first === last ? undefined : 'last'
}

const PARAMETER = /;\s{0,9}([\w-]{1,40})\s{0,9}=\s{0,9}(?:"([^"]{0,500})"|([^\s;,"]{1,500}))/g

function relationsIn(parameters: string): string[] {
  return [...parameters.matchAll(PARAMETER)].flatMap(([, name = '', quoted, bare = '']) =>
    name.toLowerCase() === 'rel'
      ? (quoted ?? bare)
          .trim()
          .toLowerCase()
          .split(/\s+/)
          .map((relation) => relation.replace(/^.*[/#]/, ''))
      : [],
  )
}

/** Documents with more distinct names are always parsed for paging. */
const MOST_NAMES = 2000
const LONGEST_NAME = 80

/** Collects the names in a document, so only one that may be a page of several is parsed for signs of that. */
export function collectNames() {
  const names = new Map<string, { count: number }>()
  return {
    add(name: string): void {
      const known = names.get(name)
      if (known !== undefined) known.count++
      else if (names.size <= MOST_NAMES && name.length <= LONGEST_NAME)
        names.set(detachString(name), { count: 1 })
    },
    mayHavePaging(): boolean {
      const bare = new Set(Array.from(names.keys(), (name) => name.replace(/^@/, '')))
      return (
        names.size > MOST_NAMES ||
        bare.has('rel') ||
        bare.has('relation') ||
        mayHavePaging(bare) ||
        [...names.values()].some(({ count }) => isLimit(count))
      )
    },
  }
}

/** Numbers such as 100, 250, 1,000, 32,000 and 50,000: how many records an origin sends at most. */
export function isLimit(count: number): boolean {
  return count >= 100 && /^(?:1|2|25|32|5)0+$/.test(String(count))
}

/**
 * Stores in the records of a run why a dataset may be one page of several, from its document or headers, and how many records it has, if
 * that may be a limit. `paths`: the bodies to parse for it.
 */
export function markPaging(
  { records }: { readonly records: Map<string, ManifestRecord> },
  source: (path: string) => () => Iterable<Uint8Array>,
  paths: Iterable<string>,
): void {
  for (const path of paths) {
    const record = records.get(path)
    if (record?.code === undefined || record.status !== 200) continue
    const { paging: _, limit: __, ...rest } = record
    records.set(path, { ...rest, ...pagingOf(record, source(path)) })
  }
}

function pagingOf(
  { format, charset, pagingHeaders }: ManifestRecord,
  source: () => Iterable<Uint8Array>,
): Pick<ManifestRecord, 'paging' | 'limit'> {
  return readOr({}, () => {
    const { paging: own, visited } = eachRecord(source, { format, charset }, () => {})
    const paging = own ?? (pagingHeaders && pagingOfHeaders(pagingHeaders, [visited]))
    return { ...(paging !== undefined && { paging }), ...(isLimit(visited) && { limit: visited }) }
  })
}

/** This many datasets do not have the same round number of records by chance. */
const LEAST_ALIKE = 3

/** The numbers of records that are round and those of several datasets, each with the codes of these. */
export function findLimits(
  records: Iterable<Pick<ManifestRecord, 'code' | 'limit'>>,
  notPaged: readonly string[],
): Map<number, string[]> {
  const codes = new Map<number, Set<string>>()
  for (const { code, limit } of records)
    if (limit !== undefined && code !== undefined && !notPaged.includes(code))
      codes.set(limit, (codes.get(limit) ?? new Set()).add(code))
  return new Map([...codes].flatMap(([limit, of]) => (of.size < LEAST_ALIKE ? [] : [[limit, [...of]]])))
}

/** Warnings that datasets have as many records as others, and the number is round: an origin may send no more, without a word. */
export function findSameCounts(records: Iterable<ManifestRecord>, notPaged: readonly string[]): Problem[] {
  return [...findLimits(records, notPaged)].map(([limit, codes]) => {
    return warning(
      'same-count',
      'datasets',
      `${codes.length} of them have exactly ${limit} records: ${someOf(codes.map(quoteCode), LEAST_ALIKE)}. The origin may send no more than that of a dataset, without a sign. If they are complete, add their codes to the config key notPaged.`,
      { datasets: codes.length, limit, dataset: codes[0] ?? '' },
    )
  })
}

/** Adds paging found in the headers to the lists, and removes it from lists that are configured as complete. */
export function withPaging(
  lists: readonly NamedList[],
  records: Iterable<ManifestRecord>,
  notPaged: readonly string[],
): NamedList[] {
  const headers = new Map(
    [...records].map(({ operation, format, pagingHeaders }) => [`${operation} ${format}`, pagingHeaders]),
  )
  return lists.map(({ paging: own, ...named }) => {
    const { operation, format } = named.list
    const sent = headers.get(`${operation} ${format}`)
    const paging = own ?? (sent && pagingOfHeaders(sent, named.counts))
    return { ...named, ...(paging !== undefined && !notPaged.includes(operation) && { paging }) }
  })
}

/** Gaps of datasets that may be one page of several. */
export function findPartial(
  records: Iterable<ManifestRecord>,
  isMissed: (path: string) => boolean,
  notPaged: readonly string[],
): Problem[] {
  return [...records].flatMap(({ path, code, paging, address }): Problem[] => {
    if (paging === undefined || code === undefined || isMissed(path) || notPaged.includes(code)) return []
    return [gap('paged', address, describePaging('dataset', paging), { what: 'dataset' })]
  })
}

/** The message about a document that may be one page of several, with what to do if it is complete. */
export function describePaging(what: 'list' | 'dataset', paging: string): string {
  return (
    `The ${what} may be one page of several (${paging}). The interface has no paging, so other pages are not mirrored. ` +
    `If it is complete, add ${what === 'list' ? 'the list' : 'its code'} to the config key notPaged.`
  )
}
