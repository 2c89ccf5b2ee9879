import type { Settings } from '../config/index.ts'
import { type FetchFailure, quoteForeign } from '../http/index.ts'
import { addressOf, type BaseAddress, type Representation } from '../interface/index.ts'
import type { ByteSource } from '../reading/index.ts'
import {
  type Draft,
  findResumable,
  type Generation,
  type ManifestRecord,
  openDraft,
  type Problem,
  warning,
} from '../snapshot/index.ts'
import { isStoredReport } from './body.ts'
import { type Client, type ClientOptions, openClient } from './client.ts'
import { openCopies } from './copies.ts'
import { type CrawlRun, type Listener, openRun } from './run.ts'
import { type GenerationSurvey, surveyOnce } from './survey-generation.ts'

/** What the config states about a crawl. */
type CrawlSettings = Pick<
  Settings,
  | 'formats'
  | 'concurrency'
  | 'maxBodyBytes'
  | 'maxListBytes'
  | 'maxTotalBytes'
  | 'maxDatasets'
  | 'maxDepth'
  | 'removalShare'
  | 'retain'
  | 'notPaged'
  | 'refuse'
  | 'codes'
  | 'fields'
> &
  Partial<Pick<Settings, 'lists' | 'revisit' | 'cacheControl' | 'history'>>

/** The options of a crawl. At least one base address. */
export interface CrawlOptions
  extends Omit<ClientOptions, 'connections' | keyof CrawlSettings>,
    CrawlSettings {
  /** Whether the origin is the bundled sample. */
  readonly sample?: boolean
  /** The state folder, and its current generation if that is of the same service. */
  readonly state: string
  readonly current: Generation | undefined
  /** The folder of the published site, from which damaged files of the current generation are replaced. Default: they are not replaced. */
  readonly published?: string
  /** Ids of the plans that the operator accepts, separated by commas. */
  readonly acceptRemovals?: string | undefined
  /** Those of them that were needed before the crawl, and are needed again if it is repeated from the start. Default: none. */
  readonly accepted?: readonly string[]
  /** Name and version of this program. */
  readonly tool: string
}

/** Shared by the steps of one crawl. */
export interface Crawl {
  readonly options: CrawlOptions
  readonly base: BaseAddress
  readonly client: Client
  readonly draft: Draft
  /** The state folder that contains the draft: that of the crawl, or a temporary folder. */
  readonly draftState: string
  readonly current: Generation | undefined
  /** The survey of the current generation. Its lists are read by the first call, once in a crawl. */
  readonly surveyCurrent: () => GenerationSurvey | undefined
  readonly run: CrawlRun
  readonly on: Listener
  readonly now: () => Date
  /** Paths of bodies that contain names which may indicate paging. */
  readonly mayHavePaging: Set<string>
  /** Paths of copies that the origin is not asked to confirm, because their entries in the lists changed. */
  readonly renewed: Set<string>
  /** Problems noticed during the crawl. */
  readonly remarks: Problem[]
  /** When the crawl began; on other machines than this one, if these are its shards. */
  readonly startedAt: Date
  /** Requests sent for this crawl by other runs, and bytes received by all. */
  readonly counted: { requests: number; received: number }
  /** Ids of accepted plans that occurred in this run, or before it. */
  readonly accepted: Set<string>
  /** Bytes of bodies received so far, after decompression, also by other runs. */
  readonly received: () => number
  /**
   * Releases all resources and aborts requests, even if the last journal lines cannot be written; the draft on disk stays for the next run.
   */
  close(): Promise<void>
}

/**
 * Opens a crawl with the draft of `draftState`, by default of its own state folder. `owner`: what an interrupted draft must belong to, to be
 * resumed; by default the origin.
 */
