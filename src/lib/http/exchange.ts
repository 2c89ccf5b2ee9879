import type { IncomingHttpHeaders } from 'node:http'
import type { Dispatcher } from 'undici'
import { type Decoder, openDecoder, type Sink } from './decode.ts'
import { FetchFailure, toFailure } from './failure.ts'

/** The head of one response of the origin. */
export interface OriginAnswer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
}

/** One request, and the destination of its body. */
export interface Exchange {
  readonly url: URL
  /** Default: GET. */
  readonly method?: Dispatcher.HttpMethod | undefined
  readonly headers: Record<string, string>
  /** The content of a POST. */
  readonly body?: Buffer | undefined
  /** Deadline for the whole exchange, in ms. */
  readonly total: number
  /** Minimum transfer rate of the body. Default: none. */
  readonly least?: LeastRate | undefined
  /** Called with the head of the response. Returns the sink for its body, or undefined if it has none. */
  readonly open: (answer: OriginAnswer) => Sink | undefined
  readonly signal: AbortSignal
}

/** Maximum number of interim responses (1xx) before the final one. */
const MOST_INTERIM = 32

/** Sends one request without following redirects. Rejects with {@link FetchFailure}, or with the error of the sink. */
export function exchange(dispatcher: Dispatcher, request: Exchange): Promise<OriginAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<OriginAnswer>()
  const address = request.url.href
  const body = openBodyReceiver(request, fail)
  const limits = watchLimits(request, fail)
  const countInterim = interimCounter(address)
  let connection: Dispatcher.DispatchController | undefined
  let answer: OriginAnswer | undefined
  let ended: Error | undefined

  function failureOf(error: Error): Error {
    if (body.isRefusal(error)) return error
    return toFailure(error, address, { connected: connection !== undefined, answered: answer !== undefined })
  }
  function fail(error: Error) {
    ended = error
    limits.stop()
    body.abort()
    reject(failureOf(error))
    connection?.abort(error)
  }
  const failing = (act: () => void) => {
    try {
      act()
    } catch (error) {
      fail(error as Error)
    }
  }
  const handler: Dispatcher.DispatchHandler = {
    onRequestStart(controller) {
      connection = controller
      // The request failed while it was waiting for a connection, so it is not sent.
      if (ended !== undefined) controller.abort(ended)
      else failing(() => request.signal.throwIfAborted())
    },
    onResponseStart(controller, status, headers) {
      failing(() => {
        if (status < 200) return countInterim(status)
        answer = { status, headers }
        body.open(answer, controller)
      })
    },
    onResponseData: (controller, chunk) => failing(() => body.take(chunk, controller)),
    onResponseEnd() {
      failing(() => {
        body.checkLength()
        limits.stop()
        // In the next turn of the event loop, in which undici uses the connection again. If answers that arrive together were all processed
        // in this one, no request would be sent until the last of them is stored.
        body.end().then(
          () => setImmediate(resolve, answer as OriginAnswer),
          (error: Error) => reject(failureOf(error)),
        )
      })
    },
    onResponseError: (_controller, error) => fail(error),
  }
  failing(() => dispatcher.dispatch(requestOf(request), handler))
  return promise
}

function requestOf({ url, method = 'GET', headers, body }: Exchange): Dispatcher.DispatchOptions {
  return { origin: url.origin, path: url.pathname + url.search, method, headers, ...(body && { body }) }
}

// Calls `onEnd` when the deadline has passed or the signal is aborted.
function watchLimits({ url, total, signal }: Exchange, onEnd: (error: Error) => void): { stop(): void } {
  const late = () => onEnd(new FetchFailure('timeout', url.href, `took longer than ${total / 1000} s`))
  const timer = setTimeout(late, total)
  const onAbort = () => onEnd(signal.reason as Error)
  signal.addEventListener('abort', onAbort, { once: true })
  return {
    stop() {
      clearTimeout(timer)
      signal.removeEventListener('abort', onAbort)
    },
  }
}

/** Decodes the body of one response into its sink, with backpressure. */
interface BodyReceiver {
  /** Chooses the sink and the decoder for a response. Throws if there is no decoder, and what `Exchange.open` throws. */
  open(answer: OriginAnswer, controller: Dispatcher.DispatchController): void
  /** Takes a chunk as sent. Throws what the sink throws. */
  take(chunk: Buffer, controller: Dispatcher.DispatchController): void
  /** Throws a FetchFailure if the body is shorter or longer than its Content-Length. */
  checkLength(): void
  /** Resolves when all bytes have reached the sink. */
  end(): Promise<void>
  abort(): void
  /** Whether an error was thrown by the sink and not caused by the origin. */
  isRefusal(error: Error): boolean
}

