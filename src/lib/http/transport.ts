import { setMaxListeners } from 'node:events'
import { type DispatcherOptions, openDispatcher } from './dispatcher.ts'
import { type Exchange, exchange, type OriginAnswer } from './exchange.ts'
import { type Host, openHost, type Pause } from './politeness/host.ts'
import { openPacer } from './politeness/pacer.ts'

export interface TransportOptions extends DispatcherOptions {
  readonly retries: number
  /** Seconds. */
  readonly deadlines: { readonly connect: number; readonly idle: number; readonly total: number }
  /** Minimum bytes per second of a body, averaged over the idle deadline; 0 or undefined: no limit. */
  readonly minRate?: number | undefined
  /** Maximum requests per second; undefined: no limit. */
  readonly rate?: number | undefined
  readonly signal: AbortSignal
  readonly pause: Pause
  readonly clock: () => number
}

/** Sends all requests of one run, each when its host allows it. */
export interface Transport {
  readonly requests: number
  /** Sends one request and resolves to what `judge` returns for the response; `again`: it is a retry. */
  send<T>(
    request: Pick<Exchange, 'url' | 'method' | 'headers' | 'open'>,
    judge: (asked: Promise<OriginAnswer>) => Promise<T>,
    again: boolean,
  ): Promise<T>
  hostOf(address: string | URL): Host
  close(): Promise<void>
}

export function openTransport(options: TransportOptions): Transport {
  const { deadlines, minRate = 0, rate, signal } = options
  const dispatcher = openDispatcher(options)
  const pacer = openPacer(rate === undefined ? 0 : 1000 / rate)
  const window = deadlines.idle * 1000
  const limits = {
    total: deadlines.total * 1000,
    signal,
    least: minRate > 0 ? { bytes: minRate * deadlines.idle, window } : undefined,
  }
  const hosts = new Map<string, Host>()
  let requests = 0
  // One listener per pending request: the default limit of ten would warn about a leak.
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
        return judge(exchange(dispatcher, { ...request, ...limits }))
      }
      return hostOf(request.url).send(act, request.url.href, again)
    },
    hostOf,
    close: () => dispatcher.destroy(),
  }
}
