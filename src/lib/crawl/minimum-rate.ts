import { FetchFailure } from './failure.ts'

/** Watches a body that is arriving. */
export interface RateWatch {
  /** Bytes that arrived. */
  count(bytes: number): void
  /** Says that we take no bytes, and that we take them again: what does not arrive meanwhile is our own doing. */
  hold(): void
  release(): void
  stop(): void
}

/** Calls `onSlow` when within a window of so many ms, all of which we took bytes in, fewer than `least` arrived. */
export function watchRate(window: number, least: number, onSlow: () => void): RateWatch {
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
): RateWatch {
  let watch: RateWatch | undefined
  let stopped = least === undefined
  function begin({ bytes, window }: LeastRate): RateWatch {
    const rate = Math.round((bytes * 1000) / window)
    const message = `sent less than ${rate} bytes per second (the config key minRate)`
    return watchRate(window, bytes, () => onSlow(new FetchFailure('timeout', address, message)))
  }
  return {
    count(bytes) {
      if (!stopped && least !== undefined) watch ??= begin(least)
      watch?.count(bytes)
    },
    hold: () => watch?.hold(),
    release: () => watch?.release(),
    stop() {
      stopped = true
      watch?.stop()
    },
  }
}
