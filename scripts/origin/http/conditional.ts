import type { IncomingHttpHeaders } from 'node:http'
import type { ContentCoding } from './coding.ts'

/** What a client may ask by: both are known without making the body. */
export interface OriginValidators {
  readonly etag: string
  readonly lastModified: Date
}

/** A strong entity tag; each coding of a representation has its own (RFC 9110, 8.8.3.3). */
export function entityTag(digest: string, coding: ContentCoding): string {
  return coding === 'identity' ? `"${digest}"` : `"${digest}-${coding}"`
}

/** Whether the client has this already, so that 304 is the answer (RFC 9110, 13.2.2: the tag decides where there is one). */
export function isNotModified(
  headers: IncomingHttpHeaders,
  { etag, lastModified }: OriginValidators,
): boolean {
  const tags = headers['if-none-match']
  if (tags !== undefined) return tags.trim() === '*' || namesTag(tags, etag)
  const since = Date.parse(headers['if-modified-since'] ?? '')
  return !Number.isNaN(since) && Math.floor(lastModified.getTime() / 1000) * 1000 <= since
}

/** Whether a list of tags, weak or strong, holds this one: If-None-Match compares weakly (RFC 9110, 13.1.2). */
function namesTag(tags: string, etag: string): boolean {
  const listed: readonly string[] = tags.match(/"[^"]*"/g) ?? []
  return listed.includes(etag)
}
