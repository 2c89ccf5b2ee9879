const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/

/** Whether a text is a number of json (RFC 8259, 6). */
export function isJsonNumber(text: string): boolean {
  return NUMBER.test(text)
}

/** The text that the inside of a json string stands for; undefined when an escape is not json's. Lone surrogates are kept. */
export function unescapeJson(raw: string): string | undefined {
  try {
    return JSON.parse(`"${raw}"`)
  } catch {
    return undefined
  }
}

/** The value of `true`, `false` and `null`; undefined for any other word. */
export function literalOf(word: string): boolean | null | undefined {
  if (word.length < 4 || word.charCodeAt(0) < 97) return undefined
  if (word === 'true') return true
  if (word === 'false') return false
  return word === 'null' ? null : undefined
}

/** Whether a word may be the beginning of a number or a literal that was cut. */
export function isBeginning(word: string): boolean {
  const isLiteral = ['true', 'false', 'null'].some((literal) => literal.startsWith(word))
  return isLiteral || /^-?(?:\d+(?:\.\d*)?(?:[eE][+-]?\d*)?)?$/.test(word)
}
