import { FetchFailure, isTransient } from '../http/index.ts'
import { addressOf, type BaseAddress, type Format, fileOf, type Representation } from '../interface/index.ts'
import { eachAtOnce, type Generation, layout, type ManifestRecord, originalOf } from '../snapshot/index.ts'
import { type FetchContext, fetchRepresentation } from './fetch.ts'

/** A representation that could not be fetched, and why. */
export interface Miss {
  readonly representation: Representation
  readonly failure: FetchFailure
}

/** The result of requesting again. */
interface Second {
  /** Paths whose bytes changed within this run. */
  readonly changed: ReadonlySet<string>
  /** Failed requests; the earlier bytes stay. */
  readonly misses: readonly Miss[]
}

/** The state of one run: the records it may publish, and the misses. Each representation is fetched once. */
export interface CrawlRun {
  readonly records: Map<string, ManifestRecord>
  readonly misses: Map<string, Miss>
  /** Fetches all of these, in parallel up to the limit. */
  fetchAll(representations: readonly Representation[]): Promise<void>
  /** Fetches one; resolves to the failure if there is no acceptable body. It is not recorded as a miss. */
  probe(representation: Representation): Promise<FetchFailure | undefined>
  /** Whether a probe needs no request, because the answer is known. */
  isKnown(representation: Representation): boolean
  /** Requests again what was already fetched in this run. */
  refetchAll(representations: readonly Representation[]): Promise<Second>
  /** Removes an accepted body and records the failure as a miss. */
  reject(representation: Representation, failure: FetchFailure): void
}

interface RunState extends Pick<CrawlRun, 'records' | 'misses'> {
  readonly context: FetchContext
  /** The state folder. */
  readonly state: string
}

/** Opens a run over the draft of a state folder. */
export function openRun(
  context: FetchContext,
  state: string,
  base: BaseAddress,
  concurrency: number,
  on: Listener,
): CrawlRun {
  const records = new Map<string, ManifestRecord>()
  const misses = new Map<string, Miss>()
  const run = { context, state, records, misses }
  // Lasting failures of probes. While the lists are the same, these are not requested again.
  const absent = new Map<string, FetchFailure>()
  return {
    records,
    misses,
    async fetchAll(representations) {
      await eachAtOnce(representations, concurrency, async (representation) => {
        const outcome = await fetchOrMiss(run, representation)
        const { format } = representation
        on({ type: 'done', address: addressOf(base, representation), format, outcome })
      })
    },
    async probe(representation) {
      const path = fileOf(representation)
      const known = records.has(path) ? undefined : absent.get(path)
      const failure = known ?? (await fetchOne(run, representation))?.failure
      if (failure !== undefined && !isTransient(failure)) absent.set(path, failure)
      return failure
    },
    isKnown: (representation) => [records, absent].some((known) => known.has(fileOf(representation))),
    async refetchAll(representations) {
      const changed = new Set<string>()
      const misses: Miss[] = []
      await eachAtOnce(representations, concurrency, async (one) => {
        const miss = await refetchOne(run, one, changed)
        if (miss) misses.push(miss)
      })
      if (changed.size > 0) absent.clear()
      return { changed, misses }
    },
    reject(representation, failure) {
      const path = fileOf(representation)
      if (records.get(path)?.sha256 === context.draft.earlier.get(path)?.sha256)
        context.draft.dropEarlier(path)
      records.delete(path)
      context.draft.discard(path)
      misses.set(path, { representation, failure })
    },
  }
}

async function fetchOrMiss(
  run: RunState,
  representation: Representation,
): Promise<'fetched' | 'unchanged' | 'failed'> {
  const path = fileOf(representation)
  const miss = await fetchOne(run, representation)
  if (miss === undefined) return run.records.get(path)?.state === 'fetched' ? 'fetched' : 'unchanged'
  run.misses.set(path, miss)
  useEarlier(run, representation, path)
  return 'failed'
}

async function fetchOne(
  { context, records }: RunState,
  representation: Representation,
): Promise<Miss | undefined> {
  const path = fileOf(representation)
  if (records.has(path)) return undefined
  return missOf(representation, async () => {
    const record = await fetchRepresentation(context, representation)
    // The same text as in the record takes no memory of its own.
    records.set(record.path, record)
  })
}

// The miss if a request fails.
async function missOf(
  representation: Representation,
  request: () => Promise<void>,
): Promise<Miss | undefined> {
  try {
    await request()
    return undefined
  } catch (error) {
    if (!(error instanceof FetchFailure)) throw error
    return { representation, failure: error }
  }
}

// Datasets fetched by an interrupted run are checked like new ones. Resumed lists were all read in the same run.
function useEarlier({ context, records }: RunState, { resource }: Representation, path: string): void {
  const earlier = 'code' in resource ? context.draft.earlier.get(path) : undefined
  if (earlier === undefined) return
  context.draft.useEarlier(path)
  records.set(path, earlier)
}

// Adds the path to `changed` if its bytes differ from those of the first request.
async function refetchOne(
  { context, state, records, misses }: RunState,
  representation: Representation,
  changed: Set<string>,
): Promise<Miss | undefined> {
  const path = fileOf(representation)
  const first = records.get(path)
  if (first === undefined) return undefined
  return missOf(representation, async () => {
    const second = await refetchRepresentation(context, state, representation, first)
    if (second.sha256 !== first.sha256) changed.add(path)
    records.set(path, second)
    misses.delete(path)
  })
}

/**
 * Requests again, conditionally, what was already fetched in this run. Returns the earlier record if it has not changed, else one that
 * replaces it in the draft of `state`. Throws FetchFailure; then the earlier bytes stay.
 */
async function refetchRepresentation(
  context: FetchContext,
  state: string,
  representation: Representation,
  first: ManifestRecord,
): Promise<ManifestRecord> {
  const { draft, current } = context
  const drafted: Generation = {
    folder: layout.draft(state),
    manifest: { records: [first] } as unknown as Generation['manifest'],
    find: () => first,
    source: draft.source,
  }
  // Unchanged files stay in place; resumed records do not count as answers. The journal gets what the copy is compared with the generation
  // before, not with the first answer of this run.
  const none = new Map<string, ManifestRecord>()
  const inPlace = { ...draft, resumed: none, earlier: none, carry: () => {}, note: () => {} }
  const second = await fetchRepresentation({ ...context, draft: inPlace, current: drafted }, representation)
  if (second.sha256 === first.sha256) return first
  if (second.derivedFrom === undefined) draft.discard(originalOf(first.path))
  const stored = current?.find(fileOf(representation))
  const isAsBefore = stored?.sha256 === second.sha256 && stored?.changedAt && second.state === 'fetched'
  const record: ManifestRecord = isAsBefore
    ? { ...second, state: 'unchanged', changedAt: stored.changedAt }
    : second
  draft.note(record)
  return record
}

/** Progress of a crawl. */
export type CrawlEvent =
  | {
      readonly type: 'phase'
      readonly phase: 'lists' | 'codes' | 'join' | 'datasets' | 'again' | 'derive' | 'publish'
      readonly total: number
    }
  | {
      readonly type: 'done'
      readonly address: string
      readonly format: Format
      readonly outcome: 'fetched' | 'unchanged' | 'failed'
    }
  | { readonly type: 'bytes'; readonly count: number }
  /** A host gets no requests for this many ms. The message is a clause: `answered 503`. */
  | { readonly type: 'pause'; readonly host: string; readonly message: string; readonly ms: number }

export type Listener = (event: CrawlEvent) => void
