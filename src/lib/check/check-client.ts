import { createHash } from 'node:crypto'
import {
  type ExchangeEnd,
  FetchFailure,
  isTransient,
  type OriginAnswer,
  openHead,
  openTransport,
  retryAfterOf,
  type Transport,
  type TransportOptions,
} from '../http/index.ts'
import type { BaseAddress } from '../interface/index.ts'
import { ExceedsLimit } from '../reading/index.ts'
import type { Chain } from '../snapshot/index.ts'
import { type CheckAnswer, type Given, headerOf, PROBED_BYTES, type Question } from './question.ts'

/** Maximum retries of a request: after a status of a busy host, and after no response or an incomplete one. */
const RETRIES = 3
const RETRIES_WITHOUT_ANSWER = 2
/** Consecutive questions without an answer after which the host counts as gone. */
const MOST_FAILURES = 24
const TOO_MANY = 429
/** Once the pauses that a host asked for are this long in all, in ms, the rest is not requested, because a check must end. */
const LONGEST_PAUSES = 180_000

export interface CheckClientOptions extends Omit<TransportOptions, 'retries' | 'longestPauses'> {
  readonly base: BaseAddress
  readonly userAgent: string
}

/** The site gives no answer, so it cannot be checked. */
export class SiteUnreachable extends Error {
  override name = 'SiteUnreachable'
}

/** Whether the rate limit of the host is the reason for an answer (RFC 6585, 4), so the answer shows nothing about the mirror. */
export function isRefused(answer: CheckAnswer): boolean {
  return answer.kind === 'given' ? answer.status === TOO_MANY : answer.limited === true
}

export type CheckClient = ReturnType<typeof openCheckClient>

/** Asks questions of a site, with the politeness and retries of a crawl. */
export function openCheckClient(options: CheckClientOptions) {
  const { base, userAgent } = options
  const transport = openTransport({ ...options, retries: RETRIES, longestPauses: LONGEST_PAUSES })
  const statistics = openStatistics()
  let failures = 0

  const state = { transport, base, userAgent, statistics }
  return {
    get requests() {
      return transport.requests
    },
    /** Bytes of all bodies, decoded. */
    get bytes() {
      return statistics.bytes
    },
    /** The number of repeated requests by their reason, such as `answered 503`. */
    repeats: statistics.repeats as ReadonlyMap<string, number>,
    /** The content codings that were used in responses so far. */
    codings: statistics.codings as ReadonlySet<string>,
    /** The pauses that the host asked for: their length in ms, and whether that was too long to ask for the rest. */
    get pauses() {
      return pausesOf(state)
    },
    /** Throws {@link SiteUnreachable} if the host no longer answers. */
    async ask(question: Question): Promise<CheckAnswer> {
      const answer = await askRepeatedly(state, question)
      if (answer.kind === 'failed' && answer.limited) return answer
      failures = answer.kind === 'given' && !isRefused(answer) ? 0 : failures + 1
      if (failures < MOST_FAILURES) return answer
      throw goneAfter(
        state,
        `${answer.address} ${answer.kind === 'failed' ? answer.message : `answered ${answer.status}`}`,
      )
    },
    close: () => transport.close(),
  }
}

/** What every request of a client uses. */
interface ClientState {
  readonly transport: Transport
  readonly base: BaseAddress
  readonly userAgent: string
  readonly statistics: ReturnType<typeof openStatistics>
}

// Repeats a request as often as that may help; the last answer counts.
async function askRepeatedly(state: ClientState, question: Question): Promise<CheckAnswer> {
  const { transport, base, statistics } = state
  let last: CheckAnswer | undefined
  const attempt = async (round: number) => {
    last = undefined
    const { answer, failure } = await askOnce(state, question, round > 0)
    last = answer
    statistics.note(answer)
    if (failure !== undefined) throw failure
    return answer
  }
  const rules = {
    retries: ({ kind }: FetchFailure) => (kind === 'status' ? RETRIES : RETRIES_WITHOUT_ANSWER),
    onRetry: () => statistics.noteRepeat(last),
    giveUp: (failure: FetchFailure) =>
      !pausesOf(state).isTooLong && (failure.unsent || transport.hostOf(base).unresponsive)
        ? goneAfter(state, `${failure.address} ${failure.message}`)
        : failure,
  }
  try {
    return await transport.repeat(attempt, rules)
  } catch (error) {
    if (!(error instanceof FetchFailure)) throw error
    const { address, message, unsent } = error
    return last ?? { kind: 'failed', address, message, ...(unsent && { limited: true }) }
  }
}

function pausesOf({ transport, base }: ClientState) {
  const length = transport.hostOf(base).paused
  return { length, isTooLong: length > LONGEST_PAUSES }
}

function goneAfter({ transport, base }: ClientState, what: string): SiteUnreachable {
  return new SiteUnreachable(`${base} no longer answers after ${transport.requests} requests: ${what}.`)
}

