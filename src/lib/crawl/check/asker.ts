import { setTimeout } from 'node:timers/promises'
import type { BaseAddress } from '../../interface/index.ts'
import { type DispatcherOptions, openDispatcher } from '../dispatcher.ts'
import { single } from '../exchange.ts'
import { FetchFailure } from '../failure.ts'
import { parseRetryAfter } from '../retry.ts'
import { type Answer, type Given, headerOf } from './answer.ts'
import { askOnce } from './ask.ts'
import type { Question } from './question.ts'

/** The longest wait before a question is asked again, in ms. */
const LONGEST_PAUSE = 30_000
const PAUSE = 500
/** So many questions one after the other without an answer mean that the host is gone. */
const MOST_FAILURES = 24
/** Answers of a host that is busy, not wrong. */
const BUSY = new Set([408, 425, 429, 500, 502, 503, 504])

export interface AskerOptions extends DispatcherOptions {
  readonly base: BaseAddress
  readonly userAgent: string
  /** Seconds. */
  readonly deadlines: { readonly connect: number; readonly idle: number; readonly total: number }
  readonly signal: AbortSignal
  /** Waits between the two attempts at one question. */
  readonly pause?: ((ms: number, signal: AbortSignal) => Promise<void>) | undefined
}

/** Asks questions, each a second time where that may help. */
export interface Asker {
  readonly requests: number
  /** Of bodies, decoded. */
  readonly bytes: number
  /** Throws {@link SiteUnreachable} when nothing has answered for a while. */
  ask(question: Question): Promise<Answer>
  close(): Promise<void>
}

/** A site that gives no answer, so that nobody knows what it holds. */
export class SiteUnreachable extends Error {
  override name = 'SiteUnreachable'
}

export function openAsker(options: AskerOptions): Asker {
  const { deadlines, signal, pause = sleep } = options
  const dispatcher = openDispatcher(options)
  let requests = 0
  let bytes = 0
  let failures = 0

  async function attempt(question: Question): Promise<Answer> {
    requests++
    try {
      const answer = await askOnce({ ...options, dispatcher, total: deadlines.total }, question)
      bytes += answer.bytes
      failures = 0
      return answer
    } catch (error) {
      if (!(error instanceof FetchFailure)) throw error
      return { kind: 'failed', address: error.address, message: error.message }
    }
  }
  return {
    get requests() {
      return requests
    },
    get bytes() {
      return bytes
    },
    async ask(question) {
      const first = await attempt(question)
      const wait = waitAfter(first)
      if (wait === undefined) return first
      await pause(wait, signal)
      const second = await attempt(question)
      if (second.kind === 'failed' && ++failures >= MOST_FAILURES)
        throw new SiteUnreachable(
          `${options.base} does not answer any more after ${requests} requests: ${second.address} ${second.message}.`,
        )
      return second
    },
    close: () => dispatcher.destroy(),
  }
}

// How long to wait before asking again, in ms; undefined when that would not help.
function waitAfter(answer: Answer): number | undefined {
  if (answer.kind === 'failed' || answer.problem !== undefined) return PAUSE
  return BUSY.has(answer.status) ? Math.min(askedFor(answer) ?? PAUSE, LONGEST_PAUSE) : undefined
}

function askedFor(answer: Given): number | undefined {
  return parseRetryAfter(headerOf(answer, 'retry-after'), Date.now(), single(answer.headers.date))
}

async function sleep(ms: number, signal: AbortSignal): Promise<void> {
  await setTimeout(ms, undefined, { signal })
}
