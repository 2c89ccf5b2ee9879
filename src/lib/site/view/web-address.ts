/** The address in a value that is one http or https address and nothing else. */
export function findWebAddress(text: string): string | undefined {
  const trimmed = text.trim()
  if (!/^https?:\/\//i.test(trimmed) || /[\s\p{Cc}]/u.test(trimmed)) return undefined
  return URL.canParse(trimmed) ? new URL(trimmed).href : undefined
}