function openStatistics() {
  const repeats = new Map<string, number>()
  const codings = new Set<string>()
  let bytes = 0
  return {
    repeats,
    codings,
    get bytes() {
      return bytes
    },
    note(answer: Given): void {
      bytes += answer.bytes
      const coding = headerOf(answer, 'content-encoding')
      if (coding !== undefined) codings.add(coding.trim().toLowerCase())
    },
    noteRepeat(answer: CheckAnswer | undefined): void {
      const reason = reasonOf(answer)
      repeats.set(reason, (repeats.get(reason) ?? 0) + 1)
    },
  }
}

function reasonOf(answer: CheckAnswer | undefined): string {
  if (answer?.kind !== 'given') return 'gave no answer'
  // The error page of a busy host may be longer than the file, so it is not read to its end.
  return answer.problem === undefined || answer.status >= 400
    ? `answered ${answer.status}`
    : 'were incomplete'
}

/** A response to a question, and the failure for which the question may be repeated. */
interface QuestionResult {
  readonly answer: Given
  readonly failure?: FetchFailure
}

/**
 * Sends the request of a question once, without following redirects. Rejects with {@link FetchFailure} if there is no response.
 * `again`: it was sent before.
 */
async function askOnce(
  { transport, base, userAgent }: ClientState,
  question: Question,
  again: boolean,
): Promise<QuestionResult> {
  const { method, headers } = question
  const url = new URL(question.target, base)
  const body = openDigest(question, url.href)
  let given: Given | undefined
  const request = {
    ...{ url, method },
    headers: { 'user-agent': userAgent, 'accept-encoding': 'identity', ...headers },
    open: ({ status }: OriginAnswer) => (method === 'HEAD' || status === 304 ? undefined : body),
  }
  const judge = ({ answer, error }: ExchangeEnd): QuestionResult => {
    if (answer === undefined || (error !== undefined && !(error instanceof FetchFailure)))
      throw withoutBackoff(error)
    const seen = { kind: 'given', address: url.href, ...answer } as const
    given = { ...seen, ...(error === undefined ? body.digest() : { ...NO_BODY, problem: error.message }) }
    const busy = busyFailure(url.href, answer)
    // What is thrown slows the requests to the host.
    if (isTransient(busy)) throw busy
    return error === undefined
      ? { answer: given }
      : { answer: given, failure: new FetchFailure('cut', url.href, error.message) }
  }
  try {
    return await transport.send(request, judge, again)
  } catch (error) {
    if (given === undefined || !(error instanceof FetchFailure)) throw error
    return { answer: given, failure: error }
  }
}

const NO_BODY = { bytes: 0, sha256: '', head: Buffer.alloc(0), tail: Buffer.alloc(0) }

// Hashes a body of any length in bounded memory and keeps its first and last bytes.
function openDigest({ most, keep = PROBED_BYTES, scan: openScan }: Question, address: string) {
  const hash = createHash('sha256')
  const head = openHead(keep)
  const scan = openScan?.()
  let bytes = 0
  let tail = Buffer.alloc(0)
  return {
    write(chunk: Uint8Array) {
      head.write(chunk)
      tail = Buffer.concat([tail, chunk.subarray(-PROBED_BYTES)]).subarray(-PROBED_BYTES)
      bytes += chunk.length
      hash.update(chunk)
      if (bytes > most) throw new FetchFailure('large', address, `sent more than ${most} bytes`)
      try {
        scan?.write(chunk)
      } catch (error) {
        throw error instanceof ExceedsLimit ? new FetchFailure('large', address, error.limit) : error
      }
    },
    digest: () => ({ bytes, sha256: hash.digest('hex'), head: head.bytes(), tail }),
  }
}

// If a host accepts no connections, a crawl pauses for minutes and tries again; a check must not take that long. Without its details,
// the failure causes no pause.
function withoutBackoff(error: unknown): unknown {
  if (!(error instanceof FetchFailure) || !error.unconnected) return error
  return new FetchFailure(error.kind, error.address, error.message, { cause: error })
}

function busyFailure(address: string, answer: OriginAnswer): FetchFailure {
  const { status } = answer
  return new FetchFailure('status', address, `answered ${status}`, {
    status,
    retryAfter: retryAfterOf(answer),
  })
}

export interface CheckOptions extends CheckClientOptions {
  /** How many datasets to check. Default: all. */
  readonly sample?: number | undefined
  /** The seed of the random sample. Default: the generation of the site. */
  readonly seed?: string | undefined
  /** Whether unsupported requirements fail. */
  readonly strict: boolean
  /** Maximum time since the last answer of the origin, in ms. */
  readonly maxAge?: number | undefined
  /** An earlier chain of generations of the site. */
  readonly since?: Chain | undefined
  /** The origin to compare with. */
  readonly against?: BaseAddress | undefined
  readonly now: () => Date
}

/** The progress of a check. */
export interface CheckEvent {
  readonly phase: 'mirror' | 'origin'
  readonly done: number
  readonly total: number
  readonly bytes: number
  /** The address of the question that was finished. */
  readonly address?: string
}
