import { encodeOctets, type Robots, type RobotsRule } from './parse-robots.ts'

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
