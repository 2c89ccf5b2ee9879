/** A strong validator: the file's length and the time its data last changed. */
export function etagOf({ size, mtimeMs }: { size: number; mtimeMs: number }): string {
  return `"${size.toString(16)}-${Math.floor(mtimeMs).toString(16)}"`
}

/** Whether a client takes gzip (RFC 9110, 12.5.3). */
export function takesGzip(header: string | undefined): boolean {
  return (header ?? '').split(',').some((part) => {
    const [coding, ...parameters] = part
      .toLowerCase()
      .split(';')
      .map((text) => text.trim())
    return coding === 'gzip' && !parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter))
  })
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
