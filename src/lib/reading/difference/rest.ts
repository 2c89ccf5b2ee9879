import type { Events } from '../events.ts'
import { isCountName } from '../find/beside.ts'
import { canonicalText, isPassing } from './canonical.ts'
import { Fingerprint } from './fingerprint.ts'

/** The fingerprint of everything that `emit` sends, except times, tokens and totals: equal ones, the same contents. */
export function fingerprintRest(emit: (events: Events) => void): string {
  const print = new Fingerprint().start()
  emit({
    open: (step, kind) => void print.add(step).add(kind),
    close: () => void print.add(null),
    scalar(step, value) {
      const text = canonicalText(value)
      const passes = text !== null && (isPassing(text) || isCountName(step))
      print.add(step).add(passes ? '' : text)
    },
  })
  const { high, low } = print.finish()
  return `${high} ${low}`
}
