import { openHead } from '../decode.ts'
import type { OriginAnswer } from '../exchange.ts'
import { amendFailure, FetchFailure, quoteForeign } from '../failure.ts'
import { findHostProblem, findLocation, followRedirects } from '../redirect.ts'
import type { ExchangeEnd, Transport } from '../transport.ts'
import { retryAfterOf } from './backoff.ts'

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
    const pending = known.get(origin) ?? learn(origin, again)
    if (!known.has(origin)) {
      known.set(origin, pending)
      pending.catch(() => known.delete(origin))
    }
    return pending
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
        { facts: { host: url.host, rule: quoteForeign(rule.written, 200) } },
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

/** One rule of robots.txt. */
interface RobotsRule {
  readonly allow: boolean
  /** The pattern as written, and in normalised form. */
  readonly written: string
  readonly pattern: string
}

/** The rules of a robots.txt for one crawler. */
interface Robots {
  readonly rules: readonly RobotsRule[]
  /** Seconds between requests; undefined if not stated. */
  readonly crawlDelay: number | undefined
}

const NO_ROBOTS: Robots = { rules: [], crawlDelay: undefined }

interface Group {
  readonly agents: string[]
  readonly rules: RobotsRule[]
  crawlDelay: number | undefined
}

/**
 * Parses a robots.txt (RFC 9309) for the crawler whose User-Agent begins with `product`: all groups with its name, else those of `*`.
 * `Crawl-delay` is not in the standard, but common. An html page has no rules.
 */
export function parseRobots(text: string, product: string): Robots {
  if (/^\uFEFF?\s*</.test(text)) return NO_ROBOTS
  const groups = readGroups(text.replace(/^\uFEFF/, ''))
  const named = groups.filter(({ agents }) => agents.includes(product.toLowerCase()))
  const chosen = named.length > 0 ? named : groups.filter(({ agents }) => agents.includes('*'))
  const delays = chosen.flatMap(({ crawlDelay }) => crawlDelay ?? [])
  return {
    rules: chosen.flatMap(({ rules }) => rules),
    crawlDelay: delays.reduce<number | undefined>((most, delay) => Math.max(most ?? 0, delay), undefined),
  }
}

// Consecutive User-agent lines begin a group; unknown lines belong to no group.
function readGroups(text: string): Group[] {
  const groups: Group[] = []
  let named = false
  for (const line of text.split(/\r\n|\r|\n/)) {
    const [rule = ''] = line.split('#', 1)
    const colon = rule.indexOf(':')
    const kind = rule.slice(0, Math.max(colon, 0)).trim().toLowerCase()
    const value = rule.slice(colon + 1).trim()
    const group = groups.at(-1)
    if (kind === 'user-agent') {
      if (group !== undefined && named) group.agents.push(productOf(value))
      else groups.push({ agents: [productOf(value)], rules: [], crawlDelay: undefined })
      named = true
    } else if (kind === 'allow' || kind === 'disallow') {
      named = false
      if (value !== '')
        group?.rules.push({ allow: kind === 'allow', written: value, pattern: normalise(value) })
    } else if (kind === 'crawl-delay') {
      named = false
      if (group !== undefined && /^\d+(\.\d*)?$|^\.\d+$/.test(value)) group.crawlDelay = Number(value)
    }
  }
  return groups
}

/** The product token at the beginning of a User-Agent header or line, in lower case (RFC 9309, 2.2.1). */
export function productOf(agent: string): string {
  return agent.startsWith('*') ? '*' : (/^[a-z_-]+/i.exec(agent)?.[0].toLowerCase() ?? '')
}

function normalise(pattern: string): string {
  const rooted = /^[/*]/.test(pattern) ? pattern : `/${pattern}`
  return encodeOctets(rooted)
}

/**
 * Normalises a path for comparison (RFC 9309, 2.2.2): characters beyond ASCII are percent-encoded, unreserved ones are not, and hex digits
 * are upper case.
 */
function encodeOctets(path: string): string {
  return path
    .toWellFormed()
    .replace(/[^\x00-\x7f]+/g, encodeURIComponent)
    .replace(/%[0-9a-f]{2}/gi, (triplet) => {
      const char = String.fromCharCode(Number.parseInt(triplet.slice(1), 16))
      return /[A-Za-z0-9._~-]/.test(char) ? char : triplet.toUpperCase()
    })
}

/** The rule that disallows a path (with its query), or undefined: the longest match wins, and of equal ones Allow (RFC 9309, 2.2.2). */
export function findDisallow({ rules }: Robots, path: string): RobotsRule | undefined {
  if (rules.length === 0) return undefined
  // Asterisks and dollars in the path are literal.
  const octets = encodeOctets(path).replaceAll('*', '%2A').replaceAll('$', '%24')
  let best: RobotsRule | undefined
  for (const rule of rules) {
    if (!matches(rule.pattern, octets)) continue
    const longer = rule.pattern.length - (best?.pattern.length ?? -1)
    if (longer > 0 || (longer === 0 && rule.allow)) best = rule
  }
  return best?.allow === false ? best : undefined
}

// Matches literal pieces from left to right, so the time is at most pieces × length.
function matches(pattern: string, path: string): boolean {
  const anchored = pattern.endsWith('$')
  const pieces = (anchored ? pattern.slice(0, -1) : pattern).replaceAll('$', '%24').split('*')
  const [first = '', ...others] = pieces
  if (!path.startsWith(first)) return false
  if (others.length === 0) return !anchored || path.length === first.length
  const last = anchored ? others.pop() : undefined
  let at = first.length
  for (const piece of others) {
    const found = path.indexOf(piece, at)
    if (found < 0) return false
    at = found + piece.length
  }
  return last === undefined || (path.endsWith(last) && path.length - last.length >= at)
}
