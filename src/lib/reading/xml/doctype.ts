// The productions of XML 1.0 (5th edition) with their numbers. Each is tried once at one position, without backtracking over earlier ones.
const NAME = String.raw`[\p{L}\p{Nl}_][\p{L}\p{M}\p{N}\p{Pc}·.-]*`
const TOKEN = String.raw`[\p{L}\p{M}\p{N}\p{Pc}:·.-]+`
const LITERAL = `(?:"[^"]*"|'[^']*')`
const REFERENCES = `(?:[^%&QUOTE]|&(?:${NAME}|#[0-9]+|#x[0-9A-Fa-f]+);)*`
const VALUE = `(?:"${REFERENCES.replace('QUOTE', '"')}"|'${REFERENCES.replace('QUOTE', "'")}')`
const S = String.raw`[ \t\r\n]+`
const EXTERNAL = `(?:SYSTEM${S}${LITERAL}|PUBLIC${S}${LITERAL}${S}${LITERAL})`
const LIST = (of: string) => String.raw`\([ \t\r\n]*${of}[ \t\r\n]*(?:\|[ \t\r\n]*${of}[ \t\r\n]*)*\)`
const KIND = `(?:CDATA|ID|IDREF|IDREFS|ENTITY|ENTITIES|NMTOKEN|NMTOKENS|NOTATION${S}${LIST(NAME)}|${LIST(TOKEN)})`
const DEFAULT = `(?:#REQUIRED|#IMPLIED|(?:#FIXED${S})?(?:"[^<"]*"|'[^<']*'))`
const END = String.raw`[ \t\r\n]*>`
const QNAME = `${NAME}(?::${NAME})?`

const sticky = (pattern: string) => new RegExp(pattern, 'uy')

/** [28] up to the internal subset, and [75]. */
const START = sticky(`${S}${QNAME}(?:${S}${EXTERNAL})?[ \\t\\r\\n]*`)
/** The parts of an internal subset [28a], [28b]. */
const PARTS: readonly RegExp[] = [
  sticky(S),
  sticky(`%${NAME};`),
  sticky('<!--(?:[^-]|-[^-])*-->'),
  sticky(String.raw`<\?(?!xml[ \t\r\n?])${NAME}(?:[ \t\r\n](?:[^?]|\?(?!>))*)?\?>`),
  sticky(
    `<!ENTITY${S}(?:%${S}${NAME}${S}(?:${VALUE}|${EXTERNAL})|${NAME}${S}(?:${VALUE}|${EXTERNAL}(?:${S}NDATA${S}${NAME})?))${END}`,
  ),
  sticky(`<!ATTLIST${S}${QNAME}(?:${S}${QNAME}${S}${KIND}${S}${DEFAULT})*${END}`),
  sticky(String.raw`<!ELEMENT${S}${QNAME}${S}(?:EMPTY|ANY|\([^<>"'%&;]*\)[?*+]?)${END}`),
  sticky(`<!NOTATION${S}${NAME}${S}(?:${EXTERNAL}|PUBLIC${S}${LITERAL})${END}`),
]

/**
 * Whether a document type declaration (the text between `<!DOCTYPE` and the last `>`) is well-formed. Of content models only the brackets
 * are checked.
 */
export function isDoctype(text: string): boolean {
  let at = take(START, text, 0)
  if (at === undefined || at === text.length) return at !== undefined
  if (text[at] !== '[') return false
  at++
  while (text[at] !== ']') {
    const from: number = at
    const next = PARTS.map((part) => take(part, text, from)).find((end) => end !== undefined)
    if (next === undefined) return false
    at = next
  }
  return text.slice(at + 1).trim() === ''
}

/** Where a match of a pattern at this position ends; undefined if there is none. */
function take(pattern: RegExp, text: string, at: number): number | undefined {
  pattern.lastIndex = at
  return pattern.test(text) ? pattern.lastIndex : undefined
}
