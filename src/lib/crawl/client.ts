import { setMaxListeners } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import { Agent, type buildConnector, type Dispatcher } from 'undici'
import { addressOf, type BaseAddress, type Format, type Representation } from '../interface/index.ts'
import { ACCEPTED_CODINGS, type Sink } from './decode.ts'
import { type Answer, exchange, single } from './exchange.ts'
import { FetchFailure } from './failure.ts'
import { findRedirectProblem } from './redirect.ts'
import { parseRetryAfter, planRetry } from './retry.ts'

const MOST_REDIRECTS = 5
const ACCEPT: Readonly<Record<Format, string>> = {
  html: 'text/html, */*;q=0.1',
  json: 'application/json, */*;q=0.1',
  xml: 'application/xml, text/xml;q=0.9, */*;q=0.1',
}

export interface ClientOptions {
  /** Base addresses of the interface, the first one asked first. */
  readonly bases: readonly BaseAddress[]
  readonly userAgent: string
  readonly connections: number
  /** Seconds. */
  readonly deadlines: { readonly connect: number; readonly idle: number; readonly total: number }
  readonly retries: number
  readonly signal: AbortSignal
  /** The agent's connector options, e.g. a `lookup` of its own. */
  readonly connect?: buildConnector.BuildOptions | undefined
  /** Waits between attempts. */
  readonly pause?: Pause | undefined
}

/** Waits for so many ms; rejects with the signal's reason when it fires. */
export type Pause = (ms: number, signal: AbortSignal) => Promise<void>

/** A question for one representation. `open` is called anew for every attempt. */
export interface Ask {
  readonly representation: Representation
  readonly etag?: string | undefined
  readonly lastModified?: string | undefined
  readonly open: (answer: Answer, address: string) => Sink & { finish(): void }
}

/** Answers that are believed: a whole body that went to the sink (200), or the news that ours is current (304). */
export interface Client {
  get(ask: Ask): Promise<Answer & { readonly address: string }>
  /** Requests made so far, retries and redirects included. */
  readonly requests: number
  close(): Promise<void>
}

/** Opens a client. Its failures are {@link FetchFailure}s; retries, redirects and deadlines are its own affair. */
export function openClient(options: ClientOptions): Client {
  const { deadlines, bases, signal, pause = sleep } = options
  // Every base address gets its turn, however few the retries.
  const retries = Math.max(options.retries, bases.length - 1)
  const agent = new Agent({
    connections: options.connections,
    headersTimeout: deadlines.idle * 1000,
    bodyTimeout: deadlines.idle * 1000,
    connect: { timeout: deadlines.connect * 1000, ...options.connect },
  })
  // One listener per request under way: the usual limit of ten is no leak here.
  setMaxListeners(0, signal)
  let requests = 0
  let pausedUntil = 0

  async function attempt(ask: Ask, base: BaseAddress): Promise<Answer & { address: string }> {
    let url = new URL(addressOf(base, ask.representation))
    for (let hop = 0; hop <= MOST_REDIRECTS; hop++) {
      signal.throwIfAborted()
      if (pausedUntil > Date.now()) await pause(pausedUntil - Date.now(), signal)
      requests++
      const answer = await request(agent, url, ask, deadlines.total * 1000, options.userAgent, signal)
      const target = findTarget(url, answer, bases)
      if (target === undefined) return { ...answer, address: url.href }
      url = target
    }
    throw new FetchFailure('redirect', url.href, `redirects more than ${MOST_REDIRECTS} times`)
  }

  async function get(ask: Ask) {
    for (let tries = 1; ; tries++) {
      const base = bases[(tries - 1) % bases.length] as BaseAddress
      try {
        return await attempt(ask, base)
      } catch (error) {
        if (!(error instanceof FetchFailure)) throw error
        const wait = planRetry(error, tries, retries, Math.random())
        if (wait === undefined) throw error
        if (error.retryAfter !== undefined) pausedUntil = Math.max(pausedUntil, Date.now() + wait)
        await pause(wait, signal)
      }
    }
  }
  return {
    get,
    get requests() {
      return requests
    },
    close: () => agent.destroy(),
  }
}

async function request(
  agent: Dispatcher,
  url: URL,
  ask: Ask,
  total: number,
  userAgent: string,
  signal: AbortSignal,
): Promise<Answer> {
  const headers: Record<string, string> = {
    'user-agent': userAgent,
    accept: ACCEPT[ask.representation.format],
    'accept-encoding': ACCEPTED_CODINGS,
  }
  if (ask.etag !== undefined) headers['if-none-match'] = ask.etag
  if (ask.lastModified !== undefined) headers['if-modified-since'] = ask.lastModified
  let sink: ReturnType<Ask['open']> | undefined
  const answer = await exchange(agent, {
    url,
    headers,
    total,
    signal,
    open: (head) => (sink = head.status === 200 ? ask.open(head, url.href) : undefined),
  })
  sink?.finish()
  return answer
}

// Where an answer redirects to; undefined when it is final and believed. Throws a FetchFailure for every other answer.
function findTarget(url: URL, answer: Answer, bases: readonly string[]): URL | undefined {
  const { status, headers } = answer
  if (status === 200 || status === 304) return undefined
  const location = single(headers.location)
  if ([301, 302, 303, 307, 308].includes(status) && location !== undefined) {
    const target = URL.parse(fromLatin1(location), url)
    const problem = findRedirectProblem(url, target, bases)
    if (problem === undefined) return target as URL
    throw new FetchFailure('redirect', url.href, `redirects ${problem}`, { status })
  }
  throw new FetchFailure('status', url.href, `answered ${status}`, {
    status,
    mediaType: single(headers['content-type']),
    retryAfter: parseRetryAfter(single(headers['retry-after']), Date.now()),
  })
}

// Headers arrive byte for byte; an address that was not encoded is UTF-8, as browsers take it.
function fromLatin1(text: string): string {
  return Buffer.from(text, 'latin1').toString()
}

const sleep: Pause = async (ms, signal) => {
  try {
    await setTimeout(ms, undefined, { signal })
  } catch (error) {
    signal.throwIfAborted()
    throw error
  }
}
