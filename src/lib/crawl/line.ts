import { setMaxListeners } from 'node:events'
import type { LookupFunction } from 'node:net'
import { Agent, type buildConnector } from 'undici'
import { type Answer, type Exchange, exchange } from './exchange.ts'
import { guardLookup } from './guard-lookup.ts'
import { type Host, openHost, type Pause } from './politeness/host.ts'
import { openPacer } from './politeness/pacer.ts'

/** Bytes of headers an answer may have. */
const MOST_HEADERS = 64 * 1024

export interface LineOptions {
  /** Most requests under way at once. */
  readonly connections: number
  readonly retries: number
  /** Seconds. */
  readonly deadlines: { readonly connect: number; readonly idle: number; readonly total: number }
  /** Bytes per second a body must bring over the idle deadline; 0 or none: no such rule. */
  readonly minRate?: number | undefined
  /** Requests per second at most; none: as fast as the origin answers. */
  readonly rate?: number | undefined
  readonly signal: AbortSignal
  /** The connector's options, e.g. a `lookup` of its own. */
  readonly connect?: buildConnector.BuildOptions | undefined
  readonly pause: Pause
  readonly clock: () => number
}

/** The connections of one run. Every request of it goes over them, when its host may be asked. */
export interface Line {
  readonly requests: number
  /** Sends one request and gives what `judge` makes of its answer; `again` when it was sent before. */
  send<T>(
    request: Pick<Exchange, 'url' | 'headers' | 'open'>,
    judge: (asked: Promise<Answer>) => Promise<T>,
    again: boolean,
  ): Promise<T>
  hostOf(address: string | URL): Host
  close(): Promise<void>
}

export function openLine(options: LineOptions): Line {
  const { deadlines, minRate = 0, rate, signal } = options
  const agent = openAgent(options)
  const pacer = openPacer(rate === undefined ? 0 : 1000 / rate)
  const window = deadlines.idle * 1000
  const limits = {
    total: deadlines.total * 1000,
    signal,
    least: minRate > 0 ? { bytes: minRate * deadlines.idle, window } : undefined,
  }
  const hosts = new Map<string, Host>()
  let requests = 0
  // One listener per request under way: the usual limit of ten is no leak here.
  setMaxListeners(0, signal)

  function hostOf(address: string | URL): Host {
    const name = (typeof address === 'string' ? new URL(address) : address).host
    const known = hosts.get(name)
    if (known !== undefined) return known
    const host = openHost({ ...options, pacer })
    hosts.set(name, host)
    return host
  }
  return {
    get requests() {
      return requests
    },
    send(request, judge, again) {
      const act = () => {
        requests++
        return judge(exchange(agent, { ...request, ...limits }))
      }
      return hostOf(request.url).send(act, request.url.href, again)
    },
    hostOf,
    close: () => agent.destroy(),
  }
}

// HTTP/1.1 alone: undici would take HTTP/2 when a server prefers it, whose bodies it does not hold to their Content-Length, and
// whose requests would share one connection instead of being spread over as many as are allowed.
function openAgent({ connections, deadlines, connect }: LineOptions): Agent {
  const lookup = connect && 'lookup' in connect ? (connect.lookup as LookupFunction) : undefined
  return new Agent({
    allowH2: false,
    connections,
    maxHeaderSize: MOST_HEADERS,
    headersTimeout: deadlines.idle * 1000,
    bodyTimeout: deadlines.idle * 1000,
    connect: {
      timeout: deadlines.connect * 1000,
      ...connect,
      allowH2: false,
      lookup: guardLookup(lookup),
    },
  })
}
