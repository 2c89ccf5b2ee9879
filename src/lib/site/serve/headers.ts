import { MEDIA_TYPES } from '../../interface/index.ts'
import { DATA_POLICY, NOT_FOUND_POLICY, PAGE_POLICY, REFERRER_POLICY } from '../policy.ts'

const TYPES: Readonly<Record<string, string>> = {
  ...MEDIA_TYPES,
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml',
  png: 'image/png',
  txt: 'text/plain; charset=utf-8',
}

/** What every answer says: any site may read it, and no browser takes it for another type than is told. */
export const EVERYWHERE: Readonly<Record<string, string>> = {
  'access-control-allow-origin': '*',
  'x-content-type-options': 'nosniff',
}

/** The headers of a file, whatever the answer's status: type, caching, what a browser may run of it, and {@link EVERYWHERE}. */
export function headersOf(path: string): Record<string, string> {
  const name = path.slice(path.lastIndexOf('/') + 1)
  const ending = /\.([a-z]+)$/.exec(name)?.[1] ?? ''
  return {
    'content-type':
      name === 'SHA256SUMS' ? 'text/plain; charset=utf-8' : (TYPES[ending] ?? 'application/octet-stream'),
    // Names below _astro/ carry a hash of their content; all else is asked about every time.
    'cache-control': path.startsWith('_astro/') ? 'public, max-age=31536000, immutable' : 'no-cache',
    'content-security-policy': policyOf(path),
    'referrer-policy': REFERRER_POLICY,
    ...EVERYWHERE,
  }
}

function policyOf(path: string): string {
  if (path === '404.html') return NOT_FOUND_POLICY
  return path.endsWith('.html') ? PAGE_POLICY : DATA_POLICY
}

/** A strong validator: the file's length and the time its data last changed. */
export function etagOf({ size, mtimeMs }: { size: number; mtimeMs: number }): string {
  return `"${size.toString(16)}-${Math.floor(mtimeMs).toString(16)}"`
}

/** Whether a conditional request may be answered 304 (RFC 9110, 13.2.2: If-None-Match goes before If-Modified-Since). */
export function isCurrent(
  asked: { ifNoneMatch?: string | undefined; ifModifiedSince?: string | undefined },
  etag: string,
  mtime: Date,
): boolean {
  if (asked.ifNoneMatch !== undefined)
    return asked.ifNoneMatch.split(',').some((tag) => ['*', etag].includes(tag.trim().replace(/^W\//, '')))
  const since = Date.parse(asked.ifModifiedSince ?? '')
  return !Number.isNaN(since) && Math.floor(mtime.getTime() / 1000) * 1000 <= since
}

/**
 * The bytes a Range header asks for (RFC 9110, 14.2), first and last included: one range of bytes, `unsatisfiable`,
 * or undefined when the whole is to be sent (no range, several, or one that cannot be read).
 */
export function parseRange(
  header: string | undefined,
  size: number,
): { first: number; last: number } | 'unsatisfiable' | undefined {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '')
  if (match === null) return undefined
  const [, from = '', to = ''] = match
  if (from === '' && to === '') return undefined
  if (from === '')
    return Number(to) === 0 || size === 0
      ? 'unsatisfiable'
      : { first: Math.max(0, size - Number(to)), last: size - 1 }
  if (to !== '' && Number(to) < Number(from)) return undefined
  if (Number(from) >= size) return 'unsatisfiable'
  return { first: Number(from), last: to === '' ? size - 1 : Math.min(Number(to), size - 1) }
}
