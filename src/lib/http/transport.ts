import { setMaxListeners } from 'node:events'
import type { LookupFunction } from 'node:net'
import { createSecureContext, getCACertificates } from 'node:tls'
import { Agent, buildConnector, type Dispatcher, EnvHttpProxyAgent, Pool } from 'undici'
import { type Exchange, exchange, type OriginAnswer } from './exchange.ts'
import { FetchFailure, isOfUsedConnection, markOfProxy, markOfUse } from './failure.ts'
import { guardLookup } from './guard-lookup.ts'
import { planRetry } from './politeness/backoff.ts'
import {
  type Host,
  openBudget,
  openHost,
  openPacer,
  type Pacer,
  type Pause,
  runningTime,
  sleep,
} from './politeness/host.ts'

export interface TransportOptions extends DispatcherOptions {
  /** Maximum number of retries of one request. */
  readonly retries: number
  /** Seconds. */
  readonly deadlines: { readonly connect: number; readonly idle: number; readonly total: number }
  /** Minimum bytes per second of a body, averaged over the idle deadline; 0 or undefined: no limit. */
  readonly minRate?: number | undefined
  /** The length of all pauses that a host asks for, in ms, after which it gets no more requests; undefined: no limit. */
  readonly longestPauses?: number | undefined
  /** Maximum requests per second; undefined: no limit. */
  readonly rate?: number | undefined
  readonly signal: AbortSignal
  /** Waits before retries and for a turn. Default: {@link sleep}. */
  readonly pause?: Pause | undefined
  /** The current time in ms, from any starting point. Default: {@link runningTime}. */
  readonly clock?: (() => number) | undefined
  /** Called when a host gets no requests for another `ms` milliseconds, because of a failure. */
  readonly onPause?: ((failure: FetchFailure, ms: number) => void) | undefined
}

/** How an exchange ended: with the head of a response, an error, or both if the body failed. */
export interface ExchangeEnd {
  readonly answer: OriginAnswer | undefined
  /** A {@link FetchFailure}, or the error of the sink. */
  readonly error: unknown
}

/** Why a request is not repeated: `final` it would not help · `unresponsive` its host refuses everything · `budget` too many failed. */
export type GiveUpReason = 'final' | 'unresponsive' | 'budget'

interface RepeatRules {
  /** Maximum number of retries after this failure. Default: that of the transport. */
  readonly retries?: (failure: FetchFailure) => number
  /** Called for each failure that is followed by another attempt. */
  readonly onRetry?: (failure: FetchFailure) => void
  /** Returns the error to throw after the last attempt. */
  readonly giveUp: (failure: FetchFailure, reason: GiveUpReason, attempts: number) => Error
}

/** Sends all requests of one run, each when its host allows it. */
export interface Transport {
  readonly requests: number
  /**
   * Sends one request, follows no redirect, and resolves to what `judge` returns; the host is slowed down after a FetchFailure that
   * `judge` throws. `again`: the request is a retry.
   */
  send<T>(
    request: Pick<Exchange, 'url' | 'method' | 'headers' | 'body' | 'open'>,
    judge: (end: ExchangeEnd) => T,
    again: boolean,
  ): Promise<T>
  /** Calls `attempt`, and again after each FetchFailure as long as that may help. `round` counts from 0. */
  repeat<T>(attempt: (round: number) => Promise<T>, rules: RepeatRules): Promise<T>
  /** Takes one retry from the budget of the run; false if none is left. */
  mayRetry(): boolean
  hostOf(address: string | URL): Host
  close(): Promise<void>
}

/** How many used connections may close on one request before that is a failure. */
const MOST_CLOSED = 3

export function openTransport(options: TransportOptions): Transport {
  const { deadlines, minRate = 0, rate, signal, pause = sleep, clock = runningTime } = options
  const dispatcher = openDispatcher(options)
  const window = deadlines.idle * 1000
  const limits = {
    total: deadlines.total * 1000,
    signal,
    least: minRate > 0 ? { bytes: minRate * deadlines.idle, window } : undefined,
  }
  const hostOf = openHosts(rate, (pacer) => openHost({ ...options, pause, clock, pacer }))
  const budget = openBudget()
  let requests = 0
  // One listener per pending request: the default limit of ten would warn about a leak.
  setMaxListeners(0, signal)

  const mayRetry = () => budget.take(requests)
  // The wait before the next attempt in ms, or why there is none.
  function planNext(failure: FetchFailure, attempt: number, retries: number): number | GiveUpReason {
    const host = hostOf(failure.address)
    if (failure.unsent || (failure.lasting && !host.reached)) return 'final'
    const wait = planRetry(failure, attempt, retries, Math.random())
    if (wait === undefined) return 'final'
    if (host.unresponsive) return 'unresponsive'
    return mayRetry() ? wait : 'budget'
  }
  return {
    get requests() {
      return requests
    },
    async send(request, judge, again) {
      for (let closed = 0; ; closed++) {
        const act = async () => {
          requests++
          const end = await endOf(dispatcher, { ...request, ...limits })
          return closed < MOST_CLOSED && isOfUsedConnection(end.error) ? undefined : { judged: judge(end) }
        }
        const answer = await hostOf(request.url).send(act, request.url.href, again || closed > 0)
        if (answer !== undefined) return answer.judged
      }
    },
    async repeat(attempt, { retries = () => options.retries, onRetry, giveUp }) {
      for (let round = 0; ; round++) {
        try {
          const result = await attempt(round)
          budget.giveBack(round)
          return result
        } catch (error) {
          if (!(error instanceof FetchFailure)) throw error
          const next = planNext(error, round + 1, retries(error))
          if (typeof next === 'string') throw giveUp(error, next, round + 1)
          onRetry?.(error)
          if (next > 0) await pause(next, signal)
        }
      }
    },
    mayRetry,
    hostOf,
    close: () => dispatcher.destroy(),
  }
}

