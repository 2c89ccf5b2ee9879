import type { OriginAnswer } from '../exchange.ts'
import { amendFailure, FetchFailure, quotable } from '../failure.ts'
import { openHead } from '../head.ts'
import { findHostProblem, findLocation, followRedirects } from '../redirect.ts'
import { retryAfterOf } from '../retry.ts'
import type { ExchangeEnd, Transport } from '../transport.ts'
import { findDisallow, parseRobots, productOf, type Robots } from './parse-robots.ts'

/** Maximum bytes of a robots.txt (RFC 9309, 2.5). */
const MOST_BYTES = 500 * 1024
/** A longer Crawl-delay is reduced to this, in seconds. */
const LONGEST_DELAY = 60
const FULL = new Error('the rest of robots.txt is not read')

/** Enforces the robots.txt of each host. It is fetched once, before any other request to that host. */
interface RobotsGuard {
  /** Throws a FetchFailure of kind `robots` if an address is disallowed, or if robots.txt cannot be read. */
  check(url: URL, again: boolean): Promise<void>
  /** Sentences about rules that slow the run. */
  readonly notices: readonly string[]
}

/** Opens the guard of a run that is one of `processes`, which share the Crawl-delay. */
export function openRobotsGuard(transport: Transport, userAgent: string, processes = 1): RobotsGuard {
  const known = new Map<string, Promise<Robots>>()
  const notices: string[] = []

  async function learn(origin: string, again: boolean): Promise<Robots> {
    const robots = parseRobots(await readRobots(transport, userAgent, origin, again), productOf(userAgent))
    const delay = Math.min(LONGEST_DELAY, robots.crawlDelay ?? 0)
    if (delay > 0) {
      transport.hostOf(origin).slowTo(delay * 1000 * processes)
      notices.push(
        `robots.txt of ${new URL(origin).host} asks for ${delay} s between requests (Crawl-delay).`,
      )
    }
    return robots
  }
  // After a failure, the next request fetches robots.txt again.
  function robotsOf(origin: string, again: boolean): Promise<Robots> {
    const asked = known.get(origin) ?? learn(origin, again)
    if (!known.has(origin)) {
      known.set(origin, asked)
      asked.catch(() => known.delete(origin))
    }
    return asked
  }
  return {
    notices,
    async check(url, again) {
      const robots = await robotsOf(url.origin, again).catch((error) => {
        throw explain(error, url)
      })
      const rule = findDisallow(robots, url.pathname + url.search)
      if (rule === undefined) return
      throw new FetchFailure(
        'robots',
        url.href,
        `is disallowed by robots.txt of ${url.host}: "Disallow: ${rule.written}" (the config key robots)`,
        { facts: { host: url.host, rule: quotable(rule.written, 200) } },
      )
    },
  }
}

// A failed connection is reported as such; other failures as an unreadable robots.txt.
function explain(error: unknown, { href, host }: URL): unknown {
  if (!(error instanceof FetchFailure) || error.kind === 'robots') return error
  if (error.unconnected || error.unsent || error.lasting) return amendFailure(error, { address: href })
  const message = `${error.message}; nothing on ${host} is requested before robots.txt has been read (the config key robots)`
  return amendFailure(error, { message })
}

// Resolves to the text, or '' if there is none and everything is allowed (RFC 9309, 2.3.1.3).
async function readRobots(
  transport: Transport,
  userAgent: string,
  origin: string,
  again: boolean,
): Promise<string> {
  const ask = (url: URL) => askRobots(transport, userAgent, url, again)
  return (await followRedirects(new URL('/robots.txt', origin), ask)) ?? ''
}

// Resolves to the text, or the address it redirects to.
function askRobots(transport: Transport, userAgent: string, url: URL, again: boolean): Promise<string | URL> {
  const body = openHead(MOST_BYTES)
  let bytes = 0
  const write = (chunk: Uint8Array) => {
    body.write(chunk)
    bytes += chunk.length
    if (bytes >= MOST_BYTES) throw FULL
  }
  const headers = { 'user-agent': userAgent, accept: 'text/plain, */*;q=0.1', 'accept-encoding': 'gzip' }
  const judgeEnd = ({ answer, error }: ExchangeEnd) => {
    const isNeeded = answer === undefined || answer.status < 300 || !(error instanceof FetchFailure)
    if (error !== undefined && error !== FULL && isNeeded) throw error
    return judge(url, answer as OriginAnswer, () => body.bytes().toString())
  }
  return transport.send({ url, headers, open: () => ({ write }) }, judgeEnd, again)
}

function judge(url: URL, answer: OriginAnswer, text: () => string): string | URL {
  const { status } = answer
  if (status === 429 || status >= 500)
    throw new FetchFailure(
      'robots',
      url.href,
      `answered ${status}; nothing on ${url.host} is requested while robots.txt cannot be read (the config key robots)`,
      { status, facts: { host: url.host }, retryAfter: retryAfterOf(answer) },
    )
  if (status === 200) return text()
  const target = findLocation(url, answer)
  return target && findHostProblem(url, target) === undefined ? target : ''
}
