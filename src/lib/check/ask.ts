import { createHash } from 'node:crypto'
import { openDecoder } from '../crawl/decode.ts'
import type { openDispatcher } from '../crawl/dispatcher.ts'
import { FetchFailure } from '../crawl/failure.ts'
import { openHead } from '../crawl/head.ts'
import { toFailure } from '../crawl/transport-failure.ts'
import type { BaseAddress } from '../interface/index.ts'
import type { Given } from './answer.ts'
import { PROBED_BYTES, type Question } from './question.ts'

type Dispatcher = ReturnType<typeof openDispatcher>

export interface AskOptions {
  readonly dispatcher: Dispatcher
  readonly base: BaseAddress
  readonly userAgent: string
  /** Deadline for one question, in seconds. */
  readonly total: number
  readonly signal: AbortSignal
}

/** Asks one question, once; no redirect is followed. Rejects with {@link FetchFailure} when no answer begins. */
export async function askOnce(
  { dispatcher, base, userAgent, total, signal }: AskOptions,
  question: Question,
): Promise<Given> {
  const url = new URL(question.target, base)
  const stop = AbortSignal.any([signal, AbortSignal.timeout(total * 1000)])
  const fail = (error: Error, answered: boolean) => {
    signal.throwIfAborted()
    return failureOf(error, url.href, total, answered)
  }
  const answer = await dispatcher
    .request({
      origin: url.origin,
      path: url.pathname + url.search,
      method: question.method ?? 'GET',
      headers: { 'user-agent': userAgent, 'accept-encoding': 'identity', ...question.headers },
      signal: stop,
    })
    .catch((error: Error) => {
      throw fail(error, false)
    })
  const { statusCode: status, headers } = answer
  const head = { kind: 'given', address: url.href, status, headers } as const
  try {
    return { ...head, ...(await takeBody(answer, question, url.href)) }
  } catch (error) {
    return { ...head, ...NO_BODY, problem: fail(error as Error, true).message }
  }
}

const NO_BODY = { bytes: 0, sha256: '', head: Buffer.alloc(0) }

// A body in bounded memory: decoded and hashed as it comes, its first bytes kept.
async function takeBody(
  { body, headers }: Awaited<ReturnType<Dispatcher['request']>>,
  { method, most, keep = PROBED_BYTES }: Question,
  address: string,
): Promise<Pick<Given, 'bytes' | 'sha256' | 'head'>> {
  const hash = createHash('sha256')
  const head = openHead(keep)
  let bytes = 0
  const sink = {
    write(chunk: Uint8Array) {
      head.write(chunk)
      bytes += chunk.length
      hash.update(chunk)
      if (bytes > most) throw new FetchFailure('large', address, `sent more than ${most} bytes`)
    },
  }
  const coding = method === 'HEAD' ? undefined : headers['content-encoding']
  await pass(body, coding, sink, address)
  return { bytes, sha256: hash.digest('hex'), head: head.bytes() }
}

async function pass(
  body: AsyncIterable<Uint8Array> & { destroy(): void },
  coding: string | string[] | undefined,
  sink: { write(chunk: Uint8Array): void },
  address: string,
): Promise<void> {
  let received = 0
  let broken: Error | undefined
  let flow = Promise.withResolvers<void>()
  const decoder = openDecoder(coding, sink, (error) => {
    broken = error
    flow.resolve()
  })
  if (typeof decoder === 'string') {
    body.destroy()
    throw new FetchFailure('encoding', address, decoder)
  }
  decoder.onDrain(() => flow.resolve())
  try {
    for await (const chunk of body) {
      received += chunk.length
      flow = Promise.withResolvers()
      if (!decoder.write(chunk)) await flow.promise
      if (broken !== undefined) throw broken
    }
    // An answer without a body may name a coding all the same.
    if (received > 0) await decoder.end()
  } finally {
    decoder.destroy()
  }
}

function failureOf(error: Error, address: string, total: number, answered: boolean): Error {
  if (error.name === 'TimeoutError')
    return new FetchFailure('timeout', address, `took longer than ${total} s`)
  // What came before an answer is not watched here.
  return toFailure(error, address, { connected: answered, answered })
}
