import { setTimeout } from 'node:timers/promises'
import { FetchFailure, isPushback } from '../failure.ts'
import {
  isClosed,
  isDeferred,
  isUnresponsive,
  NO_BACKOFF,
  noteLasting,
  notePushback,
  noteSilence,
  noteSuccess,
} from './backoff.ts'
import { type Gate, openGate } from './gate.ts'
import { cutLimit, firstLimit, judgeWindow, windowOf } from './limit.ts'
import { openPacer, type Pacer } from './pacer.ts'

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
  /** The rate limit of the whole run. */
  readonly pacer: Pacer
  readonly signal: AbortSignal
  readonly pause: Pause
  /** The current time in ms, from any starting point. */
  readonly clock: () => number
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
}

export function openHost({ connections, retries, pacer, signal, pause, clock }: HostOptions): Host {
  const own = openPacer(0)
  const paces = [pacer, own]
  const gate: Gate = openGate(() => limit.now)
  let limit = firstLimit(connections)
  let backoff = NO_BACKOFF
  let cuts = 0
  let window = { since: 0, done: 0 }
  let reached = false
  let trouble: FetchFailure | undefined

  async function waitForPause(): Promise<void> {
    for (let seen = -1; backoff.until > clock() && backoff.until !== seen; ) {
      seen = backoff.until
      await pause(backoff.until - clock(), signal)
    }
  }
  async function waitForTurn(): Promise<void> {
    if (backoff.until > clock()) await waitForPause()
    for (const pace of paces) {
      const wait = pace.reserve(clock())
      if (wait > 0) await pause(wait, signal)
    }
    if (backoff.until > clock()) await waitForPause()
  }
  function checkAvailability(address: string): void {
    if (isDeferred(backoff, clock())) throw notSent(address, describeDeferral(trouble), false)
    if (isClosed(backoff, retries))
      throw notSent(
        address,
        `${trouble?.message ?? 'gave no answer'}, many times in a row`,
        trouble?.unconnected,
      )
  }
  function noteTrouble(cutsThen: number): void {
    window = { since: clock(), done: 0 }
    if (cutsThen !== cuts) return
    cuts++
    limit = cutLimit(limit)
  }
  // A window counts only while all slots are busy; otherwise it measures the demand, not the host.
  function noteThroughput(): void {
    const full = gate.busy >= limit.now * 0.75
    window = full ? { ...window, done: window.done + 1 } : { since: clock(), done: 0 }
    if (window.done < windowOf(limit)) return
    limit = judgeWindow(limit, window.done / Math.max(1e-3, clock() - window.since), connections)
    window = { since: clock(), done: 0 }
  }
  function note(error: unknown, sent: { epoch: number; cuts: number }): void {
    if (error !== undefined && !(error instanceof FetchFailure)) return
    reached ||= error === undefined || error.status !== undefined
    if (error?.lasting && !reached) {
      trouble = error
      backoff = noteLasting(backoff)
      return
    }
    if (error !== undefined && isPushback(error)) {
      trouble = error
      backoff = notePushback(
        backoff,
        { epoch: sent.epoch, retryAfter: error.retryAfter },
        clock(),
        Math.random(),
      )
      return noteTrouble(sent.cuts)
    }
    if (error !== undefined && isTrouble(error)) {
      trouble = error
      if (error.kind !== 'cut') backoff = noteSilence(backoff)
      return noteTrouble(sent.cuts)
    }
    backoff = noteSuccess(backoff, sent.epoch)
    noteThroughput()
  }
  return {
    async send(act, address, again) {
      await gate.enter(again)
      try {
        signal.throwIfAborted()
        checkAvailability(address)
        await waitForTurn()
        checkAvailability(address)
        const sent = { epoch: backoff.epoch, cuts }
        try {
          const result = await act()
          note(undefined, sent)
          return result
        } catch (error) {
          note(error, sent)
          throw error
        }
      } finally {
        gate.leave()
      }
    },
    slowTo: own.slowTo,
    get unresponsive() {
      return isUnresponsive(backoff, retries)
    },
    get reached() {
      return reached
    },
  }
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