// All hosts of a run share its rate limit.
function openHosts(rate: number | undefined, open: (pacer: Pacer) => Host): (address: string | URL) => Host {
  const pacer = openPacer(rate === undefined ? 0 : 1000 / rate)
  const hosts = new Map<string, Host>()
  return (address) => {
    const name = (typeof address === 'string' ? new URL(address) : address).host
    const host = hosts.get(name) ?? open(pacer)
    hosts.set(name, host)
    return host
  }
}

async function endOf(dispatcher: Dispatcher, ask: Exchange): Promise<ExchangeEnd> {
  let answer: OriginAnswer | undefined
  const open = (head: OriginAnswer) => {
    answer = head
    return ask.open(head)
  }
  try {
    await exchange(dispatcher, { ...ask, open })
    return { answer, error: undefined }
  } catch (error) {
    return { answer, error }
  }
}

/** Maximum size of response headers, in bytes. */
const MOST_HEADERS = 64 * 1024

/** The addresses of the proxies. */
export interface Proxies {
  /** For http and for https addresses. Undefined: direct connection. */
  readonly http?: string | undefined
  readonly https?: string | undefined
  /** Hosts with direct connections, in the notation of `NO_PROXY`. */
  readonly except: string
}

/** The network settings of this machine. */
export interface Network {
  readonly proxies?: Proxies | undefined
  /** Additional trusted certificate authorities, in PEM. */
  readonly authorities?: readonly string[] | undefined
}

interface DispatcherOptions {
  /** Maximum connections to one host. */
  readonly connections: number
  /** Seconds. */
  readonly deadlines: { readonly connect: number; readonly idle: number }
  /** Options of the connector for direct connections, e.g. a `lookup` function. */
  readonly connect?: buildConnector.BuildOptions | undefined
  readonly network?: Network | undefined
}

/**
 * Opens the dispatcher of every HTTP client of this program. Names are resolved through {@link guardLookup}; behind a proxy, the proxy
 * resolves them.
 *
 * HTTP/1.1 only: with HTTP/2, undici does not compare bodies with their Content-Length, and all requests would share one connection instead
 * of using as many as are allowed.
 */
function openDispatcher({ connections, deadlines, connect, network = {} }: DispatcherOptions): Dispatcher {
  const { proxies, authorities = [] } = network
  const connector = {
    timeout: deadlines.connect * 1000,
    allowH2: false,
    ...(authorities.length > 0 && { secureContext: trusting(authorities) }),
  }
  const limits = {
    allowH2: false,
    connections,
    maxHeaderSize: MOST_HEADERS,
    headersTimeout: deadlines.idle * 1000,
    bodyTimeout: deadlines.idle * 1000,
  }
  const lookup = connect && 'lookup' in connect ? (connect.lookup as LookupFunction) : undefined
  const direct = {
    ...limits,
    connect: keepingFirstError(buildConnector({ ...connector, ...connect, lookup: guardLookup(lookup) })),
  }
  if (proxies === undefined) return new Agent(direct)
  return new EnvHttpProxyAgent({
    ...direct,
    httpProxy: proxies.http ?? '',
    httpsProxy: proxies.https ?? proxies.http ?? '',
    noProxy: proxies.except,
    requestTls: connector,
    proxyTls: connector,
    // Without this, requests forwarded without a tunnel would have none of these limits.
    factory: (origin, options) =>
      new Pool(origin, { ...limits, ...(`${origin}` === proxies.http ? toProxy(options) : options) }),
    // A tunnel that cannot be opened is reported like a failed connection.
    clientFactory: (proxy, options) =>
      new Pool(proxy, { ...limits, ...toProxy(options), headersTimeout: connector.timeout }),
  })
}

// The options of connections to a proxy, which mark their errors.
function toProxy(options: object): object {
  const { connect } = options as { connect: buildConnector.connector }
  const marking: buildConnector.connector = (to, done) =>
    connect(to, (...[error, socket]) => (error ? done(markOfProxy(error), null) : done(null, socket)))
  return { ...options, connect: marking }
}

// One context for all connections, because parsing the default authorities is slow. They include those of NODE_EXTRA_CA_CERTS.
function trusting(authorities: readonly string[]) {
  return createSecureContext({ ca: [...getCACertificates('default'), ...authorities] })
}

// A server that requires a client certificate says so after the handshake (RFC 8446, 4.4.2.4) and closes the connection; undici would
// report only the close. The bytes of a handshake do not count as read.
function keepingFirstError(connect: buildConnector.connector): buildConnector.connector {
  return (options, done) =>
    connect(options, (...[error, socket]) => {
      if (error) return done(error, null)
      socket.on('error', (fault) => {
        if (socket.bytesRead > 0) markOfUse(fault)
        socket.destroy()
      })
      done(null, socket)
    })
}
