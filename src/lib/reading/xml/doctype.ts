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
 * Whether a document type declaration (the text between `<!DOCTYPE` and the last `>`) is well-formed. Only the brackets of content models
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

const DECLARATION = /<!ENTITY\s+([\p{L}_:][\p{L}\p{N}._:-]*)\s+(?:"([^"]*)"|'([^']*)')\s*>/gu
const PREDEFINED = new Set(['amp', 'lt', 'gt', 'quot', 'apos'])
const MAX_ENTITIES = 1000
const MAX_LENGTH = 10_000

/**
 * The entities in the internal subset of a DOCTYPE that stand for plain text. Those with markup, references to other entities or an
 * external identifier are left out, so nothing expands further and nothing is fetched; using one is an error.
 */
export function declaredEntities(doctype: string): Record<string, string> {
  const entities: Record<string, string> = {}
  const withoutComments = leaveOutComments(doctype)
  for (const [, name, double, single] of [...withoutComments.matchAll(DECLARATION)].slice(0, MAX_ENTITIES)) {
    const text = decodeReferences(double ?? single ?? '')
    if (name !== undefined && !PREDEFINED.has(name) && !/[<&%]/.test(text) && text.length <= MAX_LENGTH)
      entities[name] = text
  }
  return entities
}

// Not with a regular expression, which would search the rest of the text for every unclosed comment.
function leaveOutComments(doctype: string): string {
  let rest = ''
  let at = 0
  for (;;) {
    const begin = doctype.indexOf('<!--', at)
    const end = begin < 0 ? -1 : doctype.indexOf('-->', begin + 4)
    if (end < 0) return rest + doctype.slice(at)
    rest += doctype.slice(at, begin)
    at = end + 3
  }
}

function decodeReferences(text: string): string {
  return text.replace(/&#(?:x([\da-f]{1,6})|(\d{1,7}));/gi, (reference, hex, decimal) => {
    const point = hex === undefined ? Number.parseInt(decimal, 10) : Number.parseInt(hex, 16)
    return point > 0 && point <= 0x10ffff ? String.fromCodePoint(point) : reference
  })
}
