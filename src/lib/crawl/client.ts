import { isIP } from 'node:net'
import {
  amendFailure,
  FetchFailure,
  followRedirects,
  type GiveUpReason,
  isPushback,
  MOST_REDIRECTS,
  type OriginAnswer,
  openBudget,
  openRobotsGuard,
  openTransport,
  runningTime,
  type Transport,
  type TransportOptions,
} from '../http/index.ts'
import {
  addressOf,
  type BaseAddress,
  hostForms,
  parseBaseAddress,
  withoutSession,
} from '../interface/index.ts'
import { type ByteLimits, type FetchRequest, openByteMeter, sendRequest } from './request.ts'

export type { Pause } from '../http/index.ts'
export type { FetchRequest } from './request.ts'

const HOUR = 3_600_000

export interface ClientOptions extends TransportOptions, ByteLimits {
  /** Base addresses of the interface, in the order they are tried. */
  readonly bases: readonly BaseAddress[]
  readonly userAgent: string
  /** Hours after which no further request is sent. Default: no limit. */
  readonly maxRunTime?: number | undefined
  /** Whether robots.txt is obeyed. Default: `obey`. */
  readonly robots?: 'obey' | 'ignore' | undefined
  /** How many runs send requests at the same time, so a pause that robots.txt asks for applies to all of them. Default: 1. */
  readonly processes?: number | undefined
}

export type FetchResult = OriginAnswer & { readonly address: string }

/**
 * An HTTP client that returns accepted answers only: a complete body that was written to the sink (200), or the confirmation that the
 * stored copy is current (304).
 */
export interface Client {
  get(request: FetchRequest): Promise<FetchResult>
  /** Requests made so far, including retries, redirects and robots.txt. */
  readonly requests: number
  /** Sentences about how the run slowed its requests, for the manifest. */
  readonly notices: readonly string[]
  /** Aborts requests in flight and pending retries. */
  close(): Promise<void>
}

/** Opens a client. It handles politeness, retries, redirects and deadlines; its errors are {@link FetchFailure}s. */
export function openClient(options: ClientOptions): Client {
  const { userAgent } = options
  const closed = new AbortController()
  const time = openRunTime(options.maxRunTime, options.clock)
  const signal = AbortSignal.any([options.signal, closed.signal, time.over])
  const transport = openTransport({ ...options, signal })
  const guard =
    options.robots === 'ignore' ? undefined : openRobotsGuard(transport, userAgent, options.processes)
  const bases = openBases(options.bases)
  const meter = openByteMeter(options)
  const requestContext = { transport, meter, bases: options.bases, userAgent }

  async function tryBase(request: FetchRequest, base: BaseAddress, again: boolean): Promise<FetchResult> {
    const first = new URL(addressOf(base, request.representation))
    let last = first
    const found = await followRedirects(first, async (url) => {
      last = url
      if (time.isOver()) throw unsent(url.href, `was not requested: ${time.described}`)
      signal.throwIfAborted()
      meter.check(url.href)
      const answer = await putInTime(request, url, again)
      return answer instanceof URL ? answer : { ...answer, address: withoutSession(url.href) }
    })
    return found ?? failAtRedirects(first, last)
  }
  async function putInTime(request: FetchRequest, url: URL, again: boolean): Promise<OriginAnswer | URL> {
    try {
      await guard?.check(url, again)
      return await sendRequest(requestContext, request, url, again)
    } catch (error) {
      time.ignore(error)
      throw unsent(url.href, `was aborted: ${time.described}`)
    }
  }
  async function get(request: FetchRequest): Promise<FetchResult> {
    let before: FetchFailure | undefined
    const attempt = (round: number) =>
      tryBases(bases, round, transport.mayRetry, (base) => tryBase(request, base, round > 0))
    try {
      return await transport.repeat(attempt, { giveUp, onRetry: (failure) => (before = failure) })
    } catch (error) {
      // If the time limit ends the retries, the failure before it is reported.
      if (before === undefined || !time.isOver()) throw error
      if (!(error instanceof FetchFailure)) time.ignore(error)
      throw withoutRetry(before, time.described)
    }
  }
  return {
    get: orInFull(get, transport),
    get requests() {
      return transport.requests
    },
    notices: guard?.notices ?? [],
    async close() {
      time.close()
      closed.abort(new Error('The client is closed.'))
      await transport.close()
    },
  }
}

function failAtRedirects(first: URL, last: URL): never {
  const where = last.href === first.href ? ' to itself, as if it required cookies, which are not sent' : ''
  throw new FetchFailure('redirect', first.href, `redirects more than ${MOST_REDIRECTS} times${where}`)
}

interface RunTime {
  isOver(): boolean
  /** Aborts within a second after the limit. */
  readonly over: AbortSignal
  /** Why nothing is requested after the limit, as a clause. */
  readonly described: string
  /** Rethrows an error, unless it is the reason of `over`. */
  ignore(error: unknown): void
  close(): void
}

// Polled every second, because timers of Node.js cannot run longer than 24 days.
function openRunTime(hours = Number.POSITIVE_INFINITY, clock = runningTime): RunTime {
  const began = clock()
  const controller = new AbortController()
  const isOver = () => clock() - began >= hours * HOUR
  const described = `the run reached its time limit of ${hours} h (the config key maxRunTime)`
  const timer = setInterval(() => isOver() && controller.abort(new Error(described)), 1000).unref()
  const ignore = (error: unknown) => {
    if (error !== controller.signal.reason) throw error
  }
  return { isOver, over: controller.signal, described, ignore, close: () => clearInterval(timer) }
}

function unsent(address: string, message: string): FetchFailure {
  return new FetchFailure('timeout', address, message, { unsent: true, facts: { setting: 'maxRunTime' } })
}

