import assert from 'node:assert/strict'
import type { Crawled } from '../crawling.ts'
import type { HostileOrigin, Rows } from './origin.ts'

/** The dataset that changes between two crawls, and must be updated. */
export const CONTROL = 'control'
/** The datasets whose answers are good. */
export const CODES = ['other', CONTROL, 'last']

const LISTS = ['list', 'list_categories', 'list_oivs', 'list_datasets']

export const rowsOf = (code: string): Rows => [
  { code, row: `first of ${code}` },
  { code, row: `second of ${code}` },
]

/** Lists that link to the codes. */
export function listCodes({ resources }: HostileOrigin, codes: readonly string[]): void {
  const url = (code: string) => `/api/v1/get_dataset/${encodeURIComponent(code)}/`
  resources.set(
    'list',
    codes.map((code) => ({ url: url(code) })),
  )
  resources.set(
    'list_datasets',
    codes.map((code) => ({ title: `About ${code}`, url: url(code), category: 'c1', oiv: 'o1' })),
  )
}

/** Lists, and a few rows for each dataset. */
export function fillOrigin(origin: HostileOrigin, codes: readonly string[] = CODES): void {
  listCodes(origin, codes)
  origin.resources.set('list_categories', [{ id: 'c1', title: 'Transport' }])
  origin.resources.set('list_oivs', [{ id: 'o1', title: 'Department of transport' }])
  for (const code of codes) origin.resources.set(`get_dataset/${code}`, rowsOf(code))
}

/** Asserts that a list or dataset is stored in both formats, with exactly the bytes of the origin. */
export function assertStored(run: Crawled, origin: HostileOrigin, name: string): void {
  const resource = LISTS.includes(name) ? name : `get_dataset/${name}`
  for (const format of ['json', 'xml'] as const) {
    const path = `${resource}/index.${format}`
    assert.match(
      run.states[path] ?? 'no record',
      /^(fetched|unchanged)$/,
      `${path}\n${run.problems.join('\n')}`,
    )
    assert.ok(run.bytes(path).equals(origin.bytes(resource, format)), `the bytes of ${path}`)
  }
}

// Control characters (C0 and C1), line separators, and characters that change the direction of text.
const RAW = /[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]/

/** Asserts that a message can neither break a line nor control a terminal. */
export function assertPrintable(run: Crawled): void {
  for (const { subject, message } of run.manifest.problems) {
    assert.doesNotMatch(subject, RAW)
    assert.doesNotMatch(message, RAW)
    assert.ok(message.length < 1000, `a message of ${message.length} characters`)
  }
  for (const { reason = '', mediaType = '' } of run.manifest.records)
    assert.doesNotMatch(reason + mediaType, RAW)
}
