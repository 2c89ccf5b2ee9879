import type { IncomingHttpHeaders } from 'node:http'
import type { Dispatcher } from 'undici'
import { type Decoder, openDecoder, type Sink } from './decode.ts'
import { FetchFailure } from './failure.ts'

/** One answer of the origin, without its body. */
export interface Answer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
}

/** What one request asks, and where its body goes. */
export interface Exchange {
  readonly url: URL
  readonly headers: Record<string, string>
  /** Deadline for the whole exchange, in ms. */
  readonly total: number
  /** Called when the answer's head is there: gives the sink for a body that is wanted, undefined for one that is not. */
  readonly open: (answer: Answer) => Sink | undefined
  readonly signal: AbortSignal
}

const UNWANTED_BYTES = 256 * 1024

/** One request and its answer, no redirect followed. Rejects with {@link FetchFailure}, or with what the sink threw. */
export function exchange(dispatcher: Dispatcher, ask: Exchange): Promise<Answer> {
  const address = ask.url.href
  return new Promise((resolve, reject) => {
    let answer: Answer | undefined
    let decoder: Decoder | undefined
    let received = 0
    let refusal: unknown
    let stop = (_reason: Error) => {}
    const timer = setTimeout(
      () => fail(new FetchFailure('timeout', address, `took longer than ${ask.total / 1000} s`)),
      ask.total,
    )
    const onAbort = () => fail(ask.signal.reason as Error)
    ask.signal.addEventListener('abort', onAbort, { once: true })

    // What the sink throws is its own affair, not a fault of the origin.
    function guard(sink: Sink): Sink {
      return {
        write(chunk) {
          try {
            sink.write(chunk)
          } catch (error) {
            refusal = error
            throw error
          }
        },
      }
    }
    const failureOf = (error: Error) => (error === refusal ? error : toFailure(error, address, answer))

    function settle() {
      clearTimeout(timer)
      ask.signal.removeEventListener('abort', onAbort)
    }
    function fail(error: Error) {
      settle()
      decoder?.destroy()
      reject(failureOf(error))
      stop(error)
    }
    // The body of an answer that is not wanted is read so that the connection can be used again, unless it is large.
    function endEarly(done: Answer) {
      settle()
      resolve(done)
      stop(new Error('the rest of the body is not wanted'))
    }
    const handler: Dispatcher.DispatchHandler = {
      onRequestStart(controller) {
        stop = (reason) => controller.abort(reason)
        if (ask.signal.aborted) onAbort()
      },
      onResponseStart(controller, status, headers) {
        if (status < 200) return
        answer = { status, headers }
        try {
          const sink = ask.open(answer)
          if (sink === undefined) return
          const opened = openDecoder(single(headers['content-encoding']), guard(sink), fail)
          if (typeof opened === 'string')
            throw new FetchFailure(
              'encoding',
              address,
              `answered in the content coding "${opened}", which was not asked for`,
            )
          decoder = opened
          decoder.onDrain(() => controller.resume())
        } catch (error) {
          fail(error as Error)
        }
      },
      onResponseData(controller, chunk) {
        received += chunk.length
        if (answer !== undefined && decoder === undefined && received > UNWANTED_BYTES)
          return endEarly(answer)
        try {
          // Paused behind the last byte, undici would take a connection that closes now for a body that was cut.
          if (decoder?.write(chunk) === false && received !== promisedLength(answer)) controller.pause()
        } catch (error) {
          fail(error as Error)
        }
      },
      onResponseEnd() {
        const done = answer as Answer
        const promised = decoder && promisedLength(done)
        if (promised !== undefined && promised !== received)
          return fail(new FetchFailure('cut', address, `sent ${received} of ${promised} bytes`))
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

/** The first value of a header that may be repeated. */
export function single(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header[0] : header
}

// How many bytes the head of an answer says its body has, as sent.
function promisedLength(answer: Answer | undefined): number | undefined {
  const header = single(answer?.headers['content-length'])
  return header === undefined ? undefined : Number(header)
}

const TIMEOUTS = new Set(['UND_ERR_CONNECT_TIMEOUT', 'UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT'])

function toFailure(error: Error, address: string, answer: Answer | undefined): Error {
  if (error instanceof FetchFailure) return error
  const code = codeOf(error)
  if (TIMEOUTS.has(code))
    return new FetchFailure('timeout', address, `did not answer in time (${error.message})`, { cause: error })
  if (isCodingError(code))
    return new FetchFailure(
      'cut',
      address,
      `sent a compressed body that cannot be undone (${error.message})`,
      { cause: error },
    )
  if (code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE')
    return new FetchFailure('large', address, 'sent more than is accepted', { cause: error })
  if (!isNetworkError(error, code)) return error
  const kind = answer === undefined ? 'network' : 'cut'
  const what = answer === undefined ? 'could not be reached' : 'broke off in its body'
  return new FetchFailure(kind, address, `${what} (${code || error.message})`, { cause: error })
}

// A DOMException, as an aborted signal gives, has a number for its code.
function codeOf(error: Error): string {
  const { code } = error as { code?: unknown }
  return typeof code === 'string' ? code : ''
}

// zlib: Z_DATA_ERROR, brotli: ERR__ERROR_FORMAT_PADDING_1, zstd: ZSTD_error_prefix_unknown.
function isCodingError(code: string): boolean {
  return /^(Z_|ERR__|ERR_BROTLI|ERR_ZSTD|ZSTD_)/.test(code)
}

// Besides the system's and undici's own codes, OpenSSL has many for a certificate (CERT_HAS_EXPIRED, SELF_SIGNED_CERT_IN_CHAIN).
function isNetworkError(error: Error, code: string): boolean {
  return (
    /^(UND_ERR|HPE_|E[A-Z]+$|EAI_|ERR_SSL_|ERR_TLS_|ERR_OSSL_|ERR_SOCKET_)/.test(code) ||
    /CERT|SIGNATURE|CRL|CHAIN/.test(code) ||
    error.name === 'SocketError' ||
    error.name === 'HTTPParserError'
  )
}
