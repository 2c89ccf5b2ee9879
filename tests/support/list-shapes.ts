import assert from 'node:assert/strict'
import { test } from 'node:test'
import { buildCatalogue, type NamedList, nameLists, readLists } from '../../src/lib/catalogue/index.ts'
import { discoverCodes } from '../../src/lib/crawl/discover.ts'
import { FetchFailure } from '../../src/lib/http/index.ts'
import { type Format, parseDatasetCode } from '../../src/lib/interface/index.ts'
import fc from './fast-check.ts'

/** What a list names: each dataset with its title and the titles of its categories and publishers. */
type Named = Readonly<Record<string, readonly [title: string, ...groups: string[]]>>

/** A list and what a crawl and a build must find in it. */
export interface Case {
  readonly list: unknown
  readonly named: Named
  /** Codes that the origin does not have although the list names them. */
  readonly absent?: readonly string[]
  readonly isPaged?: true
  /** Number of entries without a code. */
  readonly unnamed?: number
}

export const CATEGORIES = [
  { id: 'c1', title: 'Transport' },
  { id: 'c2', title: 'Health' },
  { id: 'c3', title: 'Culture' },
]
const PUBLISHERS = [
  { id: 'o1', title: 'City council' },
  { id: 'o2', title: 'Ministry' },
]

export const d = (code: string, more: object = {}) => ({ code, title: `On ${code}`, ...more })
export const all = (codes: string) => codes.split(' ').map((code) => d(code))
export const on = (code: string, ...groups: string[]) => ({ [code]: [`On ${code}`, ...groups] as const })
export const each = (codes: string, ...groups: string[]): Named =>
  Object.assign({}, ...codes.split(' ').map((code) => on(code, ...groups)))
export const group = (title: string, codes: string) => ({ title, datasets: all(codes) })
export const titles = (codes: string) =>
  Object.fromEntries(codes.split(' ').map((code) => [code, `On ${code}`]))
export const parts = (code: string) =>
  [1, 2, 3].map((n) => ({ code: `${code}-${n}`, title: `File ${n}`, format: 'csv' }))

/** Groups of two with one in both. */
export const TWO = [group('Transport', 'bus tram'), group('Health', 'clinics beds')]
export const NAMED_TWO = { ...each('bus tram', 'Transport'), ...each('clinics beds', 'Health') }

export const NAMED_THREE = { ...each('bus tram', 'Transport'), ...on('beds', 'Health') }
export const COLUMNS = {
  code: ['bus', 'tram', 'beds'],
  title: ['On bus', 'On tram', 'On beds'],
  category: ['c1', 'c1', 'c2'],
}

export const SEVEN = 'bus tram metro beds labs art films'

export const linkTo = (code: string) => `/api/v1/get_dataset/${code}/`
export const NAMED_LINKS = {
  bus: ['bus', 'Transport'],
  tram: ['tram', 'Transport'],
  beds: ['beds', 'Health'],
} as const
export const xml = (body: string) => `<?xml version="1.0"?><list>${body}</list>`
export const element = (code: string) => `<dataset><code>${code}</code><title>On ${code}</title></dataset>`
export const elements = (codes: string) => codes.split(' ').map(element).join('')

export const rows = (codes: string) => codes.split(' ').map((code) => [code, `On ${code}`])
export const HEADER = ['code', 'title']
export const untitled = (codes: string): Named =>
  Object.fromEntries(codes.split(' ').map((code) => [code, [code] as const]))

const textOf = (body: unknown) => (typeof body === 'string' ? body : JSON.stringify(body))

function formatOf(list: unknown): Format {
  if (typeof list !== 'string') return 'json'
  return list.startsWith('<!DOCTYPE html>') ? 'html' : 'xml'
}

