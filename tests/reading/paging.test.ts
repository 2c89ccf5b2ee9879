import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eachRecord } from '../../src/lib/reading/index.ts'

/** Why a document with three records and this next to them may be one page of several. */
function pagingOf(beside: object, records: readonly object[] = [{ id: 1 }, { id: 2 }, { id: 3 }]) {
  const text = JSON.stringify({ ...beside, data: records })
  return eachRecord(
    () => [Buffer.from(text)],
    { format: 'json' },
    () => {},
  ).paging
}

const TELLING: readonly object[] = [
  { next: '/?page=2' },
  { links: { next: 'https://a.example/?page=2' } },
  { _links: { next: { href: '/?page=2' } } },
  { links: { self: { href: '/' }, next: { href: '/?page=2' } } },
  { nextPage: 2 },
  { next_cursor: 'abc' },
  { nextPageToken: 'abc' },
  { nextRecordsUrl: '/services/data/query/01g-2000' },
  { '@odata.nextLink': 'https://a.example/?$skiptoken=3' },
  { '@nextCursor': 'abc' },
  { 'hydra:view': { 'hydra:next': '/?page=2' } },
  { 'http://www.w3.org/ns/hydra/core#next': '/?page=2' },
  { has_more: true },
  { hasMore: true },
  { pagination: { has_next_page: true } },
  { moreResults: true },
  { more: true },
  { partial: true },
  { meta: { isIncomplete: 'true' } },
  { limitReached: true },
  { remainingRecords: 17 },
  { items_remaining: '17' },
  { pagination: { remaining: 17 } },
  { 'Осталось записей': 17 },
  { exceededTransferLimit: true },
  { limitExceeded: true },
  { truncated: true },
  { isTruncated: true },
  { resumptionToken: 'abc' },
  { cursor: 'abc' },
  { scroll_id: 'abc' },
  { continue: 'abc' },
  { last: false },
  { isLast: false },
  { Следующая: '/?page=2' },
  { total: 4 },
  { count: 4 },
  { total_count: 4 },
  { count_total: 4 },
  { totalElements: 4 },
  { totalResults: 4 },
  { total_entries: 4 },
  { rows_count: 4 },
  { rowCount: 4 },
  { ItemsCount: 4 },
  { recordCount: 4 },
  { numFound: 4 },
  { numberMatched: 4, numberReturned: 3 },
  { numberOfRecordsMatched: 4, numberOfRecordsReturned: 3 },
  { nextRecord: 4 },
  { nextRecordPosition: 4 },
  { resultSetSize: 4 },
  { NavRecordCount: 4, NavPageSize: 3 },
  { NavPageCount: 2, NavPageNomer: 1 },
  { iTotalRecords: 4 },
  { moreDataAvailable: true },
  { endOfRecords: false },
  { 'hydra:totalItems': 4 },
  { 'opensearch:totalResults': 4 },
  { '@odata.count': 4 },
  { meta: { 'X-Total-Count': 4 } },
  { hits: { total: 4 } },
  { hits: { total: { value: 4, relation: 'eq' } } },
  { Всего: 4 },
  { 'Кол-во записей': 4 },
  { 'Всего записей': 4 },
  { pages: 2 },
  { pageCount: 2 },
  { meta: { last_page: 2 } },
  { limit: 3, offset: 0 },
  { per_page: 3, page: 1 },
  { total: 3, next: '/?offset=3' },
  { total: 200, _links: { next: '/?offset=100' } },
  { count: 3, _links: { next: '/?offset=100' } },
]

test('recognises a document that states it is one page of several, in any wording', () => {
  for (const beside of TELLING) assert.ok(pagingOf(beside), JSON.stringify(beside))
})

const SILENT: readonly object[] = [
  {},
  { next: null },
  { links: { next: '' } },
  { has_more: false },
  { more: false },
  { partial: false, incomplete: 'some', limit_reached: 0 },
  { truncated: 'false' },
  { last: true },
  { last: 'Ivanov' },
  { total: 3 },
  { numberMatched: 3, numberReturned: 3 },
  { numberOfRecordsMatched: 3, numberOfRecordsReturned: 3, nextRecord: 0 },
  { resultSetSize: 3, endOfRecords: true, NavPageCount: 1, NavRecordCount: 3 },
  { hits: { total: { value: 3 } } },
  { Всего: 3 },
  { pages: 1 },
  { remaining: 4999, rateLimit: { remaining: 60 }, quota_remaining: 300 },
  { remainingRecords: 0, pagination: { remaining: 0 } },
  { length: 20, size: 20, page: { size: 20 } },
  { limit: 100, offset: 0 },
  { limit: 3, offset: 0, total: 3 },
  { total: 3, limit: 100, _links: { start: '/d?id=1', next: '/d?id=1&offset=100' } },
  { total: 3, links: { next: { href: '/?skip=50&top=50' } } },
  { updated: '2026-01-01', title: 'Next year', nextReview: '2027-01-01', nextUpdateDate: '2027-01-01' },
  { continent: 'Europe', pagesOfReport: 40 },
  { totalValue: 4000, more: 'https://a.example/about' },
]

test('a complete document, or one without paging, is not a page', () => {
  for (const beside of SILENT) assert.equal(pagingOf(beside), undefined, JSON.stringify(beside))
})

test('an empty list is a page of several if there are more records', () => {
  assert.match(pagingOf({ total: 30 }, []) ?? '', /^total is 30, the document lists 0$/)
})

test('shortens long names and values in the reason', () => {
  const paging = pagingOf({ next: 'x'.repeat(100_000) }) ?? ''
  assert.ok(paging.length < 300, String(paging.length))
})
