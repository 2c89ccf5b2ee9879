import { createHash } from 'node:crypto'
import {
  type ExchangeEnd,
  FetchFailure,
  isTransient,
  type OriginAnswer,
  openHead,
  retryAfterOf,
  type Transport,
} from '../http/index.ts'
import { ExceedsLimit } from '../reading/index.ts'
import type { Given } from './answer.ts'
import { PROBED_BYTES, type Question } from './question.ts'

interface AskOptions {
  readonly transport: Transport
  readonly base: string
  readonly userAgent: string
}

/** A response to a question, and the failure for which the question may be repeated. */
interface QuestionResult {
  readonly answer: Given
  readonly failure?: FetchFailure
}

/**
 * Sends the request of a question once, without following redirects. Rejects with {@link FetchFailure} if there is no response.
 * `again`: it was sent before.
 */
export async function askOnce(
  { transport, base, userAgent }: AskOptions,
  question: Question,
  again: boolean,
): Promise<QuestionResult> {
  const { method, headers } = question
  const url = new URL(question.target, base)
  const body = openDigest(question, url.href)
  let given: Given | undefined
  const request = {
    ...{ url, method },
    headers: { 'user-agent': userAgent, 'accept-encoding': 'identity', ...headers },
    open: ({ status }: OriginAnswer) => (method === 'HEAD' || status === 304 ? undefined : body),
  }
  const judge = ({ answer, error }: ExchangeEnd): QuestionResult => {
    if (answer === undefined || (error !== undefined && !(error instanceof FetchFailure)))
      throw withoutBackoff(error)
    const seen = { kind: 'given', address: url.href, ...answer } as const
    given = { ...seen, ...(error === undefined ? body.digest() : { ...NO_BODY, problem: error.message }) }
    const busy = busyFailure(url.href, answer)
    // What is thrown slows the requests to the host.
    if (isTransient(busy)) throw busy
    return error === undefined
      ? { answer: given }
      : { answer: given, failure: new FetchFailure('cut', url.href, error.message) }
  }
  try {
    return await transport.send(request, judge, again)
  } catch (error) {
    if (given === undefined || !(error instanceof FetchFailure)) throw error
    return { answer: given, failure: error }
  }
}

const NO_BODY = { bytes: 0, sha256: '', head: Buffer.alloc(0) }

// Hashes a body of any length in bounded memory and keeps its first bytes.
function openDigest({ most, keep = PROBED_BYTES, scan: openScan }: Question, address: string) {
  const hash = createHash('sha256')
  const head = openHead(keep)
  const scan = openScan?.()
  let bytes = 0
  return {
    write(chunk: Uint8Array) {
      head.write(chunk)
      bytes += chunk.length
      hash.update(chunk)
      if (bytes > most) throw new FetchFailure('large', address, `sent more than ${most} bytes`)
      try {
        scan?.write(chunk)
      } catch (error) {
        throw error instanceof ExceedsLimit ? new FetchFailure('large', address, error.limit) : error
      }
    },
    digest: () => ({ bytes, sha256: hash.digest('hex'), head: head.bytes() }),
  }
}

// If a host accepts no connections, a crawl pauses for minutes and tries again; a check must not take that long. Without its details,
// the failure causes no pause.
function withoutBackoff(error: unknown): unknown {
  if (!(error instanceof FetchFailure) || !error.unconnected) return error
  return new FetchFailure(error.kind, error.address, error.message, { cause: error })
}

function busyFailure(address: string, answer: OriginAnswer): FetchFailure {
  const { status } = answer
  return new FetchFailure('status', address, `answered ${status}`, {
    status,
    retryAfter: retryAfterOf(answer),
  })
}
