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
  let kept = ''
  let at = 0
  for (;;) {
    const begin = doctype.indexOf('<!--', at)
    const end = begin < 0 ? -1 : doctype.indexOf('-->', begin + 4)
    if (end < 0) return kept + doctype.slice(at)
    kept += doctype.slice(at, begin)
    at = end + 3
  }
}

function decodeReferences(text: string): string {
  return text.replace(/&#(?:x([\da-f]{1,6})|(\d{1,7}));/gi, (reference, hex, decimal) => {
    const point = hex === undefined ? Number.parseInt(decimal, 10) : Number.parseInt(hex, 16)
    return point > 0 && point <= 0x10ffff ? String.fromCodePoint(point) : reference
  })
}
