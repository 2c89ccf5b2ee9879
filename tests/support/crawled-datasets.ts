import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { cpSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { RemovalRefused } from '../../src/lib/crawl/index.ts'
import { answer, type Crawled, type Crawler, jsonOf, openCrawler, serviceRoutes, xmlOf } from './crawling.ts'
import { type Route, type ScriptedOrigin, startScripted } from './scripted-origin.ts'

export type Records = readonly Readonly<Record<string, string>>[]

/** Midday of a day. The first crawl is on day 0. */
export const at = (day: number) => new Date(Date.UTC(2026, 0, 1, 12) + day * 24 * 3_600_000)

export const codesOf = (count: number) => Array.from({ length: count }, (_, n) => `ds-${n + 1}`)

/** The path of the json of a dataset below `api/v1/`. */
export const fileOf = (code: string) => `get_dataset/${code}/index.json`

/** Records as a body. */
export function bodyOf(format: 'json' | 'xml', records: Records): string {
  return format === 'json' ? jsonOf(records) : xmlOf(records)
}

/** The body of a dataset. */
type Write = (code: string, format: 'json' | 'xml') => string

/** Routes of datasets, in both formats, with the bodies that `write` gives. */
export function bodies(codes: readonly string[], write: Write): Record<string, Route> {
  const routes = codes.flatMap((code) =>
    ['json', 'xml'].map((format) => [`api/v1/get_dataset/${code}/?type=${format}`, forAnyCode(write)]),
  )
  return Object.fromEntries(routes)
}

/** The route of any dataset, in both formats. */
export function forAnyCode(write: Write): Route {
  return ({ path }) => {
    const format = path.endsWith('xml') ? 'xml' : 'json'
    return answer(write(decodeURIComponent(path.split('/')[3] ?? ''), format), `application/${format}`)
  }
}

/** Routes of datasets with these records, in both formats. */
export function datasets(
  codes: readonly string[],
  records: (code: string) => Records,
): Record<string, Route> {
  return bodies(codes, (code, format) => bodyOf(format, records(code)))
}

export interface CrawledDatasets {
  readonly codes: readonly string[]
  readonly origin: ScriptedOrigin
  readonly crawler: Crawler
}

/** Starts a service with datasets, and opens a crawler of it. */
export async function startDatasets(
  t: TestContext,
  codes: readonly string[],
  records: (code: string) => Records,
): Promise<CrawledDatasets> {
  const origin = await startScripted(t, serviceRoutes(Object.fromEntries(codes.map((code) => [code, code]))))
  origin.set(datasets(codes, records))
  return { codes, origin, crawler: openCrawler(t, origin) }
}

/** The same, crawled once, on day 0, without a problem. */
export async function crawlDatasets(
  t: TestContext,
  codes: readonly string[],
  records: (code: string) => Records,
): Promise<CrawledDatasets> {
  const service = await startDatasets(t, codes, records)
  assert.deepEqual((await service.crawler.run({}, at(0))).problems, [])
  return service
}

/** A crawler of the same service with a copy of what is stored so far. */
export function copyCrawler(
  t: TestContext,
  { origin, crawler }: Pick<CrawledDatasets, 'origin' | 'crawler'>,
): Crawler {
  const copy = openCrawler(t, origin)
  cpSync(crawler.state, copy.state, { recursive: true })
  return copy
}

/** The plans that the gaps of a run name. */
export function plansOf({ problems }: Crawled): string[] {
  return [...new Set(problems.flatMap((problem) => /--accept-removals (\w+)/.exec(problem)?.[1] ?? []))]
}

/** Why a run was refused. */
export async function refusalOf(run: Promise<unknown>): Promise<RemovalRefused> {
  const error = await run.then(
    () => assert.fail('it was published'),
    (error: unknown) => error,
  )
  assert.ok(error instanceof RemovalRefused, String(error))
  return error
}

/** Asserts that these records are a former copy of a dataset, next to its successor. */
export function assertFormer({ folder, record }: Crawled, code: string, records: Records): void {
  const former = (record(fileOf(code))?.former ?? []).map(({ path, sha256 }) => {
    const body = readFileSync(join(folder, path), 'utf8')
    assert.equal(sha256, hash('sha256', body))
    return body
  })
  assert.ok(former.includes(jsonOf(records)), `${code} has ${former.length} former copies`)
}
