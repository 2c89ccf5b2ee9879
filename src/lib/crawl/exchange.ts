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

/** One request and its answer, no redirect followed. Rejects with {@link FetchFailure}, or with what the sink threw. */
export function exchange(dispatcher: Dispatcher, ask: Exchange): Promise<Answer> {
  const address = ask.url.href
  return new Promise((resolve, reject) => {
    let answer: Answer | undefined
    let decoder: Decoder | undefined
    let received = 0
    let stop = (_reason: Error) => {}
    const timer = setTimeout(
      () => fail(new FetchFailure('timeout', address, `took longer than ${ask.total / 1000} s`)),
      ask.total,
    )
    const onAbort = () => fail(ask.signal.reason as Error)
    ask.signal.addEventListener('abort', onAbort, { once: true })

    function settle() {
      clearTimeout(timer)
      ask.signal.removeEventListener('abort', onAbort)
    }
    function fail(error: Error) {
      settle()
      decoder?.destroy()
      reject(toFailure(error, address, answer))
      stop(error)
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
          const opened = openDecoder(single(headers['content-encoding']), sink, fail)
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
        try {
          if (decoder?.write(chunk) === false) controller.pause()
        } catch (error) {
          fail(error as Error)
        }
      },
      onResponseEnd() {
        const done = answer as Answer
        const promised = decoder && single(done.headers['content-length'])
        if (promised !== undefined && Number(promised) !== received)
          return fail(new FetchFailure('cut', address, `sent ${received} of ${promised} bytes`))
        settle()
        if (decoder === undefined) return resolve(done)
        decoder.end().then(
          () => resolve(done),
          (error: Error) => reject(toFailure(error, address, answer)),
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

const TIMEOUTS = new Set(['UND_ERR_CONNECT_TIMEOUT', 'UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT'])

function toFailure(error: Error, address: string, answer: Answer | undefined): Error {
  if (error instanceof FetchFailure) return error
  const { code = '' } = error as NodeJS.ErrnoException
  if (TIMEOUTS.has(code))
    return new FetchFailure('timeout', address, `did not answer in time (${error.message})`, { cause: error })
  if (code.startsWith('Z_') || code.startsWith('ERR_') || /brotli|zstd/i.test(error.message))
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

function isNetworkError(error: Error, code: string): boolean {
  return (
    code.startsWith('UND_ERR') ||
    code.startsWith('E') ||
    code.startsWith('HPE_') ||
    error.name === 'SocketError'
  )
}
