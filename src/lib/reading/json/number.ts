const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/

/** Whether a text is a json number (RFC 8259, 6). */
export function isJsonNumber(text: string): boolean {
  return NUMBER.test(text)
}

/** The text of a json string without its quotes; undefined if an escape is invalid. Lone surrogates are kept. */
export function unescapeJson(raw: string): string | undefined {
  try {
    return JSON.parse(`"${raw}"`)
  } catch {
    return undefined
  }
}

/** The value of `true`, `false` and `null`; undefined for other words. */
export function literalOf(word: string): boolean | null | undefined {
  if (word.length < 4 || word.charCodeAt(0) < 97) return undefined
  if (word === 'true') return true
  if (word === 'false') return false
  return word === 'null' ? null : undefined
}

/** Whether a word may be the beginning of a number or a literal. */
export function isBeginning(word: string): boolean {
  const isLiteral = ['true', 'false', 'null'].some((literal) => literal.startsWith(word))
  return isLiteral || /^-?(?:\d+(?:\.\d*)?(?:[eE][+-]?\d*)?)?$/.test(word)
}
