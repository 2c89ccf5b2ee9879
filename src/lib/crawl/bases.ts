import { isIP } from 'node:net'
import type { FetchFailure } from '../http/index.ts'
import { type BaseAddress, hostForms, parseBaseAddress } from '../interface/index.ts'

/**
 * Weighted number of consecutive faults after which a base is tried last: two failed connections (or a host in backoff), or five 5xx
 * answers.
 */
const MOST_FAULTS = 10
const UNCONNECTED = 5
const BROKEN = 2
/** Every so many requests, bases that were moved to the end are tried in their normal order again. */
const ANOTHER_CHANCE = 100

/** The base addresses of one service, and how reliable each has been. */
export interface Bases {
  /**
   * The bases in the order to try them in this round, unreliable ones last. Addresses that are not configured appear only once they have
   * worked.
   */
  order(round: number): readonly BaseAddress[]
  /** Addresses that are not configured, tried only when no configured one accepts connections. */
  readonly lastResorts: readonly BaseAddress[]
  /** Records the outcome of one request. */
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

// 0 for every outcome that is not a fault of the base.
function faultOf(failure: FetchFailure | undefined): number {
  if (failure?.unconnected || failure?.unsent) return UNCONNECTED
  return (failure?.status ?? 0) >= 500 ? BROKEN : 0
}

/** The other host form (with or without `www`) of each base with a domain name, unless both are configured. */
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

// Neither an IP address nor a local name: a single label, or a name below localhost.
function isDomain(hostname: string): boolean {
  const bare = hostname.replace(/^\[|\]$/g, '')
  return isIP(bare) === 0 && hostname.includes('.') && !/(^|\.)localhost\.?$/.test(hostname)
}