/**
 * Tries one base after the other. The next configured base is tried after a failed connection, a 5xx answer, or for a host in backoff; a
 * base that is not configured only after failed connections. Gives the failure of a configured base, preferably of one that answered.
 */
async function tryBases(
  bases: Bases,
  round: number,
  mayRetry: () => boolean,
  tryBase: (base: BaseAddress) => Promise<FetchResult>,
): Promise<FetchResult> {
  const named = bases.order(round)
  let reported: FetchFailure | undefined
  for (const base of [...named, ...bases.lastResorts.filter((one) => !named.includes(one))]) {
    const isNamed = !bases.lastResorts.includes(base)
    const mayGoOn =
      reported === undefined ||
      reported.unconnected ||
      (isNamed && (reported.unsent || (isBroken(reported) && mayRetry())))
    if (!mayGoOn) break
    try {
      const found = await tryBase(base)
      bases.note(base, undefined)
      return found
    } catch (error) {
      if (!(error instanceof FetchFailure)) throw error
      bases.note(base, error)
      if (reported === undefined || (reported.unconnected && named.includes(base))) reported = error
    }
  }
  throw reported
}

function isBroken({ status = 0 }: FetchFailure): boolean {
  return status >= 500
}

/** Statuses of servers that fail at validators, also at those they gave. */
const REFUSES_VALIDATORS = new Set([400, 412, 500])

// Requests a document without validators if these may be why it failed: there is such a status, or no body where a 304 may be meant. Such
// retries have a budget of their own.
function orInFull(get: Client['get'], transport: Transport): Client['get'] {
  const budget = openBudget()
  const mayBeOfValidators = ({ kind, status = 0, evidence }: FetchFailure) =>
    kind === 'status' ? REFUSES_VALIDATORS.has(status) : kind === 'cut' && evidence === undefined
  return async (request) => {
    const { etag, lastModified, ...bare } = request
    if (etag === undefined && lastModified === undefined) return get(request)
    try {
      return await get(request)
    } catch (error) {
      if (!(error instanceof FetchFailure && mayBeOfValidators(error))) throw error
      if (!budget.take(transport.requests)) throw error
      const found = await get(bare)
      if (found.status === 304) throw error
      budget.giveBack(1)
      return found
    }
  }
}

function giveUp(failure: FetchFailure, reason: GiveUpReason): FetchFailure {
  if (reason === 'budget') return withoutRetry(failure, 'too many requests of this run failed')
  return reason === 'unresponsive' && isPushback(failure)
    ? withoutRetry(failure, 'its host refuses every request')
    : failure
}

function withoutRetry(failure: FetchFailure, why: string): FetchFailure {
  return amendFailure(failure, { message: `${failure.message}, and was not requested again: ${why}` })
}

/**
 * Weighted number of consecutive faults after which a base is tried last: two failed connections (or a host in backoff), or five 5xx
 * answers.
 */
const MOST_FAULTS = 10
const UNCONNECTED = 5
const BROKEN = 2
/** Each time this many requests were sent, bases that were moved to the end are tried in their normal order again. */
const ANOTHER_CHANCE = 100

/** The base addresses of one service, and how reliable each has been. */
interface Bases {
  /**
   * The bases in the order to try them in this round, unreliable ones last. Addresses that are not configured appear only once they have
   * worked.
   */
  order(round: number): readonly BaseAddress[]
  /** Addresses that are not configured, tried only when no configured one accepts connections. */
  readonly lastResorts: readonly BaseAddress[]
  /** Records the outcome of one request. */
  note(base: BaseAddress, failure: FetchFailure | undefined): void
}

function openBases(named: readonly BaseAddress[]): Bases {
  const lastResorts = findLastResorts(named)
  const faults = new Map<BaseAddress, number>()
  const proven = new Set<BaseAddress>()
  let asked = 0
  const isBehind = (base: BaseAddress) => (faults.get(base) ?? 0) >= MOST_FAULTS

  return {
    lastResorts,
    order(round) {
      const turned = [...named.slice(round % named.length), ...named.slice(0, round % named.length)]
      const all = [...turned, ...lastResorts.filter((base) => proven.has(base))]
      if (++asked % ANOTHER_CHANCE === 0) return all
      return [...all.filter((base) => !isBehind(base)), ...all.filter(isBehind)]
    },
    note(base, failure) {
      const fault = faultOf(failure)
      faults.set(base, fault === 0 ? 0 : (faults.get(base) ?? 0) + fault)
      if (failure === undefined) proven.add(base)
    },
  }
}

// 0 for every outcome that is not a fault of the base.
function faultOf(failure: FetchFailure | undefined): number {
  if (failure?.unconnected || failure?.unsent) return UNCONNECTED
  return (failure?.status ?? 0) >= 500 ? BROKEN : 0
}

/** The other host form (with or without `www`) of each base with a domain name, unless both are configured. */
export function findLastResorts(named: readonly BaseAddress[]): BaseAddress[] {
  const hosts = new Set(named.map((base) => new URL(base).hostname))
  const others = named.flatMap((base) => {
    const url = new URL(base)
    if (!isDomain(url.hostname)) return []
    const [bare, www] = hostForms(url.hostname)
    url.hostname = url.hostname === bare ? www : bare
    return hosts.has(url.hostname) || !isDomain(bare) ? [] : [parseBaseAddress(url.href)]
  })
  return [...new Set(others)]
}

// Neither an IP address nor a local name: a single label, or a name below localhost.
function isDomain(hostname: string): boolean {
  const bare = hostname.replace(/^\[|\]$/g, '')
  return isIP(bare) === 0 && hostname.includes('.') && !/(^|\.)localhost\.?$/.test(hostname)
}
