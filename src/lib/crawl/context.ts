import { renameSync, rmSync, statSync, utimesSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Settings } from '../config/index.ts'
import { quoteForeign } from '../http/index.ts'
import { addressOf, type BaseAddress, type Representation } from '../interface/index.ts'
import type { ByteSource } from '../reading/index.ts'
import { findPublishedFile, hasSum } from '../site/published.ts'
import {
  copyAsNew,
  type Draft,
  type FileRecord,
  type Generation,
  isLostFile,
  layout,
  type ManifestRecord,
  makeFolder,
  openDraft,
  type Problem,
  warning,
} from '../snapshot/index.ts'
import { type Client, type ClientOptions, openClient } from './client.ts'
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
  const client = openClient({ ...options, connections: options.concurrency })
  const draft = openDraftFor(client, draftState, owner, now())
  const base = options.bases[0] as BaseAddress
  const remarks: Problem[] = []
  const current = mendable(options, draftState, remarks)
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

function mendable(
  { current, published }: CrawlOptions,
  state: string,
  remarks: Problem[],
): Generation | undefined {
  if (current === undefined) return undefined
  const readable = { ...current, source: (path: string) => upToLost(current.source(path)) }
  if (published === undefined) return readable
  return withMending(readable, { site: published, state, onMended: (problem) => remarks.push(problem) })
}

// What the disk cannot read any more is like a copy that was cut there.
function upToLost(source: ByteSource): ByteSource {
  return function* () {
    try {
      yield* source()
    } catch (error) {
      if (!isLostFile(error)) throw error
    }
  }
}

/** So many values are reported; an origin may send another one with each answer. */
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

function openDraftFor(client: Client, state: string, owner: readonly string[], now: Date): Draft {
  try {
    return openDraft(state, owner, now, isFreshAt(now))
  } catch (error) {
    void client.close()
    throw error
  }
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

/** Where damaged files of a generation may be copied from, and what is reported then. */
interface Mending {
  /** The folder of the published site. It may be absent, damaged, or of another generation. */
  readonly site: string
  /** The state folder in whose draft a file is received. */
  readonly state: string
  onMended(problem: Problem): void
}

/**
 * A generation whose damaged files are replaced by those of the published site that have the recorded length and checksum. The caller has
 * the lock of its state folder.
 */
function withMending(generation: Generation, { site, state, onMended }: Mending): Generation {
  return {
    ...generation,
    mend(record) {
      const published = join(site, record.path)
      const size = findPublishedFile(published)?.size
      if (record.sha256 === undefined || size !== record.bytes || !hasSum(published, record.sha256))
        return false
      const part = join(layout.incoming(state), 'mended')
      const file = join(generation.folder, record.path)
      rmSync(part, { force: true })
      copyAsNew(published, part)
      // The site may have been replaced since.
      if (!hasSum(part, record.sha256)) return false
      const changedAt = new Date(record.changedAt ?? 0)
      utimesSync(part, changedAt, changedAt)
      clearPlace(generation.folder, record.path)
      makeFolder(dirname(file))
      renameSync(part, file)
      onMended(describeMended(record))
      return true
    },
  }
}

/** Removes a file in the place of a folder above the file with this path, and a folder in its own place. */
function clearPlace(folder: string, path: string): void {
  const names = path.split('/')
  for (let depth = 1; depth < names.length; depth++) {
    const parent = join(folder, ...names.slice(0, depth))
    if (!statSync(parent, { throwIfNoEntry: false })?.isDirectory()) rmSync(parent, { force: true })
  }
  rmSync(join(folder, path), { recursive: true, force: true })
}

function describeMended({ path, address = path, format }: FileRecord & Partial<ManifestRecord>): Problem {
  const message =
    'Its copy in the state folder was damaged or missing. It was replaced by the published one, which has the recorded checksum. Check the disk of the state folder.'
  return warning('mended-copy', address, message, format && { format })
}
