import type { BaseAddress } from '../interface/index.ts'
import type { Allowance } from '../site/index.ts'
import type { Changes, ManifestRecord } from '../snapshot/index.ts'
import type { LocatedVerdict, PromiseName } from './question.ts'

/** A published site, as its machine-readable files describe it. */
export interface CheckedSite {
  readonly base: BaseAddress
  readonly sums: ReadonlyMap<string, string>
  /** The valid records, by path. */
  readonly records: ReadonlyMap<string, ManifestRecord>
  /** The hosts that it was prepared for. */
  readonly hosts: readonly PreparedHost[]
  /** The changes of its last runs, if there is a changes.json. */
  readonly changes?: Changes
}

/** A file of a site, with its length if it is known. */
export interface CheckedFile {
  readonly path: string
  readonly sha256: string
  readonly bytes?: number | undefined
}

/** A file of a site; undefined if neither the manifest nor the checksums list it. */
export function findFile({ sums, records }: CheckedSite, path: string): CheckedFile | undefined {
  const record = records.get(path)
  const sha256 = record === undefined ? sums.get(path) : record.sha256
  return sha256 === undefined ? undefined : { path, sha256, bytes: record?.bytes }
}

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
