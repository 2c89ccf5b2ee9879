import { type Level, PROMISE_NAMES, PROMISES, type PromiseName } from './promise.ts'
import type { Example, Tally } from './tally.ts'

/**
 * `holds` · `broken` · `cannot` the host does not do it, and breaks nothing by that · `unasked` nothing of the site has to do with it.
 */
export type Outcome = 'holds' | 'broken' | 'cannot' | 'unasked'

export interface Settled {
  readonly promise: PromiseName
  readonly meaning: string
  readonly level: Level
  readonly outcome: Outcome
  /** How often it was looked for, and how often it did not hold. */
  readonly asked: number
  readonly failed: number
  readonly examples: readonly Example[]
}

/** A host that looks at queries follows the mirror's rules and is held to them; a plain one is not. */
export type HostKind = 'rules' | 'plain'

/** What became of every promise. `strict`: what the host cannot do is broken too. */
export function settle(tally: Tally, strict: boolean): { host: HostKind; promises: Settled[] } {
  const host = tally.count('query').held > 0 ? 'rules' : 'plain'
  const promises = PROMISE_NAMES.map((promise): Settled => {
    const { held, lacked, wrong, examples } = tally.count(promise)
    const { level, meaning } = PROMISES[promise]
    const owed = strict || level === 'must' || (level === 'rule' && host === 'rules')
    const failed = lacked + wrong
    const outcome =
      held + failed === 0 ? 'unasked' : failed === 0 ? 'holds' : wrong > 0 || owed ? 'broken' : 'cannot'
    return { promise, meaning, level, outcome, asked: held + failed, failed, examples }
  })
  return { host, promises }
}
