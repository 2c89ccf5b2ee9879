/** One rule of robots.txt. */
interface RobotsRule {
  readonly allow: boolean
  /** The pattern as written, and in normalised form. */
  readonly written: string
  readonly pattern: string
}

/** The rules of a robots.txt for one crawler. */
export interface Robots {
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
