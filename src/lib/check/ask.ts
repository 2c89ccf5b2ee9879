import { createHash } from 'node:crypto'
import type { Transport } from '../http/index.ts'
import { FetchFailure, type OriginAnswer, openHead, parseRetryAfter, single } from '../http/index.ts'
import { BUSY, type Given } from './answer.ts'
import { PROBED_BYTES, type Question } from './question.ts'

interface AskOptions {
  readonly transport: Transport
  readonly base: string
  readonly userAgent: string
}

/**
 * Asks one question, once; no redirect is followed. Gives what came, and the failure for which it may be worth asking again. Rejects
 * with {@link FetchFailure} when no answer begins.
 */
export async function askOnce(
  { transport, base, userAgent }: AskOptions,
  { target, method, headers, most, keep = PROBED_BYTES }: Question,
  again: boolean,
): Promise<{ answer: Given; failure?: FetchFailure }> {
  const url = new URL(target, base)
  const hash = createHash('sha256')
  const head = openHead(keep)
  let bytes = 0
  let begun: OriginAnswer | undefined
  let given: Given | undefined
  const sink = {
    // In bounded memory: decoded and hashed as it comes, its first bytes kept.
    write(chunk: Uint8Array) {
      head.write(chunk)
      bytes += chunk.length
      hash.update(chunk)
      if (bytes > most) throw new FetchFailure('large', url.href, `sent more than ${most} bytes`)
    },
  }
  const request = {
    ...{ url, method },
    headers: { 'user-agent': userAgent, 'accept-encoding': 'identity', ...headers },
    open(answer: OriginAnswer) {
      begun = answer
      return method === 'HEAD' || answer.status === 304 ? undefined : sink
    },
  }
  async function judge(asked: Promise<OriginAnswer>): Promise<void> {
    const problem = await asked.then(
      () => undefined,
      (error: unknown) => {
        if (begun === undefined || !(error instanceof FetchFailure)) throw asSilence(error)
        return error
      },
    )
    const seen = { kind: 'given', address: url.href, ...(begun as OriginAnswer) } as const
    given =
      problem === undefined
        ? { ...seen, bytes, sha256: hash.digest('hex'), head: head.bytes() }
        : { ...seen, bytes: 0, sha256: '', head: Buffer.alloc(0), problem: problem.message }
    // The host slows down for what is thrown here.
    if (BUSY.has(given.status)) throw busyFailure(given)
  }
  try {
    await transport.send(request, judge, again)
  } catch (error) {
    if (given === undefined || !(error instanceof FetchFailure)) throw error
    return { answer: given, failure: error }
  }
  const answer = given as unknown as Given
  const { problem } = answer
  return problem === undefined
    ? { answer }
    : { answer, failure: new FetchFailure('cut', answer.address, problem) }
}

// A host that is gone is not waited for: what a crawl does for an origin would take minutes. So the one failure that is marked so is
// that of a host that is left alone.
function asSilence(error: unknown): unknown {
  if (!(error instanceof FetchFailure) || !error.unconnected) return error
  return new FetchFailure(error.kind, error.address, error.message, { cause: error })
}

function busyFailure({ status, address, headers }: Given): FetchFailure {
  const retryAfter = parseRetryAfter(single(headers['retry-after']), Date.now(), single(headers.date))
  return new FetchFailure('status', address, `answered ${status}`, { status, retryAfter })
}
