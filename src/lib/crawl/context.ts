import type { NamedFields } from '../catalogue/index.ts'
import {
  addressOf,
  type BaseAddress,
  type DataFormat,
  type DatasetCode,
  type DeclaredLists,
  type Representation,
} from '../interface/index.ts'
import {
  type Draft,
  findCurrentOf,
  type Generation,
  type ManifestRecord,
  openDraft,
  type Problem,
} from '../snapshot/index.ts'
import { type Client, type ClientOptions, openClient } from './client.ts'
import type { Listener } from './progress.ts'
import { type CrawlRun, openRun } from './run.ts'

export interface CrawlOptions {
  /** Base addresses of the interface, the first one asked first. At least one. */
  readonly bases: readonly BaseAddress[]
  /** Whether the origin is the bundled sample. */
  readonly sample?: boolean
  /** The state folder. */
  readonly state: string
  readonly formats: readonly DataFormat[]
  /** Lists the origin has as html only, or not at all. */
  readonly lists?: DeclaredLists
  readonly concurrency: number
  readonly retries: number
  /** Seconds. */
  readonly deadlines: { readonly connect: number; readonly idle: number; readonly total: number }
  readonly maxBodyBytes: number
  readonly maxListBytes: number
  readonly maxTotalBytes: number
  /** Hours after which nothing more is asked for. */
  readonly maxRunTime?: number | undefined
  readonly maxDatasets: number
  readonly maxDepth: number
  /** Bytes per second a body must bring over the idle deadline. */
  readonly minRate: number
  /** Requests per second at most. */
  readonly rate?: number | undefined
  readonly robots: 'obey' | 'ignore'
  /** Share of the entries of a list or group, and of the copies of datasets, that may go in one run without consent; one always may. */
  readonly removalShare: number
  /** The plans a person accepts, by their ids, with commas between them. */
  readonly acceptRemovals?: string | undefined
  /** Days a withdrawn dataset is held. */
  readonly retain: number | 'forever'
  /** Lists, by their operation, and datasets, by their code, that are whole though they look like one page of several. */
  readonly notPaged: readonly string[]
  /** Answers with status 200 that are refused. */
  readonly refuse: readonly ('errors' | 'mismatches' | 'losses')[]
  readonly userAgent: string
  /** Codes the config names, and the fields it names. */
  readonly codes: readonly DatasetCode[]
  readonly fields: NamedFields
  /** Name and version of the program. */
  readonly tool: string
  readonly signal: AbortSignal
  readonly network?: ClientOptions['network']
  /** The connector's options, e.g. a `lookup` of its own, how to wait between attempts, and the time. */
  readonly connect?: ClientOptions['connect']
  readonly pause?: ClientOptions['pause']
  readonly clock?: ClientOptions['clock']
}

/** What the steps of one crawl share. */
export interface Crawl {
  readonly options: CrawlOptions
  readonly base: BaseAddress
  readonly client: Client
  readonly draft: Draft
  /** The state folder the draft is in: that of the crawl, or a scratch folder. */
  readonly draftState: string
  readonly current: Generation | undefined
  readonly run: CrawlRun
  readonly on: Listener
  readonly now: () => Date
  /** Paths of bodies that are worth reading for whether they are one page of several. */
  readonly mayTellPaging: ReadonlySet<string>
  /** What was noticed on the way and is worth telling. */
  readonly remarks: Problem[]
  /** Ids of the plans that a person accepted and that came up in this run. */
  readonly accepted: Set<string>
  /** Bytes of bodies received so far, after decompression. */
  readonly received: () => number
  /** Frees what the crawl holds and ends its requests, even where the disk refuses the last lines; what is on disk stays for the next run. */
  close(): Promise<void>
}

/** Opens a crawl into the draft of `draftState`, by default that of its own state folder. */
export function openCrawl(
  options: CrawlOptions,
  on: Listener,
  now: () => Date,
  draftState = options.state,
): Crawl {
  // What is held of the bundled sample stays published until this crawl is, and is no earlier state of another service.
  const current = findCurrentOf(options.state, options)
  // The client first: it leaves nothing behind when it cannot be opened.
  const client = openClient({ ...options, connections: options.concurrency })
  const draft = openDraftFor(client, draftState, options.bases, now())
  const base = options.bases[0] as BaseAddress
  const remarks: Problem[] = []
  let received = 0
  // Of what is resumed nobody knows.
  const mayTellPaging = new Set([...draft.resumed.keys(), ...draft.earlier.keys()])
  const context = {
    ...options,
    mayTellPaging,
    client,
    draft,
    current,
    now,
    onBytes(count: number) {
      received += count
      on({ type: 'bytes', count })
    },
    onRemark(representation: Representation, message: string) {
      remarks.push({
        severity: 'warning',
        code: 'unreliable-validators',
        subject: addressOf(base, representation),
        message,
      })
    },
  }
  const run = openRun(context, draftState, base, options.concurrency, on)
  return {
    options,
    base,
    client,
    draft,
    draftState,
    current,
    run,
    on,
    now,
    mayTellPaging,
    remarks,
    accepted: new Set(),
    received: () => received,
    async close() {
      try {
        draft.close()
      } finally {
        await client.close()
      }
    },
  }
}

function openDraftFor(client: Client, state: string, bases: readonly BaseAddress[], now: Date): Draft {
  try {
    return openDraft(state, bases, now, isFreshAt(now))
  } catch (error) {
    void client.close()
    throw error
  }
}

/** What an interrupted run fetched is this run's own for so long, in ms; after that the origin is asked again. */
const FRESH = 6 * 3600 * 1000

// Lists are few and are always fetched again: they may be why the run ended. A time to come is of a clock that was wrong.
function isFreshAt(now: Date): (record: ManifestRecord) => boolean {
  return ({ code, fetchedAt }) => {
    const age = now.getTime() - Date.parse(fetchedAt ?? '')
    return code !== undefined && age >= 0 && age < FRESH
  }
}
