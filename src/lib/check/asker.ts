import {
  FetchFailure,
  openBudget,
  openTransport,
  type Pause,
  planRetry,
  sleep,
  type TransportOptions,
} from '../http/index.ts'
import type { BaseAddress } from '../interface/index.ts'
import { BUSY, type CheckAnswer, headerOf } from './answer.ts'
import { askOnce } from './ask.ts'
import type { Question } from './question.ts'

/** Retries of one question that the host was too busy for, and of one that got no answer, or not a whole one. */
const RETRIES = 3
const RETRIES_OF_SILENCE = 2
/** So many questions one after the other without an answer mean that the host is gone. */
const MOST_FAILURES = 24
const TOO_MANY = 429

export interface AskerOptions extends Omit<TransportOptions, 'retries' | 'pause' | 'clock'> {
  readonly base: BaseAddress
  readonly userAgent: string
  /** Waits before a question is asked again. */
  readonly pause?: Pause | undefined
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
  const { base, userAgent, signal, pause = sleep } = options
  const clock = () => performance.now()
  const transport = openTransport({ ...options, retries: RETRIES, pause, clock })
  const budget = openBudget()
  const repeats = new Map<string, number>()
  const codings = new Set<string>()
  let bytes = 0
  let failures = 0
  let last: string | undefined

  function goneAfter(what: string): SiteUnreachable {
    return new SiteUnreachable(
      `${base} does not answer any more after ${transport.requests} requests: ${what}.`,
    )
  }

  async function attempt(question: Question, again: boolean): Promise<Attempt> {
    try {
      const { answer, failure } = await askOnce({ transport, base, userAgent }, question, again)
      bytes += answer.bytes
      const coding = headerOf(answer, 'content-encoding')
      if (coding !== undefined) codings.add(coding.trim().toLowerCase())
      return { answer, failure }
    } catch (error) {
      if (!(error instanceof FetchFailure)) throw error
      const { address, message, unconnected } = error
      if (unconnected) throw goneAfter(last ?? `${address} ${message}`)
      last = `${address} ${message}`
      return { answer: { kind: 'failed', address, message }, failure: error }
    }
  }

  // How long to wait before a question is asked again, in ms; undefined when that would not help. A host that limits its rate is
  // slowed down to, and costs nothing of the budget.
  function waitAfter({ failure, answer }: Attempt, attempts: number): number | undefined {
    if (failure === undefined) return undefined
    if (transport.hostOf(base).unresponsive) throw goneAfter(`${failure.address} ${nameOf(answer)}`)
    const retries = failure.kind === 'status' ? RETRIES : RETRIES_OF_SILENCE
    const wait = planRetry(failure, attempts, retries, Math.random())
    return wait !== undefined && (isRefused(answer) || budget.take(transport.requests)) ? wait : undefined
  }

  function countSilence(answer: CheckAnswer): void {
    if (answer.kind === 'given' && !isRefused(answer)) failures = 0
    else if (++failures >= MOST_FAILURES) throw goneAfter(`${answer.address} ${nameOf(answer)}`)
  }

  return {
    get requests() {
      return transport.requests
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
    close: () => transport.close(),
  }
}

interface Attempt {
  readonly answer: CheckAnswer
  /** Why it may be worth asking again. */
  readonly failure: FetchFailure | undefined
}

function nameOf(answer: CheckAnswer): string {
  return answer.kind === 'failed' ? answer.message : `answered ${answer.status}`
}

function reasonOf(answer: CheckAnswer): string {
  if (answer.kind === 'failed') return 'gave no answer'
  // The page of a host that is busy may be longer than the file, of which no more is read.
  return answer.problem === undefined || BUSY.has(answer.status) ? nameOf(answer) : 'did not come whole'
}
