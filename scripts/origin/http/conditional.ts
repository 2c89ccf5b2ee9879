import type { IncomingHttpHeaders } from 'node:http'
import type { ContentCoding } from './coding.ts'

/** The validators of a representation, known without writing the body. */
interface OriginValidators {
  readonly etag: string
  readonly lastModified: Date
}

/** A strong entity tag, different for each coding of a representation (RFC 9110, 8.8.3.3). */
export function entityTag(digest: string, coding: ContentCoding): string {
  return coding === 'identity' ? `"${digest}"` : `"${digest}-${coding}"`
}

/** Whether to answer 304 (RFC 9110, 13.2.2: the entity tag takes precedence). */
export function isNotModified(
  headers: IncomingHttpHeaders,
  { etag, lastModified }: OriginValidators,
): boolean {
  const tags = headers['if-none-match']
  if (tags !== undefined) return tags.trim() === '*' || namesTag(tags, etag)
  const since = Date.parse(headers['if-modified-since'] ?? '')
  return !Number.isNaN(since) && Math.floor(lastModified.getTime() / 1000) * 1000 <= since
}

/** Whether a list of weak or strong tags contains this one: If-None-Match compares weakly (RFC 9110, 13.1.2). */
function namesTag(tags: string, etag: string): boolean {
  const listed: readonly string[] = tags.match(/"[^"]*"/g) ?? []
  return listed.includes(etag)
}
