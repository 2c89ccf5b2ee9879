import type { IncomingHttpHeaders } from 'node:http'
import type { Dispatcher } from 'undici'
import { type Decoder, openDecoder, type Sink } from './decode.ts'
import { FetchFailure } from './failure.ts'
import { type LeastRate, watchBody } from './minimum-rate.ts'
import { toFailure } from './transport-failure.ts'

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
  const address = request.url.href
  return new Promise((resolve, reject) => {
    let answer: OriginAnswer | undefined
    let decoder: Decoder | undefined
    let received = 0
    let refusal: unknown
    let ended: Error | undefined
    let stop: ((reason: Error) => void) | undefined
    const timer = setTimeout(
      () => fail(new FetchFailure('timeout', address, `took longer than ${request.total / 1000} s`)),
      request.total,
    )
    const watch = watchBody(request.least, address, fail)
    const countInterim = interimCounter(address)
    const onAbort = () => fail(request.signal.reason as Error)
    request.signal.addEventListener('abort', onAbort, { once: true })

    function failureOf(error: Error): Error {
      if (error === refusal) return error
      return toFailure(error, address, { connected: stop !== undefined, answered: answer !== undefined })
    }
    function cleanUp() {
      clearTimeout(timer)
      watch.stop()
      request.signal.removeEventListener('abort', onAbort)
    }
    function fail(error: Error) {
      ended = error
      cleanUp()
      decoder?.destroy()
      reject(failureOf(error))
      stop?.(error)
    }
    const handler: Dispatcher.DispatchHandler = {
      onRequestStart(controller) {
        stop = (reason) => controller.abort(reason)
        // The request failed while it was waiting for a connection, so it is not sent.
        if (ended !== undefined) return stop(ended)
        if (request.signal.aborted) onAbort()
      },
      onResponseStart(controller, status, headers) {
        const flood = status < 200 ? countInterim(status) : undefined
        if (flood !== undefined) fail(flood)
        // An invalid status (RFC 9110, 15), which undici would report as a failed assertion.
        if (status < 100)
          fail(new FetchFailure('malformed', address, `answered with the invalid status ${status}`))
        if (status < 200) return
        answer = { status, headers }
        try {
          const sink = request.open(answer)
          if (sink === undefined) return
          const opened = openDecoder(
            headers['content-encoding'],
            guard(sink, (error) => (refusal = error)),
            fail,
          )
          if (typeof opened === 'string') throw new FetchFailure('encoding', address, opened)
          decoder = opened
          decoder.onDrain(() => {
            watch.resume()
            controller.resume()
          })
        } catch (error) {
          fail(error as Error)
        }
      },
      onResponseData(controller, chunk) {
        received += chunk.length
        const last = received === promisedLength(answer)
        if (!last) watch.count(chunk.length)
        try {
          // If it were paused after the last byte, undici would report a closing connection as a cut body.
          if (decoder?.write(chunk) !== false || last) return
          watch.pause()
          controller.pause()
        } catch (error) {
          fail(error as Error)
        }
      },
      onResponseEnd() {
        const done = answer as OriginAnswer
        const promised = decoder && promisedLength(done)
        if (promised !== undefined && promised !== received)
          return fail(
            new FetchFailure('cut', address, `sent ${received} of ${promised} bytes`, {
              facts: { received, promised },
            }),
          )
        cleanUp()
        if (decoder === undefined) return resolve(done)
        decoder.end().then(
          () => resolve(done),
          (error: Error) => reject(failureOf(error)),
        )
      },
      onResponseError: (_controller, error) => fail(error),
    }
    dispatcher.dispatch(
      {
        origin: request.url.origin,
        path: request.url.pathname + request.url.search,
        method: request.method ?? 'GET',
        headers: request.headers,
      },
      handler,
    )
  })
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

// The returned function gives a failure once there are too many interim responses.
function interimCounter(address: string): (status: number) => FetchFailure | undefined {
  let interim = 0
  return (status) =>
    ++interim > MOST_INTERIM
      ? new FetchFailure('malformed', address, `sent more than ${MOST_INTERIM} interim responses (${status})`)
      : undefined
}

/** The first value of a header that may occur several times. */
export function single(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header[0] : header
}

// The Content-Length of a response, in bytes as sent.
function promisedLength(answer: OriginAnswer | undefined): number | undefined {
  const header = single(answer?.headers['content-length'])
  return header === undefined ? undefined : Number(header)
}
