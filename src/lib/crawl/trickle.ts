import { FetchFailure } from './failure.ts'

/** Watches a body that is arriving. */
export interface Trickle {
  /** Bytes that arrived. */
  count(bytes: number): void
  /** Says that we take no bytes, and that we take them again: what does not arrive meanwhile is our own doing. */
  hold(): void
  release(): void
  stop(): void
}

/** Calls `onSlow` when within a window of so many ms, all of which we took bytes in, fewer than `least` arrived. */
export function watchTrickle(window: number, least: number, onSlow: () => void): Trickle {
  let arrived = 0
  let held = false
  let excused = false
  const timer = setInterval(() => {
    if (arrived < least && !excused) onSlow()
    arrived = 0
    excused = held
  }, window)
  return {
    count(bytes) {
      arrived += bytes
    },
    hold() {
      held = true
      excused = true
    },
    release() {
      held = false
    },
    stop: () => clearInterval(timer),
  }
}

/** Bytes that must arrive within every so many ms of a body. */
export interface LeastRate {
  readonly bytes: number
  readonly window: number
}

/** Watches the body of one answer, from the first bytes that are counted on, and says when it is too slow. */
export function watchBody(
  least: LeastRate | undefined,
  address: string,
  onSlow: (failure: FetchFailure) => void,
): Trickle {
  let trickle: Trickle | undefined
  let stopped = least === undefined
  function begin({ bytes, window }: LeastRate): Trickle {
    const rate = Math.round((bytes * 1000) / window)
    const message = `sent less than ${rate} bytes per second (the config key minRate)`
    return watchTrickle(window, bytes, () => onSlow(new FetchFailure('timeout', address, message)))
  }
  return {
    count(bytes) {
      if (!stopped && least !== undefined) trickle ??= begin(least)
      trickle?.count(bytes)
    },
    hold: () => trickle?.hold(),
    release: () => trickle?.release(),
    stop() {
      stopped = true
      trickle?.stop()
    },
  }
}
