import { isIP } from 'node:net'
import { type BaseAddress, hostForms, parseBaseAddress } from '../interface/index.ts'
import type { FetchFailure } from './failure.ts'

/**
 * Faults in a row, weighed, after which a base is asked behind the others: two without a connection or where its host is left alone, or
 * five answers of 5xx.
 */
const MOST_FAULTS = 10
const UNCONNECTED = 5
const BROKEN = 2
/** Every so many requests a base that was put behind is asked first again. */
const ANOTHER_CHANCE = 100

/** The addresses of one service, and how they did. */
export interface Bases {
  /** Where to ask in this round: those that do well first; what nobody named, only when it did well. */
  order(round: number): readonly BaseAddress[]
  /** Where nobody told us to ask, but may be asked when no address that was named can be connected to. */
  readonly lastResorts: readonly BaseAddress[]
  /** How asking went. */
  note(base: BaseAddress, failure: FetchFailure | undefined): void
}

export function openBases(named: readonly BaseAddress[]): Bases {
  const lastResorts = findLastResorts(named)
  const faults = new Map<BaseAddress, number>()
  const proven = new Set<BaseAddress>()
  let asked = 0
  const isBehind = (base: BaseAddress) => (faults.get(base) ?? 0) >= MOST_FAULTS

  return {
    lastResorts,
    order(round) {
      const turned = [...named.slice(round % named.length), ...named.slice(0, round % named.length)]
      const all = [...turned, ...lastResorts.filter((base) => proven.has(base))]
      if (++asked % ANOTHER_CHANCE === 0) return all
      return [...all.filter((base) => !isBehind(base)), ...all.filter(isBehind)]
    },
    note(base, failure) {
      const fault = faultOf(failure)
      faults.set(base, fault === 0 ? 0 : (faults.get(base) ?? 0) + fault)
      if (failure === undefined) proven.add(base)
    },
  }
}

// 0 for whatever shows that a base is well.
function faultOf(failure: FetchFailure | undefined): number {
  if (failure?.unconnected || failure?.unasked) return UNCONNECTED
  return (failure?.status ?? 0) >= 500 ? BROKEN : 0
}

/** The other host form of each base that is a domain name, where only one form was named. */
export function findLastResorts(named: readonly BaseAddress[]): BaseAddress[] {
  const hosts = new Set(named.map((base) => new URL(base).hostname))
  const others = named.flatMap((base) => {
    const url = new URL(base)
    if (!isDomain(url.hostname)) return []
    const [bare, www] = hostForms(url.hostname)
    url.hostname = url.hostname === bare ? www : bare
    return hosts.has(url.hostname) || !isDomain(bare) ? [] : [parseBaseAddress(url.href)]
  })
  return [...new Set(others)]
}

// Not an address, and not a name that is only known inside: one label, or below localhost.
function isDomain(hostname: string): boolean {
  const bare = hostname.replace(/^\[|\]$/g, '')
  return isIP(bare) === 0 && hostname.includes('.') && !/(^|\.)localhost\.?$/.test(hostname)
}
