import { openGate } from './gate.ts'
import { cutLimit, firstLimit, judgeWindow, windowOf } from './limit.ts'

/** Limits the concurrent requests to one host, and adapts the limit to its throughput. */
export interface Concurrency {
  /** Resolves when a request may be sent; retries (`again`) go first. */
  enter(again: boolean): Promise<void>
  /** Must follow every `enter`. */
  leave(): void
  /** How often the limit was cut so far. */
  readonly cuts: number
  /** Cuts the limit, unless it was already cut since the request was sent, at `cutsThen`. */
  noteTrouble(cutsThen: number): void
  /** Counts an answer for the throughput. */
  noteAnswer(): void
}

/** `most` is the highest limit; `clock` gives the time in ms. */
export function openConcurrency(most: number, clock: () => number): Concurrency {
  let limit = firstLimit(most)
  let cuts = 0
  let window = { since: 0, done: 0 }
  const gate = openGate(() => limit.now)
  return {
    enter: gate.enter,
    leave: gate.leave,
    get cuts() {
      return cuts
    },
    noteTrouble(cutsThen) {
      window = { since: clock(), done: 0 }
      if (cutsThen !== cuts) return
      cuts++
      limit = cutLimit(limit)
    },
    // A window counts only while most slots are taken: otherwise it measures the demand.
    noteAnswer() {
      const full = gate.busy >= limit.now * 0.75
      window = full ? { ...window, done: window.done + 1 } : { since: clock(), done: 0 }
      if (window.done < windowOf(limit)) return
      limit = judgeWindow(limit, window.done / Math.max(1e-3, clock() - window.since), most)
      window = { since: clock(), done: 0 }
    },
  }
}
