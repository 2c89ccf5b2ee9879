import { type OriginAnswer, single } from '../http/index.ts'
import type { ManifestRecord } from '../snapshot/index.ts'

/** The validators of a conditional request (RFC 9110, 13.1). */
export interface Validators {
  readonly etag?: string
  readonly lastModified?: string
}

const MOST_LENGTH = 1024
/** Milliseconds by which a Last-Modified must precede its answer (RFC 9110, 8.8.2.2): later changes may have the same one. */
const LEAST_AGE = 60_000

/**
 * The validators of a stored copy that can be sent back unchanged. Left out are invalid header values, the ETag `*`, which any copy
 * would match, and a Last-Modified of the minute in which the copy was last confirmed, or later: the origin may confirm every copy by it.
 */
export function usableValidators({ etag, lastModified, fetchedAt }: ManifestRecord): Validators {
  const isRecent = Date.parse(lastModified ?? '') > Date.parse(fetchedAt ?? '') - LEAST_AGE
  return {
    ...(isHeaderValue(etag) && etag !== '*' && { etag }),
    ...(isHeaderValue(lastModified) && !isRecent && { lastModified }),
  }
}

function isHeaderValue(value: string | undefined): value is string {
  return (
    value !== undefined &&
    value.length <= MOST_LENGTH &&
    /^[\x21-\x7e\x80-\xff]([\t\x20-\x7e\x80-\xff]*)$/.test(value)
  )
}

/** The validators of a response. */
export function validatorsOf({ headers }: OriginAnswer): Validators {
  const etag = single(headers.etag)
  const lastModified = single(headers['last-modified'])
  return { ...(etag && { etag }), ...(lastModified && { lastModified }) }
}

/**
 * Whether a 304 is about the stored copy (RFC 9111, 4.3.4): its ETag, if any, equals that of the copy, and its Last-Modified is not later.
 * ETags are compared weakly, as for If-None-Match (RFC 9110, 13.1.2): servers that compress omit the `W/` in a 304.
 */
export function vouchesFor(stored: Validators, received: Validators): boolean {
  if (received.etag !== undefined) return opaqueTag(received.etag) === opaqueTag(stored.etag)
  return !(Date.parse(received.lastModified ?? '') > Date.parse(stored.lastModified ?? ''))
}

function opaqueTag(etag: string | undefined): string | undefined {
  return etag?.replace(/^W\//, '')
}

/**
 * What is wrong with the validators of a response, compared with the stored record; undefined if nothing is. `changed`: whether the bytes
 * differ.
 */
export function findDoubt(
  stored: ManifestRecord,
  received: Validators,
  changed: boolean,
): string | undefined {
  const before = Date.parse(stored.lastModified ?? '')
  const now = Date.parse(received.lastModified ?? '')
  if (now < before)
    return changed
      ? `It changed, but its Last-Modified went back from ${stored.lastModified} to ${received.lastModified}. The origin may be serving an older version.`
      : `Its Last-Modified went back from ${stored.lastModified} to ${received.lastModified}, although it did not change.`
  if (
    changed &&
    received.etag !== undefined &&
    received.etag === stored.etag &&
    !received.etag.startsWith('W/')
  )
    return `It changed, but its ETag ${received.etag} did not. The validators of the origin are unreliable.`
  return undefined
}

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
