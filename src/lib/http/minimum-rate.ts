import { FetchFailure } from './failure.ts'

/** Measures the transfer rate of a body. */
interface RateWatch {
  /** Counts bytes that arrived. */
  count(bytes: number): void
  /** Marks the time in which we accept no bytes: what does not arrive meanwhile is not the origin's fault. */
  pause(): void
  resume(): void
  stop(): void
}

/** Calls `onSlow` when fewer than `least` bytes arrived in a window of `window` ms, throughout which we accepted bytes. */
export function watchRate(window: number, least: number, onSlow: () => void): RateWatch {
  let arrived = 0
  let isPaused = false
  let excused = false
  const timer = setInterval(() => {
    if (arrived < least && !excused) onSlow()
    arrived = 0
    excused = isPaused
  }, window)
  return {
    count(bytes) {
      arrived += bytes
    },
    pause() {
      isPaused = true
      excused = true
    },
    resume() {
      isPaused = false
    },
    stop: () => clearInterval(timer),
  }
}

/** Minimum bytes of a body within each window of so many ms. */
export interface LeastRate {
  readonly bytes: number
  readonly window: number
}

/** Watches the transfer rate of one body, starting with its first bytes. */
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
    pause: () => watch?.pause(),
    resume: () => watch?.resume(),
    stop() {
      stopped = true
      watch?.stop()
    },
  }
}
