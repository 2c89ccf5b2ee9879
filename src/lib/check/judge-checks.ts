import { type Level, PROMISE_NAMES, PROMISES, type PromiseName } from './promise.ts'
import type { Example, ReportBuilder } from './report.ts'

/**
 * `holds` · `broken` · `cannot` the host does not do it, and breaks nothing by that · `unchecked` the host took no more requests ·
 * `unasked` nothing of the site has to do with it.
 */
export type CheckOutcome = 'holds' | 'broken' | 'cannot' | 'unchecked' | 'unasked'

export interface Settled {
  readonly promise: PromiseName
  readonly meaning: string
  readonly level: Level
  readonly outcome: CheckOutcome
  /** How often it was looked for, and how often it did not hold. */
  readonly asked: number
  readonly failed: number
  readonly examples: readonly Example[]
}

/** A host that looks at queries follows the mirror's rules and is held to them; a plain one is not. */
export type HostKind = 'rules' | 'plain'

/**
 * What became of every promise. `strict`: what the host cannot do is broken too. `rules`: the site was made ready for hosts with rules
 * only, so that this is one, whatever it does.
 */
export function settle(
  tally: ReportBuilder,
  { strict, rules }: { readonly strict: boolean; readonly rules: boolean },
): { host: HostKind; promises: Settled[] } {
  const host = tally.count('query').held > 0 ? 'rules' : 'plain'
  const promises = PROMISE_NAMES.map((promise): Settled => {
    const { held, lacked, wrong, refused, examples } = tally.count(promise)
    const { level, meaning } = PROMISES[promise]
    const owed = strict || level === 'must' || (level === 'rule' && (rules || host === 'rules'))
    const broken = wrong > 0 || (lacked > 0 && owed)
    const asked = held + lacked + wrong + refused
    const outcome = broken
      ? 'broken'
      : refused > 0
        ? 'unchecked'
        : lacked > 0
          ? 'cannot'
          : held > 0
            ? 'holds'
            : 'unasked'
    return { promise, meaning, level, outcome, asked, failed: asked - held, examples }
  })
  return { host, promises }
}
