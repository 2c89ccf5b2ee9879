/** Limits concurrent operations. Waiting ones enter in order of arrival, retries first. The limit may change at any time. */
export interface Gate {
  /** Number of running operations. */
  readonly busy: number
  enter(again: boolean): Promise<void>
  /** Must follow every `enter`. Also admits waiting operations if the limit has grown. */
  leave(): void
}

export function openGate(limit: () => number): Gate {
  const first: (() => void)[] = []
  const others: (() => void)[] = []
  let busy = 0
  return {
    get busy() {
      return busy
    },
    enter(again) {
      if (busy < limit()) {
        busy++
        return Promise.resolve()
      }
      return new Promise((resolve) => (again ? first : others).push(resolve))
    },
    leave() {
      busy--
      while (busy < limit()) {
        const next = first.shift() ?? others.shift()
        if (next === undefined) return
        busy++
        next()
      }
    },
  }
}
