import { type Level, PROMISE_NAMES, PROMISES, type PromiseName } from './promise.ts'
import type { Count, Example, ReportBuilder } from './report.ts'

/**
 * `pass` · `fail` · `unsupported` the host does not support it, which does no harm · `unchecked` the host rejected requests because of its
 * rate limit · `skipped` it does not apply to this site.
 */
export type CheckOutcome = 'pass' | 'fail' | 'unsupported' | 'unchecked' | 'skipped'

export interface CheckedPromise {
  readonly promise: PromiseName
  readonly meaning: string
  readonly level: Level
  readonly outcome: CheckOutcome
  /** How many answers were tested for it, and how many did not pass. */
  readonly asked: number
  readonly failed: number
  readonly examples: readonly Example[]
}

/** A host that evaluates queries is expected to follow all rules of the mirror (`rules`); any other is `plain`. */
export type HostKind = 'rules' | 'plain'

/**
 * The outcome of every requirement. `strict`: unsupported requirements fail. `rules`: the site was prepared only for hosts with rules, so
 * the host must follow them.
 */
export function judgeChecks(
  tally: ReportBuilder,
  { strict, rules }: { readonly strict: boolean; readonly rules: boolean },
): { host: HostKind; promises: CheckedPromise[] } {
  const host = tally.count('query').pass > 0 ? 'rules' : 'plain'
  const promises = PROMISE_NAMES.map((promise): CheckedPromise => {
    const count = tally.count(promise)
    const { level, meaning } = PROMISES[promise]
    const owed = strict || level === 'must' || (level === 'rule' && (rules || host === 'rules'))
    const failed = count.unsupported + count.fail + count.refused
    const asked = count.pass + failed
    return {
      promise,
      meaning,
      level,
      outcome: outcomeOf(count, owed),
      asked,
      failed,
      examples: count.examples,
    }
  })
  return { host, promises }
}

function outcomeOf({ pass, unsupported, fail, refused }: Count, owed: boolean): CheckOutcome {
  if (fail > 0 || (unsupported > 0 && owed)) return 'fail'
  if (refused > 0) return 'unchecked'
  if (unsupported > 0) return 'unsupported'
  return pass > 0 ? 'pass' : 'skipped'
}
