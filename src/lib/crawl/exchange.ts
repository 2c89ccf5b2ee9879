import type { IncomingHttpHeaders } from 'node:http'
import type { Dispatcher } from 'undici'
import { type Decoder, openDecoder, type Sink } from './decode.ts'
import { FetchFailure } from './failure.ts'
import { type LeastRate, watchBody } from './minimum-rate.ts'
import { toFailure } from './transport-failure.ts'

/** One answer of the origin, without its body. */
export interface OriginAnswer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
}

/** What one request asks, and where its body goes. */
export interface Exchange {
  readonly url: URL
  readonly headers: Record<string, string>
  /** Deadline for the whole exchange, in ms. */
  readonly total: number
  /** What a body has to bring. None: no such rule. */
  readonly least?: LeastRate | undefined
  /** Called when the answer's head is there: gives the sink for its body, undefined for an answer that has none. */
  readonly open: (answer: OriginAnswer) => Sink | undefined
  readonly signal: AbortSignal
}

/** Interim answers (1xx) that are taken before the final one. */
const MOST_INTERIM = 32

/** One request and its answer, no redirect followed. Rejects with {@link FetchFailure}, or with what the sink threw. */
export function exchange(dispatcher: Dispatcher, ask: Exchange): Promise<OriginAnswer> {
  const address = ask.url.href
  return new Promise((resolve, reject) => {
    let answer: OriginAnswer | undefined
    let decoder: Decoder | undefined
    let received = 0
    let refusal: unknown
    let ended: Error | undefined
    let stop: ((reason: Error) => void) | undefined
    const timer = setTimeout(
      () => fail(new FetchFailure('timeout', address, `took longer than ${ask.total / 1000} s`)),
      ask.total,
    )
    const watch = watchBody(ask.least, address, fail)
    const countInterim = interimCounter(address)
    const onAbort = () => fail(ask.signal.reason as Error)
    ask.signal.addEventListener('abort', onAbort, { once: true })

    function failureOf(error: Error): Error {
      if (error === refusal) return error
      return toFailure(error, address, { connected: stop !== undefined, answered: answer !== undefined })
    }
    function settle() {
      clearTimeout(timer)
      watch.stop()
      ask.signal.removeEventListener('abort', onAbort)
    }
    function fail(error: Error) {
      ended = error
      settle()
      decoder?.destroy()
      reject(failureOf(error))
      stop?.(error)
    }
    const handler: Dispatcher.DispatchHandler = {
      onRequestStart(controller) {
        stop = (reason) => controller.abort(reason)
        // What was given up while it waited for a connection is not asked any more.
        if (ended !== undefined) return stop(ended)
        if (ask.signal.aborted) onAbort()
      },
      onResponseStart(controller, status, headers) {
        const flood = status < 200 ? countInterim(status) : undefined
        if (flood !== undefined) fail(flood)
        // No status at all (RFC 9110, 15); the client takes it for an assertion of its own that failed.
        if (status < 100)
          fail(new FetchFailure('malformed', address, `answered with the invalid status ${status}`))
        if (status < 200) return
        answer = { status, headers }
        try {
          const sink = ask.open(answer)
          if (sink === undefined) return
          const opened = openDecoder(
            headers['content-encoding'],
            guard(sink, (error) => (refusal = error)),
            fail,
          )
          if (typeof opened === 'string') throw new FetchFailure('encoding', address, opened)
          decoder = opened
          decoder.onDrain(() => {
            watch.release()
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
          // Paused behind the last byte, undici would take a connection that closes now for a body that was cut.
          if (decoder?.write(chunk) !== false || last) return
          watch.hold()
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
        settle()
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
        origin: ask.url.origin,
        path: ask.url.pathname + ask.url.search,
        method: 'GET',
        headers: ask.headers,
      },
      handler,
    )
  })
}

// What a sink throws is its own affair, not a fault of the origin: it is told apart by `onRefusal`.
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

// Gives a failure once there are too many interim answers.
function interimCounter(address: string): (status: number) => FetchFailure | undefined {
  let interim = 0
  return (status) =>
    ++interim > MOST_INTERIM
      ? new FetchFailure('malformed', address, `sent more than ${MOST_INTERIM} interim responses (${status})`)
      : undefined
}

/** The first value of a header that may be repeated. */
export function single(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header[0] : header
}

// How many bytes the head of an answer says its body has, as sent.
function promisedLength(answer: OriginAnswer | undefined): number | undefined {
  const header = single(answer?.headers['content-length'])
  return header === undefined ? undefined : Number(header)
}
