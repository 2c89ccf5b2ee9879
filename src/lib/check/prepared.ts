import type { Allowance } from '../site/index.ts'
import type { PromiseName } from './promise.ts'
import type { LocatedVerdict } from './question.ts'

/** A host a site was made ready for, as far as a check needs to know it. */
export interface PreparedHost {
  readonly name: string
  /** What people call it. */
  readonly title: string
  /** Whether its rules lead `?type=` to the data for every client. */
  readonly routes: boolean
  /** What its documentation says it does otherwise, and where. */
  readonly allowances: readonly Allowance[]
}

/** Whether all of these hosts have rules, so that the site must be where one of them is in effect. */
export function isForRules(hosts: readonly PreparedHost[]): boolean {
  return hosts.length > 0 && hosts.every(({ routes }) => routes)
}

/** What was overlooked, because the documentation of a host says so. */
interface Overlooked {
  readonly host: string
  readonly deviation: string
  readonly promise: PromiseName
  count: number
}

/** Overlooks what a documented deviation explains. `found` is true where it does. */
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
