import { setMaxListeners } from 'node:events'
import { type DispatcherOptions, openDispatcher } from './dispatcher.ts'
import { type Exchange, exchange, type OriginAnswer } from './exchange.ts'
import { type Host, openHost, type Pause } from './politeness/host.ts'
import { openPacer } from './politeness/pacer.ts'

export interface TransportOptions extends DispatcherOptions {
  readonly retries: number
  /** Seconds. */
  readonly deadlines: { readonly connect: number; readonly idle: number; readonly total: number }
  /** Bytes per second a body must bring over the idle deadline; 0 or none: no such rule. */
  readonly minRate?: number | undefined
  /** Requests per second at most; none: as fast as the origin answers. */
  readonly rate?: number | undefined
  readonly signal: AbortSignal
  readonly pause: Pause
  readonly clock: () => number
}

/** The connections of one run. Every request of it goes over them, when its host may be asked. */
export interface Transport {
  readonly requests: number
  /** Sends one request and gives what `judge` makes of its answer; `again` when it was sent before. */
  send<T>(
    request: Pick<Exchange, 'url' | 'headers' | 'open'>,
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
        return judge(exchange(dispatcher, { ...request, ...limits }))
      }
      return hostOf(request.url).send(act, request.url.href, again)
    },
    hostOf,
    close: () => dispatcher.destroy(),
  }
}
