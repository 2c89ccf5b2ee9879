import { type OriginAnswer, single } from '../http/index.ts'

/**
 * For how many seconds a response may be used without a request (RFC 9111, 4.2.1, for a private cache): its `max-age` minus its `Age`;
 * undefined without a max-age, and 0 if it must be revalidated.
 */
export function maxAgeOf({ headers }: OriginAnswer): number | undefined {
  const stated = [headers['cache-control'] ?? []].flat().join(',').toLowerCase()
  const directives = stated.split(',').map((directive) => directive.trim())
  if (directives.some((one) => /^no-(?:cache|store)(?:=|$)/.test(one))) return 0
  const [seconds] = directives.flatMap((one) => /^max-age="?(\d{1,10})"?$/.exec(one)?.[1] ?? [])
  if (seconds === undefined) return undefined
  const age = Number(/^\d+$/.exec(single(headers.age)?.trim() ?? '')?.[0] ?? 0)
  return Math.max(0, Number(seconds) - age)
}
