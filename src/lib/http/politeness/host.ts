import { setTimeout } from 'node:timers/promises'
import { amendFailure, FetchFailure, isPushback } from '../failure.ts'
import {
  type Backoff,
  isClosed,
  isDeferred,
  isOverloaded,
  isUnresponsive,
  NO_BACKOFF,
  noteLasting,
  notePushback,
  noteSilence,
  noteSuccess,
  noteUnavailable,
} from './backoff.ts'
import { type Concurrency, openConcurrency } from './concurrency.ts'

/** The time in ms since the program was started; it never jumps. */
export const runningTime = (): number => performance.now()

/** Waits `ms` milliseconds; rejects with the signal's reason when it is aborted. */
export type Pause = (ms: number, signal: AbortSignal) => Promise<void>

export const sleep: Pause = async (ms, signal) => {
  try {
    await setTimeout(ms, undefined, { signal })
  } catch (error) {
    signal.throwIfAborted()
    throw error
  }
}

interface HostOptions {
  /** Maximum number of concurrent requests. */
  readonly connections: number
  /** Maximum number of retries of one request. */
  readonly retries: number
  /** When the pauses it asked for are longer than this in all, in ms, it gets no more requests. Default: no limit. */
  readonly longestPauses?: number | undefined
  /** The rate limit of the whole run. */
  readonly pacer: Pacer
  readonly signal: AbortSignal
  readonly pause: Pause
  /** The current time in ms, from any starting point. */
  readonly clock: () => number
  /** Called when the host gets no requests for another `ms` milliseconds, because of a failure. */
  readonly onPause?: ((failure: FetchFailure, ms: number) => void) | undefined
}

/** Schedules the requests to one host. */
export interface Host {
  /** Runs one request when it may be sent; retries (`again`) go first. Throws what `act` throws. */
  send<T>(act: () => Promise<T>, address: string, again: boolean): Promise<T>
  /** From now on, sends at most one request in `interval` ms. */
  slowTo(interval: number): void
  /** Whether the host refuses everything, so retries are useless. */
  readonly unresponsive: boolean
  /** Whether it ever answered. */
  readonly reached: boolean
  /** How long it was paused in all, in ms. */
  readonly paused: number
}

export function openHost(options: HostOptions): Host {
  const { connections, pacer, retries, signal, clock } = options
  const own = openPacer(0)
  const concurrency = openConcurrency(connections, clock)
  const health = openHealth(concurrency, options)
  return {
    async send(act, address, again) {
      await concurrency.enter(again)
      let leave = (then: () => void) => then()
      try {
        signal.throwIfAborted()
        health.checkAvailability(address)
        await waitForTurn([pacer, own], () => health.backoff.until, options)
        health.checkAvailability(address)
        const sent = { epoch: health.backoff.epoch, cuts: concurrency.cuts, again }
        try {
          const result = await act()
          health.noteSuccess(sent)
          return result
        } catch (error) {
          // So that the next request to enter is the retry of this one: others would be refused, too.
          leave = setImmediate
          throw error instanceof FetchFailure ? health.noteFailure(error, sent) : error
        }
      } finally {
        leave(concurrency.leave)
      }
    },
    slowTo: own.slowTo,
    get unresponsive() {
      return isUnresponsive(health.backoff, retries)
    },
    get reached() {
      return health.reached
    },
    get paused() {
      return health.backoff.paused
    },
  }
}

/** What the answers of a host so far show about it. */
interface Health {
  readonly backoff: Backoff
  readonly reached: boolean
  /** Throws a FetchFailure if no more requests are sent to the host. */
  checkAvailability(address: string): void
  noteSuccess(sent: Sent): void
  /** Returns the failure to throw: marked, if it concerns one address only. */
  noteFailure(failure: FetchFailure, sent: Sent): FetchFailure
}