export function openCrawl(
  options: CrawlOptions,
  on: Listener,
  now: () => Date,
  draftState = options.state,
  owner: readonly string[] = options.bases,
): Crawl {
  // The client first: opening it has no side effects if it fails.
  const onPause = ({ address, message }: FetchFailure, ms: number) =>
    on({ type: 'pause', host: new URL(address).host, message, ms })
  const client = openClient({ ...options, connections: options.concurrency, onPause })
  const draft = openDraftFor(client, options, draftState, owner, now())
  const base = options.bases[0] as BaseAddress
  const remarks: Problem[] = []
  const current = options.current && openCopies(options.current, { ...options, state: draftState, remarks })
  const counted = { requests: 0, received: 0 }
  // Unknown for resumed bodies, so all of them are checked.
  const mayHavePaging = new Set([...draft.resumed.keys(), ...draft.earlier.keys()])
  const renewed = new Set<string>()
  const context = {
    ...options,
    current,
    mayHavePaging,
    renewed,
    client,
    draft,
    now,
    onBytes(count: number) {
      counted.received += count
      on({ type: 'bytes', count })
    },
    onRemark(representation: Representation, message: string) {
      const subject = addressOf(base, representation)
      remarks.push(warning('unreliable-validators', subject, message))
    },
    onNoCoding: codingReporter(remarks),
  }
  const run = openRun(context, draftState, base, options.concurrency, on)
  return {
    options,
    base,
    client,
    draft,
    draftState,
    current,
    surveyCurrent: surveyOnce(current, options.fields),
    run,
    on,
    now,
    mayHavePaging,
    renewed,
    remarks,
    startedAt: draft.startedAt,
    counted,
    accepted: new Set(options.accepted),
    received: () => counted.received,
    close: () => closeBoth(draft, client),
  }
}

async function closeBoth(draft: Crawl['draft'], client: Crawl['client']): Promise<void> {
  try {
    draft.close()
  } finally {
    await client.close()
  }
}

/** At most this many values are reported: an origin may send another one with each answer. */
const MOST_REPORTED = 5

// Reports each value once.
function codingReporter(remarks: Problem[]) {
  const reported = new Set<string>()
  return (coding: string, address: string): void => {
    if (reported.has(coding) || reported.size === MOST_REPORTED) return
    reported.add(coding)
    const problem = describeNoCoding(coding, address)
    if (!remarks.some(({ subject }) => subject === problem.subject)) remarks.push(problem)
  }
}

function describeNoCoding(coding: string, address: string): Problem {
  const message = `The origin states this as the Content-Encoding of bodies, such as that of ${address}. It is not a registered content coding, so it was ignored; the bodies have the requested format without it.`
  return warning('unknown-coding', `Content-Encoding ${JSON.stringify(quoteForeign(coding, 40))}`, message)
}

function openDraftFor(
  client: Client,
  { refuse }: Pick<CrawlOptions, 'refuse'>,
  state: string,
  owner: readonly string[],
  now: Date,
): Draft {
  // The interrupted run may have had another config. Mismatches and losses are looked for when everything has been fetched.
  const isAcceptable = (record: ManifestRecord, source: ByteSource) =>
    !refuse.includes('errors') || !isStoredReport(record, source)
  try {
    return openDraft(state, owner, now, { isFresh: isFreshAt(now), isAcceptable })
  } catch (error) {
    void client.close()
    throw error
  }
}

/** The paths of what a crawl that begins now would not request, because an interrupted one fetched it. */
export function findResumablePaths({ state, bases }: CrawlOptions, now: Date): ReadonlySet<string> {
  return findResumable(state, bases, isFreshAt(now))
}

/** How long a run reuses what an interrupted run fetched, in ms; older copies are requested again. */
const FRESH = 6 * 3600 * 1000

// The few lists are always fetched again: they may be the reason why the run ended. A time in the future comes from a wrong clock.
function isFreshAt(now: Date): (record: ManifestRecord) => boolean {
  return ({ code, fetchedAt }) => {
    const age = now.getTime() - Date.parse(fetchedAt ?? '')
    return code !== undefined && age >= 0 && age < FRESH
  }
}
