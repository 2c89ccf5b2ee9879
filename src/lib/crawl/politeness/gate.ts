/** Lets so many in at once as its limit says at that moment, in the order they came, those that were in before ahead. */
export interface Gate {
  /** How many are in. */
  readonly busy: number
  enter(again: boolean): Promise<void>
  /** Must follow every `enter`. Also lets in whom a grown limit has room for. */
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