function openHealth(
  concurrency: Concurrency,
  { retries, clock, onPause, longestPauses = Number.POSITIVE_INFINITY }: HostOptions,
): Health {
  let backoff = NO_BACKOFF
  let reached = false
  let trouble: FetchFailure | undefined

  function noteAnswer({ epoch }: Sent): void {
    backoff = noteSuccess(backoff, epoch)
    concurrency.noteAnswer()
  }
  function noteTrouble(failure: FetchFailure, { epoch, cuts }: Sent): void {
    const { retryAfter, kind } = failure
    trouble = failure
    if (failure.lasting && !reached) {
      backoff = noteLasting(backoff)
      return
    }
    if (isPushback(failure)) {
      const { until } = backoff
      backoff = notePushback(backoff, { epoch, retryAfter }, clock(), Math.random())
      if (backoff.until > until) onPause?.(failure, backoff.until - clock())
    } else if (kind !== 'cut') backoff = noteSilence(backoff)
    concurrency.noteTrouble(cuts)
  }
  return {
    get backoff() {
      return backoff
    },
    get reached() {
      return reached
    },
    checkAvailability(address) {
      if (isDeferred(backoff, clock())) throw notSent(address, describeDeferral(trouble), false)
      if (backoff.paused > longestPauses)
        throw notSent(address, 'limits requests, and the pauses became too long', false)
      if (!isClosed(backoff, retries)) return
      const why = `failed many times in a row; it ${trouble?.message ?? 'gave no answer'}`
      throw notSent(address, why, trouble?.unconnected)
    },
    noteSuccess(sent) {
      reached = true
      noteAnswer(sent)
    },
    noteFailure(failure, sent) {
      reached ||= failure.status !== undefined
      if (failure.status === 503 && failure.retryAfter === undefined) {
        backoff = noteUnavailable(backoff)
        if (!isOverloaded(backoff, sent.again)) return amendFailure(failure, { single: true })
      }
      if (isPushback(failure) || isTrouble(failure) || (failure.lasting && !reached))
        noteTrouble(failure, sent)
      else noteAnswer(sent)
      return failure
    },
  }
}

/** The state of a host when a request was sent. */
interface Sent {
  readonly epoch: number
  readonly cuts: number
  /** Whether the request is a retry. */
  readonly again: boolean
}

async function waitForTurn(
  pacers: readonly Pacer[],
  pausedUntil: () => number,
  { signal, pause, clock }: HostOptions,
): Promise<void> {
  const waitForPause = async () => {
    for (let seen = -1; pausedUntil() > clock() && pausedUntil() !== seen; ) {
      seen = pausedUntil()
      await pause(seen - clock(), signal)
    }
  }
  if (pausedUntil() > clock()) await waitForPause()
  for (const pacer of pacers) {
    const wait = pacer.reserve(clock())
    if (wait > 0) await pause(wait, signal)
  }
  if (pausedUntil() > clock()) await waitForPause()
}

// Failures that suggest an overloaded host.
function isTrouble({ kind }: FetchFailure): boolean {
  return kind === 'timeout' || kind === 'cut' || kind === 'network'
}

function describeDeferral(trouble: FetchFailure | undefined): string {
  const { message = 'answered', retryAfter = 0 } = trouble ?? {}
  return `${message} and requested a pause of ${Math.round(retryAfter / 1000)} s (Retry-After)`
}

// Another base is tried only if there is no connection to this host.
function notSent(address: string, why: string, unconnected: boolean | undefined): FetchFailure {
  const message = `was not requested: ${new URL(address).host} ${why}`
  return new FetchFailure('network', address, message, { unconnected, unsent: true })
}

/** Spaces requests evenly: at most one per interval. */
export interface Pacer {
  /** Reserves the next slot; returns the ms to wait for it from `now`. */
  reserve(now: number): number
  /** Lengthens the interval for slots not yet reserved. */
  slowTo(interval: number): void
}

/** Opens a pacer with this many ms between requests; 0 is unlimited. */
export function openPacer(interval: number): Pacer {
  let between = interval
  let free = Number.NEGATIVE_INFINITY
  return {
    reserve(now) {
      if (between === 0) return 0
      const at = Math.max(now, free)
      free = at + between
      return at - now
    },
    slowTo(longer) {
      between = Math.max(between, longer)
    },
  }
}

/** Number of retries that every run may make, and the additional share of its requests. */
const FLOOR = 50
const SHARE = 0.1

/** Limits the unsuccessful retries of one run, so an origin that always fails does not get many times the requests. */
interface RequestBudget {
  /** Takes one retry, given the number of requests so far; false if none is left. */
  take(requests: number): boolean
  /** Returns the retries of a request that succeeded in the end. */
  giveBack(retries: number): void
}

export function openBudget(): RequestBudget {
  let taken = 0
  return {
    take(requests) {
      if (taken >= FLOOR + SHARE * requests) return false
      taken++
      return true
    },
    giveBack(retries) {
      taken -= retries
    },
  }
}
