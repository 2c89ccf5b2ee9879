import type { Response } from 'undici'
import { FileRefused, type Taker } from '../snapshot/index.ts'
import { findConnectionFault } from './connection-fault.ts'
import { findHostProblem } from './redirect.ts'

const MOST_REDIRECTS = 5
/** Answers that say that there is no such file, now and later. */
const ABSENT = new Set([404, 410])

/** An attempt at a published file that failed and may do better. */
export class Passing extends Error {
  /** How long the host wants to be left alone, in ms. */
  readonly wait: number | undefined

  constructor(message: string, options: ErrorOptions & { wait?: number } = {}) {
    super(message, options)
    this.wait = options.wait
  }
}

/** Asks for one published file, and hands its bytes over. Resolves to false when there is none. Throws {@link Passing} or FileRefused. */
export async function attempt(
  address: URL,
  ask: (url: URL) => Promise<Response>,
  open: () => Taker,
): Promise<boolean> {
  const response = await follow(address, (url) => ask(url).catch((cause) => fail(url, cause)))
  if (response.ok) {
    await hand(response, address, open())
    return true
  }
  await response.body?.cancel()
  if (ABSENT.has(response.status)) return false
  throw refusal(address, response)
}

async function follow(address: URL, ask: (url: URL) => Promise<Response>): Promise<Response> {
  let url = address
  for (let hop = 0; hop <= MOST_REDIRECTS; hop++) {
    const response = await ask(url)
    const location = response.headers.get('location')
    if (location === null || response.status < 300 || response.status > 399) return response
    await response.body?.cancel()
    const target = URL.parse(location, url)
    const problem = findHostProblem(url, target)
    if (problem !== undefined || target === null)
      throw new FileRefused(
        `${url.href} redirects ${problem}, which is not followed. If your mirror is there, name that address with --restore.`,
      )
    url = target
  }
  throw new FileRefused(`${address.href} redirects more than ${MOST_REDIRECTS} times.`)
}

// What the taker throws is its own affair, and ends the transfer.
async function hand(response: Response, address: URL, taker: Taker): Promise<void> {
  if (response.body === null) return
  const chunks = response.body[Symbol.asyncIterator]()
  for (;;) {
    const next = await chunks.next().catch((cause) => fail(address, cause))
    if (next.done) return
    try {
      taker.write(next.value)
    } catch (error) {
      await chunks.return?.()
      throw error
    }
  }
}

function fail(address: URL, cause: Error): never {
  const inner = cause.cause as (Error & { code?: string }) | undefined
  const fault = findConnectionFault(cause)
  const why = fault?.code ?? inner?.code ?? inner?.message ?? cause.message
  const message = `${address.href} could not be fetched (${why})`
  throw new Passing(fault ? `${message}: ${fault.why}` : message, { cause })
}

function refusal(address: URL, { status, headers }: Response): Error {
  const said = `${address.href} answered ${status}`
  if (status < 500 && status !== 408 && status !== 429)
    return new FileRefused(
      `${said}, but a mirror must be public. Name another mirror with --restore, or omit --restore.`,
    )
  const seconds = Number(headers.get('retry-after') ?? Number.NaN)
  return new Passing(said, Number.isNaN(seconds) ? {} : { wait: seconds * 1000 })
}
