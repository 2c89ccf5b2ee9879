import { setMaxListeners } from 'node:events'
import type { Dispatcher } from 'undici'
import { type DispatcherOptions, openDispatcher } from './dispatcher.ts'
import { type Exchange, exchange, type OriginAnswer } from './exchange.ts'
import { FetchFailure } from './failure.ts'
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
    send(request, judge, again) {
      const act = async () => {
        requests++
        return judge(await endOf(dispatcher, { ...request, ...limits }))
      }
      return hostOf(request.url).send(act, request.url.href, again)
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
