import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { type CrawlEvent, type CrawlOptions, type CrawlResult, crawl } from '../../src/lib/crawl/index.ts'
import type { BaseAddress } from '../../src/lib/interface/index.ts'
import { findCurrent, type ManifestRecord } from '../../src/lib/snapshot/index.ts'
import type { Route, ScriptedOrigin } from './scripted-origin.ts'
import { temporaryFolder } from './temporary.ts'

/** A crawler of one origin into one state folder, which may run many times. */
export interface Crawler {
  readonly state: string
  readonly options: CrawlOptions
  run(changes?: Partial<CrawlOptions>, now?: Date): Promise<Crawled>
}

/** The result of one crawl, with its records by path below `api/v1/`. */
export interface Crawled extends CrawlResult {
  readonly events: readonly CrawlEvent[]
  record(path: string): ManifestRecord | undefined
  bytes(path: string): Buffer
  text(path: string): string
  /** Paths below `api/v1/` and their states. */
  readonly states: Readonly<Record<string, string>>
  /** `severity subject: message` of every problem. */
  readonly problems: readonly string[]
}

const ROOT = 'api/v1/'

/** Crawls without retries and without pauses, unless a test changes that. */
export function openCrawler(t: TestContext, bases: readonly BaseAddress[] | ScriptedOrigin): Crawler {
  const state = join(temporaryFolder(t), 'state')
  const options: CrawlOptions = {
    bases: 'base' in bases ? [bases.base] : bases,
    state,
    get current() {
      return findCurrent(state)
    },
    formats: ['json', 'xml'],
    concurrency: 4,
    retries: 0,
    deadlines: { connect: 5, idle: 20, total: 60 },
    maxBodyBytes: 1 << 30,
    maxListBytes: 1 << 28,
    maxTotalBytes: 2 ** 40,
    maxDatasets: 1_000_000,
    maxDepth: 1000,
    minRate: 0,
    robots: 'ignore',
    removalShare: 0.1,
    retain: 'forever',
    refuse: ['errors', 'mismatches', 'losses'],
    notPaged: [],
    userAgent: 'mirror-test/1.0',
    codes: [],
    fields: {},
    tool: 'test 1.0',
    signal: new AbortController().signal,
    pause: async () => {},
  }
  return {
    state,
    options,
    async run(changes = {}, now) {
      const events: CrawlEvent[] = []
      const clock = now && (() => now)
      return look(await crawl({ ...options, ...changes }, (event) => events.push(event), clock), events)
    },
  }
}

/** The result of a crawl, prepared for assertions. */
export function look(result: CrawlResult, events: readonly CrawlEvent[] = []): Crawled {
  const { manifest, folder } = result
  const byPath = new Map(manifest.records.map((record) => [record.path, record]))
  const bytes = (path: string) => readFileSync(join(folder, ROOT, path))
  return {
    ...result,
    events,
    record: (path) => byPath.get(ROOT + path),
    bytes,
    text: (path) => bytes(path).toString(),
    states: Object.fromEntries(manifest.records.map(({ path, state }) => [path.slice(ROOT.length), state])),
    problems: manifest.problems.map(({ severity, subject, message }) => `${severity} ${subject}: ${message}`),
  }
}

/** The routes of a service whose list links to each dataset. Every dataset has one row with its text. */
export function serviceRoutes(datasets: Readonly<Record<string, string>>): Record<string, Route> {
  const codes = Object.keys(datasets)
  const href = (code: string) => `/api/v1/get_dataset/${encodeURIComponent(code)}/`
  const routes: Record<string, Route> = {
    ...both(
      'list',
      codes.map((code) => ({ url: href(code) })),
    ),
    ...both(
      'list_datasets',
      codes.map((code) => ({ title: `About ${code}`, url: href(code), category: 'c1', oiv: 'o1' })),
    ),
    ...both('list_categories', [{ id: 'c1', title: 'Transport' }]),
    ...both('list_oivs', [{ id: 'o1', title: 'Department of transport' }]),
  }
  for (const [code, text] of Object.entries(datasets))
    Object.assign(routes, both(`get_dataset/${encodeURIComponent(code)}`, [{ row: text }]))
  return routes
}

/** Routes of one resource in json and xml, with the same records. */
export function both(
  resource: string,
  records: readonly Readonly<Record<string, string>>[],
): Record<string, Route> {
  return {
    [`api/v1/${resource}/?type=json`]: answer(jsonOf(records), 'application/json'),
    [`api/v1/${resource}/?type=xml`]: answer(xmlOf(records), 'application/xml'),
  }
}

export const jsonOf = (records: readonly object[]) => JSON.stringify(records)

export function xmlOf(records: readonly Readonly<Record<string, string>>[]): string {
  const escapeText = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  const fields = (record: Readonly<Record<string, string>>) =>
    Object.entries(record).map(([name, value]) => `<${name}>${escapeText(value)}</${name}>`)
  return `<?xml version="1.0"?><data>${records.map((one) => `<item>${fields(one).join('')}</item>`).join('')}</data>`
}

/** A body with its media type. */
export function answer(body: string | Uint8Array, type: string, headers: Record<string, string> = {}) {
  return { body, headers: { 'content-type': type, ...headers } }
}

/** The same route with an ETag (and 304 for whoever has it). */
export function tagged(body: string, etag: string, type = 'application/json'): Route {
  return ({ headers }) =>
    headers['if-none-match'] === etag ? { status: 304, headers: { etag } } : answer(body, type, { etag })
}
