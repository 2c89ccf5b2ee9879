import { setTimeout } from 'node:timers/promises'
import { fetch } from 'undici'
import type { BaseAddress } from '../interface/index.ts'
import { type PublishedMirror, RestoreFailed } from '../snapshot/index.ts'
import { type DispatcherOptions, openDispatcher } from './dispatcher.ts'
import { attempt, Passing } from './restore-attempt.ts'

/** The longest wait between two attempts, in ms. */
const LONGEST_PAUSE = 120_000

export interface HttpMirrorOptions extends DispatcherOptions {
  /** The address the mirror is published at. */
  readonly base: BaseAddress
  readonly userAgent: string
  /** Seconds. */
  readonly deadlines: { readonly connect: number; readonly idle: number; readonly total: number }
  readonly retries: number
  readonly signal: AbortSignal
}

/**
 * A mirror that is published on any static host: files are asked for by their own paths, never by a query. Redirects are followed on
 * the same host only, bare or `www`, and from http to https. Bodies are handed over with their content coding undone.
 */
export function openHttpMirror(options: HttpMirrorOptions): PublishedMirror & { close(): Promise<void> } {
  const { base, deadlines, signal, retries } = options
  const dispatcher = openDispatcher(options)
  // A copy that is kept on the way may be of another publication than its manifest.
  const headers = { 'user-agent': options.userAgent, 'cache-control': 'no-cache' }

  function ask(url: URL, stop: AbortSignal) {
    return fetch(url, { dispatcher, headers, redirect: 'manual', signal: stop })
  }
  return {
    name: base,
    async read(path, open) {
      const address = new URL(path.split('/').map(encodeURIComponent).join('/'), base)
      for (let tries = 1; ; tries++) {
        signal.throwIfAborted()
        const stop = AbortSignal.any([signal, AbortSignal.timeout(deadlines.total * 1000)])
        try {
          return await attempt(address, (url) => ask(url, stop), open)
        } catch (error) {
          signal.throwIfAborted()
          if (!(error instanceof Passing)) throw error
          if (tries > retries) throw givenUp(error, tries)
          const wait = error.wait ?? 500 * 2 ** (tries - 1) * (0.5 + Math.random())
          await setTimeout(Math.min(wait, LONGEST_PAUSE), undefined, { signal })
        }
      }
    },
    close: () => dispatcher.destroy(),
  }
}

function givenUp(error: Passing, tries: number): RestoreFailed {
  return new RestoreFailed(
    `${error.message}, ${tries === 1 ? 'once' : `${tries} times`}. Run again; files fetched so far are kept. To start without a restored snapshot, omit --restore.`,
    { cause: error },
  )
}
