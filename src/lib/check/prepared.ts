import type { Allowance } from '../site/index.ts'
import type { PromiseName } from './promise.ts'
import type { LocatedVerdict } from './question.ts'

/** A host that a site was prepared for. */
export interface PreparedHost {
  readonly name: string
  /** Its name for people. */
  readonly title: string
  /** Whether its rules answer `?type=` with data. */
  readonly routes: boolean
  /** Its documented deviations, and the addresses they apply to. */
  readonly allowances: readonly Allowance[]
}

/** Whether all of these hosts have rules, so rules must be in effect. */
export function isForRules(hosts: readonly PreparedHost[]): boolean {
  return hosts.length > 0 && hosts.every(({ routes }) => routes)
}

/** Verdicts that were ignored because of a documented deviation of a host. */
interface Overlooked {
  readonly host: string
  readonly deviation: string
  readonly promise: PromiseName
  count: number
}

/** Ignores verdicts that a documented deviation explains; `overlooks` returns true for them. */
export function openOverlook(
  base: string,
  hosts: readonly PreparedHost[],
): { overlooks(found: LocatedVerdict): boolean; list(): readonly Overlooked[] } {
  const seen = new Map<string, Overlooked>()
  return {
    overlooks({ promise, outcome, address }) {
      if (outcome !== 'unsupported' && outcome !== 'fail') return false
      const asked = address.slice(base.length)
      for (const { title, allowances } of hosts)
        for (const { deviation, promises, asked: where } of allowances) {
          if (!promises.includes(promise) || !where.test(asked)) continue
          const key = `${title} ${promise} ${deviation}`
          const one = seen.get(key) ?? { host: title, deviation, promise, count: 0 }
          one.count++
          seen.set(key, one)
          return true
        }
      return false
    },
    list: () =>
      [...seen.values()].sort((a, b) => (`${a.host} ${a.deviation}` < `${b.host} ${b.deviation}` ? -1 : 1)),
  }
}
