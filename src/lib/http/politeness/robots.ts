import { type OriginAnswer, single } from '../exchange.ts'
import { amendFailure, FetchFailure } from '../failure.ts'
import { openHead } from '../head.ts'
import { quotable } from '../quotable.ts'
import { findHostProblem, findLocation, MOST_REDIRECTS } from '../redirect.ts'
import { parseRetryAfter } from '../retry.ts'
import type { Transport } from '../transport.ts'
import { findDisallow } from './match-robots.ts'
import { parseRobots, productOf, type Robots } from './parse-robots.ts'

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

export function openRobotsGuard(line: Transport, userAgent: string): RobotsGuard {
  const known = new Map<string, Promise<Robots>>()
  const notices: string[] = []

  async function learn(origin: string, again: boolean): Promise<Robots> {
    const robots = parseRobots(await readRobots(line, userAgent, origin, again), productOf(userAgent))
    const delay = Math.min(LONGEST_DELAY, robots.crawlDelay ?? 0)
    if (delay > 0) {
      line.hostOf(origin).slowTo(delay * 1000)
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

async function readRobots(
  line: Transport,
  userAgent: string,
  origin: string,
  again: boolean,
): Promise<string> {
  let url = new URL('/robots.txt', origin)
  for (let hop = 0; hop <= MOST_REDIRECTS; hop++) {
    const found = await askRobots(line, userAgent, url, again)
    if (typeof found === 'string') return found
    url = found
  }
  return ''
}

// Resolves to the text, '' if there is none and everything is allowed (RFC 9309, 2.3.1.3), or the address it redirects to.
function askRobots(line: Transport, userAgent: string, url: URL, again: boolean): Promise<string | URL> {
  const body = openHead(MOST_BYTES)
  let bytes = 0
  let head: OriginAnswer | undefined
  const write = (chunk: Uint8Array) => {
    body.write(chunk)
    bytes += chunk.length
    if (bytes >= MOST_BYTES) throw FULL
  }
  const open = (answer: OriginAnswer) => {
    head = answer
    return { write }
  }
  const headers = { 'user-agent': userAgent, accept: 'text/plain, */*;q=0.1', 'accept-encoding': 'gzip' }
  return line.send(
    { url, headers, open },
    async (asked) => {
      const error = await asked.then(
        () => undefined,
        (error: unknown) => error,
      )
      if (
        error !== undefined &&
        error !== FULL &&
        !(head && head.status >= 300 && error instanceof FetchFailure)
      )
        throw error
      return judge(url, head as OriginAnswer, () => body.bytes().toString())
    },
    again,
  )
}

function judge(url: URL, answer: OriginAnswer, text: () => string): string | URL {
  const { status, headers } = answer
  if (status === 429 || status >= 500)
    throw new FetchFailure(
      'robots',
      url.href,
      `answered ${status}; nothing on ${url.host} is requested while robots.txt cannot be read (the config key robots)`,
      {
        status,
        facts: { host: url.host },
        retryAfter: parseRetryAfter(single(headers['retry-after']), Date.now(), single(headers.date)),
      },
    )
  if (status === 200) return text()
  const target = findLocation(url, answer)
  return target && findHostProblem(url, target) === undefined ? target : ''
}
