import {
  ACCEPTED_CODINGS,
  type ExchangeEnd,
  FetchFailure,
  findHostProblem,
  findLocation,
  followRedirects,
  isTransient,
  MOST_REDIRECTS,
  type OriginAnswer,
  openTransport,
  retryAfterOf,
  type Transport,
  type TransportOptions,
} from '../http/index.ts'
import { type BaseAddress, encodePath } from '../interface/index.ts'
import { FileRefused, type PublishedMirror, RestoreFailed, type Taker } from '../snapshot/index.ts'
import { ENOUGH, openEvidence } from './request.ts'

/** Statuses that mean there is no such file. */
const ABSENT = new Set([404, 410])

interface HttpMirrorOptions extends TransportOptions {
  /** The address of the published mirror. */
  readonly base: BaseAddress
  readonly userAgent: string
}

/**
 * A mirror on any static host: files are requested by their own paths, never by a query. Redirects are followed only on the same host (bare
 * or `www`), and from http to https. Deadlines, retries and politeness are those of a crawl.
 */
export function openHttpMirror(options: HttpMirrorOptions): PublishedMirror & { close(): Promise<void> } {
  const { base } = options
  const transport = openTransport(options)
  const headers = {
    'user-agent': options.userAgent,
    'accept-encoding': ACCEPTED_CODINGS,
    // A cached copy may belong to another publication than the manifest.
    'cache-control': 'no-cache',
  }
  return {
    name: base,
    read(path, open) {
      const address = new URL(encodePath(path), base)
      return transport.repeat((round) => readOnce({ transport, headers, again: round > 0 }, address, open), {
        giveUp: (failure, _, attempts) => restoreFailed(failure, attempts),
      })
    },
    close: () => transport.close(),
  }
}

interface Requesting {
  readonly transport: Transport
  readonly headers: Record<string, string>
  readonly again: boolean
}

// Follows redirects to a file and passes its bytes on; false if there is none. Throws a FetchFailure, FileRefused, or the error of the
// sink.
async function readOnce(requesting: Requesting, address: URL, open: () => Taker): Promise<boolean> {
  const found = await followRedirects(address, async (url) => {
    const answer = await send(requesting, url, open)
    const target = findLocation(url, answer)
    if (target === undefined) return answer.status === 200
    const problem = findHostProblem(url, target)
    if (problem === undefined && target !== null) return target
    throw new FileRefused(
      `${url.href} redirects ${problem}, which is not followed. If your mirror is there, name that address with --restore.`,
    )
  })
  if (found === undefined)
    throw new FileRefused(`${address.href} redirects more than ${MOST_REDIRECTS} times.`)
  return found
}

// Resolves to a response with the file, a redirect, or an absence.
function send({ transport, headers, again }: Requesting, url: URL, open: () => Taker): Promise<OriginAnswer> {
  const request = {
    ...{ url, headers },
    open: (answer: OriginAnswer) => (answer.status === 200 ? open() : openEvidence()),
  }
  const judgeEnd = ({ answer, error }: ExchangeEnd) => {
    // The body of any other response is not needed, however it ends.
    const isFile = answer === undefined || answer.status === 200
    const isNeeded = isFile || !(error === ENOUGH || error instanceof FetchFailure)
    if (error !== undefined && isNeeded) throw error
    return judge(url, answer as OriginAnswer)
  }
  return transport.send(request, judgeEnd, again)
}

function judge(url: URL, answer: OriginAnswer): OriginAnswer {
  const { status } = answer
  if (status === 200 || ABSENT.has(status) || findLocation(url, answer) !== undefined) return answer
  const details = { status, retryAfter: retryAfterOf(answer) }
  const failure = new FetchFailure('status', url.href, `answered ${status}`, details)
  if (status >= 500 || isTransient(failure)) throw failure
  throw new FileRefused(
    `${url.href} answered ${status}, but a mirror must be public. Name another mirror with --restore, or omit --restore.`,
  )
}

function restoreFailed(failure: FetchFailure, attempts: number): RestoreFailed {
  const tried = attempts === 1 ? '' : ` (tried ${attempts} times)`
  return new RestoreFailed(
    `${failure.address} ${failure.message}${tried}. Run again; files fetched so far are kept. To start without a restored snapshot, omit --restore.`,
    { cause: failure },
  )
}