function openBodyReceiver(request: Exchange, fail: (error: Error) => void): BodyReceiver {
  const address = request.url.href
  const watch = watchBody(request.least, address, fail)
  let decoder: Decoder | undefined
  let promised: number | undefined
  let received = 0
  let refusal: unknown
  return {
    open(answer, controller) {
      promised = promisedLength(answer)
      const sink = request.open(answer)
      if (sink === undefined) return
      const guarded = guard(sink, (error) => (refusal = error))
      const opened = openDecoder(answer.headers['content-encoding'], guarded, fail)
      if (typeof opened === 'string') throw new FetchFailure('encoding', address, opened)
      decoder = opened
      decoder.onDrain(() => {
        watch?.resume()
        controller.resume()
      })
    },
    take(chunk, controller) {
      received += chunk.length
      const last = received === promised
      if (!last) watch?.count(chunk.length)
      // If it were paused after the last byte, undici would report a closing connection as a cut body.
      if (decoder?.write(chunk) !== false || last) return
      watch?.pause()
      controller.pause()
    },
    checkLength() {
      if (decoder === undefined || promised === undefined || promised === received) return
      const facts = { received, promised }
      throw new FetchFailure('cut', address, `sent ${received} of ${promised} bytes`, { facts })
    },
    async end() {
      watch?.stop()
      await decoder?.end()
    },
    abort() {
      watch?.stop()
      decoder?.destroy()
    },
    isRefusal: (error) => refusal !== undefined && error === refusal,
  }
}

// Passes errors of the sink to `onRefusal`, to distinguish them from faults of the origin.
function guard(sink: Sink, onRefusal: (error: unknown) => void): Sink {
  return {
    write(chunk) {
      try {
        sink.write(chunk)
      } catch (error) {
        onRefusal(error)
        throw error
      }
    },
  }
}

// The returned function throws if a status is invalid, or if there are too many interim responses.
function interimCounter(address: string): (status: number) => void {
  let interim = 0
  return (status) => {
    // undici would report it as a failed assertion (RFC 9110, 15).
    if (status < 100)
      throw new FetchFailure('malformed', address, `answered with the invalid status ${status}`)
    if (++interim > MOST_INTERIM)
      throw new FetchFailure(
        'malformed',
        address,
        `sent more than ${MOST_INTERIM} interim responses (${status})`,
      )
  }
}

/** The first value of a header that may occur several times. */
export function single(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header[0] : header
}

// The Content-Length of a response, in bytes as sent.
function promisedLength({ headers }: OriginAnswer): number | undefined {
  const header = single(headers['content-length'])
  return header === undefined ? undefined : Number(header)
}

/** Measures the transfer rate of a body. */
interface RateWatch {
  /** Counts bytes that arrived. */
  count(bytes: number): void
  /** Marks the time in which we accept no bytes: what does not arrive meanwhile is not the origin's fault. */
  pause(): void
  resume(): void
  stop(): void
}

/**
 * Calls `onSlow` when fewer than `least` bytes arrived in a window of `window` ms, throughout which we accepted bytes. The first window begins
 * with the first bytes.
 */
export function watchRate(window: number, least: number, onSlow: () => void): RateWatch {
  let timer: NodeJS.Timeout | undefined
  let arrived = 0
  let isPaused = false
  let excused = false
  let isStopped = false
  const judge = () => {
    if (arrived < least && !excused) onSlow()
    arrived = 0
    excused = isPaused
  }
  return {
    count(bytes) {
      if (!isStopped) timer ??= setInterval(judge, window)
      arrived += bytes
    },
    pause() {
      isPaused = true
      excused = true
    },
    resume() {
      isPaused = false
    },
    stop() {
      isStopped = true
      clearInterval(timer)
    },
  }
}

/** Minimum bytes of a body within each window of this many ms. */
interface LeastRate {
  readonly bytes: number
  readonly window: number
}

function watchBody(
  least: LeastRate | undefined,
  address: string,
  onSlow: (failure: FetchFailure) => void,
): RateWatch | undefined {
  if (least === undefined) return undefined
  const { bytes, window } = least
  const rate = Math.round((bytes * 1000) / window)
  const message = `sent less than ${rate} bytes per second (the config key minRate)`
  return watchRate(window, bytes, () => onSlow(new FetchFailure('timeout', address, message)))
}
