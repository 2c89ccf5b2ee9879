// All characters outside Char of XML 1.0, 2.2: most control characters, lone surrogates, U+FFFE and U+FFFF.
const ILLEGAL = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu
const SPECIAL = /[<>&"\t\n\r]/g
const SPECIAL_IN_TEXT = /[<>&\r]/g

const ESCAPES: Readonly<Record<string, string>> = {
  '<': '&lt;',
  '>': '&gt;',
  '&': '&amp;',
  '"': '&quot;',
  '\t': '&#9;',
  '\n': '&#10;',
  '\r': '&#13;',
}

/**
 * A text as element content. Invalid characters of XML 1.0 become U+FFFD; carriage returns become references, since parsers convert them to
 * line feeds (XML 1.0, 2.11).
 */
export function xmlText(text: string): string {
  return text.replace(ILLEGAL, '\uFFFD').replace(SPECIAL_IN_TEXT, (c) => ESCAPES[c] ?? c)
}

/** A text as an attribute value in double quotes. White space becomes references, since parsers normalise it (3.3.3). */
export function xmlAttribute(text: string): string {
  return text.replace(ILLEGAL, '\uFFFD').replace(SPECIAL, (c) => ESCAPES[c] ?? c)
}
