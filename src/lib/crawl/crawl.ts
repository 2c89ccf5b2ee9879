import { type ListDocument, readLists } from '../catalogue/index.ts'
import {
  type BaseAddress,
  type DataFormat,
  type DatasetCode,
  datasetResource,
  fileOf,
  LISTS,
  type Representation,
  type Resource,
} from '../interface/index.ts'
import {
  type Draft,
  findCurrent,
  freeGenerationId,
  type Generation,
  isHeldList,
  type Manifest,
  type ManifestRecord,
  openDraft,
  type Problem,
} from '../snapshot/index.ts'
import { countStates, describeMiss } from './audit.ts'
import { type Client, type ClientOptions, openClient } from './client.ts'
import { type Discovery, discoverCodes } from './discover.ts'
import { findListRemarks } from './list-remarks.ts'
import { listRepresentations, listsWithout } from './lists.ts'
import { planCodes } from './plan-codes.ts'
import type { Listener } from './progress.ts'
import { openRun, type Run } from './run.ts'
import { settleRun, withdraw } from './settle-run.ts'
import { OriginUnreachable } from './unreachable.ts'

export interface CrawlOptions {
  /** Base addresses of the interface, the first one asked first. At least one. */
  readonly bases: readonly BaseAddress[]
  /** Whether the origin is the bundled sample. */
  readonly sample?: boolean
  /** The state folder. */
  readonly state: string
  readonly formats: readonly DataFormat[]
  readonly concurrency: number
  readonly retries: number
  /** Seconds. */
  readonly deadlines: { readonly connect: number; readonly idle: number; readonly total: number }
  readonly maxBodyBytes: number
  readonly userAgent: string
  /** Codes the config names, and the field it names as the code. */
  readonly codes: readonly DatasetCode[]
  readonly codeField: string | undefined
  /** Name and version of the program. */
  readonly tool: string
  readonly signal: AbortSignal
  /** The connector's options, e.g. a `lookup` of its own, and how to wait between attempts. */
  readonly connect?: ClientOptions['connect']
  readonly pause?: ClientOptions['pause']
}

/** What a crawl did. */
export interface CrawlResult {
  readonly manifest: Manifest
  /** The folder of the generation it published. */
  readonly folder: string
  readonly requests: number
  /** Bytes of bodies received, after decompression. */
  readonly received: number
}

interface Crawl {
  readonly options: CrawlOptions
  readonly base: BaseAddress
  readonly client: Client
  readonly draft: Draft
  readonly current: Generation | undefined
  readonly run: Run
  readonly on: Listener
  readonly now: () => Date
}

/**
 * Mirrors the interface into a new generation and publishes it. Throws {@link OriginUnreachable} when no list answers, and the
 * signal's reason when it is interrupted; then nothing is published and the next crawl resumes.
 */
export async function crawl(
  options: CrawlOptions,
  on: Listener = () => {},
  now = () => new Date(),
): Promise<CrawlResult> {
  const current = findCurrent(options.state)
  const draft = openDraft(options.state, options.bases, now())
  const client = openClient({ ...options, connections: options.concurrency })
  let received = 0
  const onBytes = (count: number) => {
    received += count
    on({ type: 'bytes', count })
  }
  const base = options.bases[0] as BaseAddress
  const context = { client, draft, current, maxBodyBytes: options.maxBodyBytes, now, onBytes }
  const run = openRun(context, base, options.concurrency, on)
  try {
    const manifest = await crawlInto({ options, base, client, draft, current, run, on, now })
    return { manifest, folder: draft.publish(manifest), requests: client.requests, received }
  } finally {
    draft.close()
    await client.close()
  }
}

