import {
  DEPLOY_RULES,
  type Level,
  type LocatedVerdict,
  PROMISE_NAMES,
  PROMISES,
  type Promised,
  type PromiseName,
} from './question.ts'

/** An address at which a requirement is not met. */
interface Example {
  readonly address: string
  readonly saw: string
  readonly expected: string
}

interface Count {
  readonly pass: number
  readonly unsupported: number
  readonly fail: number
  readonly refused: number
  /** At most {@link MOST_EXAMPLES}: failures first, each group in the order of the questions. */
  readonly examples: readonly Example[]
}

const MOST_EXAMPLES = 20

interface KeptExample extends Example {
  readonly at: number
}

export type ReportBuilder = ReturnType<typeof openReport>

/** Counts verdicts in bounded memory. `overlooks` returns true for verdicts that are not counted. */
export function openReport(overlooks: (found: LocatedVerdict) => boolean) {
  const counts = new Map(
    PROMISE_NAMES.map((name) => [
      name,
      { pass: 0, unsupported: 0, fail: 0, refused: 0, examples: [] as KeptExample[] },
    ]),
  )
  const of = (promise: PromiseName) => counts.get(promise) as NonNullable<ReturnType<typeof counts.get>>
  return {
    /** `at` is its position in the order of the questions. */
    note(found: LocatedVerdict, at: number) {
      if (overlooks(found)) return
      const { promise, outcome, address, saw = '', expected = '' } = found
      const count = of(promise)
      count[outcome]++
      if (outcome === 'pass') return
      count.examples.push({ address, saw, expected, at: at + BEHIND[outcome] })
      if (count.examples.length > 2 * MOST_EXAMPLES) shorten(count.examples)
    },
    count(promise: PromiseName): Count {
      const { examples, ...count } = of(promise)
      shorten(examples)
      return { ...count, examples: examples.map(({ at: _, ...example }) => example) }
    },
  }
}

// Failures come first, rejected requests last.
const BEHIND = { fail: 0, unsupported: 2 ** 50, refused: 2 ** 51 } as const

function shorten(examples: KeptExample[]): void {
  examples.sort((a, b) => a.at - b.at).splice(MOST_EXAMPLES)
}

/**
 * `pass` · `fail` · `unsupported` the host does not support it, which does no harm · `unchecked` the host rejected requests because of its
 * rate limit · `skipped` it does not apply to this site.
 */
export type CheckOutcome = 'pass' | 'fail' | 'unsupported' | 'unchecked' | 'skipped'

export interface CheckedPromise {
  readonly promise: PromiseName
  readonly meaning: string
  readonly level: Level
  /** What to do if it fails. */
  readonly remedy: string
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
  builder: ReportBuilder,
  { strict, rules }: { readonly strict: boolean; readonly rules: boolean },
): { host: HostKind; promises: CheckedPromise[] } {
  const host = builder.count('query').pass > 0 ? 'rules' : 'plain'
  const promises = PROMISE_NAMES.map((promise): CheckedPromise => {
    const count = builder.count(promise)
    const { level, meaning, remedy = DEPLOY_RULES }: Promised = PROMISES[promise]
    const owed = strict || level === 'must' || (level === 'rule' && (rules || host === 'rules'))
    const failed = count.unsupported + count.fail + count.refused
    const asked = count.pass + failed
    return {
      promise,
      meaning,
      level,
      remedy,
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