/** The lists as a crawl and then a build would read them. */
export async function read(
  { list, named, absent = [] }: Pick<Case, 'list' | 'named' | 'absent'>,
  before: readonly string[] = [],
) {
  const source = (body: unknown) => () => [Buffer.from(textOf(body))]
  const documents = readLists([
    { operation: 'list_datasets', format: formatOf(list), source: source(list) },
    { operation: 'list_categories', format: 'json', source: source(CATEGORIES) },
    { operation: 'list_oivs', format: 'json', source: source(PUBLISHERS) },
  ])
  const requested: string[] = []
  const { codes, field, problems } = await discoverCodes({
    documents,
    hosts: [],
    configured: [],
    namedField: undefined,
    before: {
      codes: new Set(before),
      field: before.length > 0 ? { operation: 'list_datasets', name: 'code' } : undefined,
      evidence: undefined,
    },
    refused: new Set(),
    format: 'json',
    ask: async (code) => {
      requested.push(code)
      const isAnswered = code in named && !absent.includes(code)
      return isAnswered ? undefined : new FetchFailure('status', '', 'answered 404', { status: 404 })
    },
    differs: () => true,
  })
  const lists = nameLists(documents, { codes: new Set(codes), field })
  const catalogue = buildCatalogue({
    documents,
    lists,
    codes: codes.map(parseDatasetCode),
    codeField: field,
    named: {},
  })
  const titles = new Map([...catalogue.categories, ...catalogue.oivs].map(({ key, title }) => [key, title]))
  const found: Named = Object.fromEntries(
    catalogue.datasets.map(({ code, title, categories, oivs }) => [
      code,
      [title, ...[...categories, ...oivs].map((key) => titles.get(key) ?? key)],
    ]),
  )
  return {
    found,
    requested,
    problems,
    list: lists.find(({ list: { operation } }) => operation === 'list_datasets') as NamedList,
  }
}

const sorted = (named: Named) =>
  Object.entries(named)
    .map(([code, [title, ...groups]]) => [code, title, ...groups.toSorted()].join(' | '))
    .toSorted()

/** A test for each list: its datasets, titles and groups are found, in the next run too. */
export function testShapes(cases: Readonly<Record<string, Case>>): void {
  for (const [name, one] of Object.entries(cases))
    test(`a list names its datasets, their titles and groups: ${name}`, async () => {
      const { found, list } = await read(one)
      assert.deepEqual(sorted(found), sorted(one.named))
      assert.equal(list.paging !== undefined, one.isPaged === true, list.paging)
      assert.equal(list.unnamed.length, one.unnamed ?? 0)
      const again = await read(one, Object.keys(found))
      assert.deepEqual(sorted(again.found), sorted(one.named))
    })
}

/** Datasets by the title of their group. */
export type Groups = readonly (readonly [title: string, codes: readonly string[]])[]

const drawGroups = fc
  .array(fc.subarray('bus tram clinics beds art'.split(' ')), { minLength: 3, maxLength: 3 })
  .map((parts): Groups => CATEGORIES.map(({ title }, at) => [title, parts[at] ?? []]))
  .filter((groups) => groups.filter(([, codes]) => codes.length > 0).length > 1)

/** A test for each way to write groups: datasets are in their groups, whichever these are. */
export function testGroups(ways: Readonly<Record<string, (groups: Groups) => unknown>>): void {
  for (const [name, make] of Object.entries(ways))
    test(`datasets are in the groups that a list puts them in, whichever these are: ${name}`, async () => {
      const property = fc.asyncProperty(drawGroups, async (groups) => {
        const codes = [...new Set(groups.flatMap(([, own]) => own))]
        const groupsOf = (code: string) =>
          groups.flatMap(([title, own]) => (own.includes(code) ? [title] : []))
        const named = Object.assign({}, ...codes.map((code) => on(code, ...groupsOf(code))))
        const { found } = await read({ list: make(groups), named })
        assert.deepEqual(sorted(found), sorted(named))
      })
      await fc.assert(property, { numRuns: 60, seed: 1 })
    })
}
