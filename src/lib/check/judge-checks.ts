import { type Level, PROMISE_NAMES, PROMISES, type PromiseName } from './promise.ts'
import type { Count, Example, ReportBuilder } from './report.ts'

/**
 * `pass` · `fail` · `unsupported` the host does not do it, and breaks nothing by that · `unchecked` the host took no more requests ·
 * `skipped` nothing of the site has to do with it.
 */
export type CheckOutcome = 'pass' | 'fail' | 'unsupported' | 'unchecked' | 'skipped'

export interface CheckedPromise {
  readonly promise: PromiseName
  readonly meaning: string
  readonly level: Level
  readonly outcome: CheckOutcome
  /** How often it was looked for, and how often it did not pass. */
  readonly asked: number
  readonly failed: number
  readonly examples: readonly Example[]
}

/** A host that looks at queries follows the mirror's rules and is held to them; a plain one is not. */
export type HostKind = 'rules' | 'plain'

/**
 * The outcome of every promise. `strict`: what the host does not support fails too. `rules`: the site was made ready for hosts with rules
 * only, so that this is one, whatever it does.
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
