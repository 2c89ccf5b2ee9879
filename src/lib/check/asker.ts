import { setTimeout } from 'node:timers/promises'
import { type DispatcherOptions, openDispatcher } from '../crawl/dispatcher.ts'
import { single } from '../crawl/exchange.ts'
import { FetchFailure } from '../crawl/failure.ts'
import { openBudget } from '../crawl/politeness/budget.ts'
import { openHost } from '../crawl/politeness/host.ts'
import { openPacer } from '../crawl/politeness/pacer.ts'
import { parseRetryAfter, planRetry } from '../crawl/retry.ts'
import type { BaseAddress } from '../interface/index.ts'
import { type CheckAnswer, type Given, headerOf } from './answer.ts'
import { askOnce } from './ask.ts'
import type { Question } from './question.ts'

/** Retries of one question that the host was too busy for, and of one that got no answer, or not a whole one. */
const RETRIES = 3
const RETRIES_OF_SILENCE = 2
/** So many questions one after the other without an answer mean that the host is gone. */
const MOST_FAILURES = 24
/** Answers of a host that is busy, not wrong. */
const BUSY = new Set([408, 425, 429, 500, 502, 503, 504])
const TOO_MANY = 429

export interface AskerOptions extends DispatcherOptions {
  readonly base: BaseAddress
  readonly userAgent: string
  /** Requests per second at most. */
  readonly rate?: number | undefined
  /** Seconds. */
  readonly deadlines: { readonly connect: number; readonly idle: number; readonly total: number }
  readonly signal: AbortSignal
  /** Waits before a question is asked again. */
  readonly pause?: ((ms: number, signal: AbortSignal) => Promise<void>) | undefined
}

/** Asks questions as politely as a crawl does, each again where that may help. */
export interface Asker {
  readonly requests: number
  /** Of bodies, decoded. */
  readonly bytes: number
  /** How often a question was asked again, by what had happened: `answered 503`, `gave no answer`. */
  readonly repeats: ReadonlyMap<string, number>
  /** The content codings that came so far. */
  readonly codings: ReadonlySet<string>
  /** Throws {@link SiteUnreachable} when nothing has answered for a while. */
  ask(question: Question): Promise<CheckAnswer>
  close(): Promise<void>
}

/** A site that gives no answer, so that nobody knows what it holds. */
export class SiteUnreachable extends Error {
  override name = 'SiteUnreachable'
}

/** Whether an answer says nothing of the mirror, only that the host takes no more requests for now (RFC 6585, 4). */
export function isRefused(answer: CheckAnswer): boolean {
  return answer.kind === 'given' && answer.status === TOO_MANY
}

export function openAsker(options: AskerOptions): Asker {
  const { connections, rate, deadlines, signal, pause = sleep } = options
  const dispatcher = openDispatcher(options)
  const host = openHost({
    ...{ connections, retries: RETRIES, signal, pause },
    pacer: openPacer(rate === undefined ? 0 : 1000 / rate),
    clock: () => performance.now(),
  })
  const budget = openBudget()
  const repeats = new Map<string, number>()
  const codings = new Set<string>()
  let requests = 0
  let bytes = 0
  let failures = 0
  let last: string | undefined

  function goneAfter(what: string): SiteUnreachable {
    return new SiteUnreachable(
      `${options.base} does not answer any more after ${requests} requests: ${what}.`,
    )
  }

  async function attempt(question: Question, again: boolean): Promise<Attempt> {
    let given: Given | undefined
    try {
      await host.send(
        async () => {
          requests++
          given = await askOnce({ ...options, dispatcher, total: deadlines.total }, question).catch(asSilence)
          bytes += given.bytes
          const coding = headerOf(given, 'content-encoding')
          if (coding !== undefined) codings.add(coding.trim().toLowerCase())
          if (BUSY.has(given.status)) throw busyFailure(given)
        },
        new URL(question.target, options.base).href,
        again,
      )
      return { answer: given as Given, failure: problemOf(given as Given) }
    } catch (error) {
      if (!(error instanceof FetchFailure)) throw error
      const { address, message, unconnected } = error
      if (unconnected) throw goneAfter(last ?? `${address} ${message}`)
      last = `${address} ${message}`
      return { answer: given ?? { kind: 'failed', address, message }, failure: error }
    }
  }

  // How long to wait before a question is asked again, in ms; undefined when that would not help. A host that limits its rate is
  // slowed down to, and costs nothing of the budget.
  function waitAfter({ failure, answer }: Attempt, attempts: number): number | undefined {
    if (failure === undefined) return undefined
    if (host.unresponsive) throw goneAfter(`${failure.address} ${nameOf(answer)}`)
    const retries = failure.kind === 'status' ? RETRIES : RETRIES_OF_SILENCE
    const wait = planRetry(failure, attempts, retries, Math.random())
    return wait !== undefined && (isRefused(answer) || budget.take(requests)) ? wait : undefined
  }

  function countSilence(answer: CheckAnswer): void {
    if (answer.kind === 'given' && !isRefused(answer)) failures = 0
    else if (++failures >= MOST_FAILURES) throw goneAfter(`${answer.address} ${nameOf(answer)}`)
  }

  return {
    get requests() {
      return requests
    },
    get bytes() {
      return bytes
    },
    repeats,
    codings,
    async ask(question) {
      for (let attempts = 1; ; attempts++) {
        const tried = await attempt(question, attempts > 1)
        const wait = waitAfter(tried, attempts)
        if (wait === undefined) {
          countSilence(tried.answer)
          return tried.answer
        }
        const reason = reasonOf(tried.answer)
        repeats.set(reason, (repeats.get(reason) ?? 0) + 1)
        if (wait > 0) await pause(wait, signal)
      }
    },
    close: () => dispatcher.destroy(),
  }
}

interface Attempt {
  readonly answer: CheckAnswer
  /** Why it may be worth asking again. */
  readonly failure: FetchFailure | undefined
}

// A host that is gone is not waited for: what a crawl does for an origin would take minutes. So the one failure that is marked so is
// that of a host that is left alone.
function asSilence(error: unknown): never {
  if (!(error instanceof FetchFailure) || !error.unconnected) throw error
  throw new FetchFailure(error.kind, error.address, error.message, { cause: error })
}

function busyFailure(answer: Given): FetchFailure {
  const { status, address, headers } = answer
  const retryAfter = parseRetryAfter(headerOf(answer, 'retry-after'), Date.now(), single(headers.date))
  return new FetchFailure('status', address, nameOf(answer), { status, retryAfter })
}

function problemOf({ address, problem }: Given): FetchFailure | undefined {
  return problem === undefined ? undefined : new FetchFailure('cut', address, problem)
}

function nameOf(answer: CheckAnswer): string {
  return answer.kind === 'failed' ? answer.message : `answered ${answer.status}`
}

function reasonOf(answer: CheckAnswer): string {
  if (answer.kind === 'failed') return 'gave no answer'
  // The page of a host that is busy may be longer than the file, of which no more is read.
  return answer.problem === undefined || BUSY.has(answer.status) ? nameOf(answer) : 'did not come whole'
}

async function sleep(ms: number, signal: AbortSignal): Promise<void> {
  await setTimeout(ms, undefined, { signal })
}
