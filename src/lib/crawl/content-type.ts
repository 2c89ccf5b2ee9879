/** Parses a Content-Type header: the media type in lower case, and its charset parameter (RFC 9110, 8.3.1). */
export function parseContentType(header: string | undefined): { mediaType?: string; charset?: string } {
  const [type = '', ...parameters] = (header ?? '').split(';')
  const mediaType = type.trim().toLowerCase()
  const charset = parameters
    .map((parameter) => /^\s*charset\s*=\s*"?([^";\s]+)/i.exec(parameter)?.[1]?.toLowerCase())
    .find((value) => value !== undefined)
  return { ...(mediaType && { mediaType }), ...(charset && { charset }) }
}