async function crawlInto(crawl: Crawl): Promise<Manifest> {
  const { options, run, on } = crawl
  await fetchLists(crawl)
  const { discovery, documents } = await discover(crawl)
  const { codes, problems } = planCodes(crawl, discovery, documents)
  const listRemarks = findListRemarks(documents, options.bases)
  const datasets = codes.map(datasetResource)
  await fetchDatasets(crawl, datasets)
  const resources: Resource[] = [...LISTS, ...datasets]
  on({ type: 'phase', phase: 'derive', total: resources.length })
  const records = settleRun(crawl, resources, options.formats)
  const withdrawn = withdraw(crawl, codes)
  const remarks = [...listRemarks, ...problems, ...withdrawn.problems]
  const holes = [...run.misses.values()].map((miss) =>
    describeMiss(crawl.base, miss, records.get(fileOf(miss.representation)) as ManifestRecord),
  )
  on({ type: 'phase', phase: 'publish', total: records.size })
  return describe(
    crawl,
    discovery,
    [...codes, ...withdrawn.codes],
    [...remarks, ...holes],
    [...records.values(), ...withdrawn.records],
    options.tool,
  )
}

async function fetchLists({ options, run, on }: Crawl): Promise<void> {
  const wanted = listRepresentations(options.formats)
  on({ type: 'phase', phase: 'lists', total: wanted.length })
  await run.fetchAll(wanted)
  await run.fetchAll(listsWithout(new Set(run.records.keys())))
  if (run.records.size === 0)
    throw new OriginUnreachable(
      options.bases,
      [...run.misses.values()].map(({ failure }) => failure),
    )
}

async function discover(crawl: Crawl): Promise<{ discovery: Discovery; documents: ListDocument[] }> {
  const { options, draft, run, on } = crawl
  const find = async () => {
    const lists = [...run.records.values()].filter(isHeldList)
    const documents = readLists(lists.map((record) => ({ ...record, source: draft.source(record.path) })))
    const discovery = await discoverCodes({
      documents,
      hosts: options.bases.map((address) => new URL(address).host),
      configured: options.codes,
      namedField: options.codeField,
      answers: (code) =>
        run.probe({
          resource: datasetResource(code as DatasetCode),
          format: options.formats[0] as DataFormat,
        }),
    })
    return { discovery, documents }
  }
  on({ type: 'phase', phase: 'codes', total: 0 })
  const found = await find()
  if (found.discovery.codes.length > options.codes.length) return found
  await run.fetchAll(LISTS.map((resource) => ({ resource, format: 'html' })))
  return find()
}

async function fetchDatasets({ options, run, on }: Crawl, datasets: readonly Resource[]): Promise<void> {
  const wanted = datasets.flatMap((resource) => options.formats.map((format) => ({ resource, format })))
  on({ type: 'phase', phase: 'datasets', total: wanted.length })
  await run.fetchAll(wanted)
  const bare = datasets.filter((resource) =>
    options.formats.every((format) => answeredOtherwise(run, { resource, format })),
  )
  await run.fetchAll(bare.map((resource) => ({ resource, format: 'html' })))
}

// The origin is there but did not give this representation, so that its html is worth asking for.
function answeredOtherwise({ misses }: Run, representation: Representation): boolean {
  const kind = misses.get(fileOf(representation))?.failure.kind
  return kind !== undefined && kind !== 'network' && kind !== 'timeout'
}

function describe(
  { options, draft, now }: Crawl,
  { field, evidence }: Discovery,
  order: readonly string[],
  problems: readonly Problem[],
  records: readonly ManifestRecord[],
  tool: string,
): Manifest {
  return {
    manifest: 1,
    tool,
    generation: freeGenerationId(options.state, draft.startedAt),
    origin: options.bases,
    ...(options.sample && { sample: true }),
    startedAt: draft.startedAt.toISOString(),
    completedAt: now().toISOString(),
    complete: problems.every(({ severity }) => severity !== 'hole'),
    counts: countStates(records),
    problems: [...problems].sort((a, b) => (a.subject < b.subject ? -1 : a.subject > b.subject ? 1 : 0)),
    codes: { ...(field && { field: { operation: field.operation, name: field.name } }), evidence, order },
    records: [...records].sort((a, b) => (a.path < b.path ? -1 : 1)),
  }
}
