// Characters that are invalid in XML 1.0 even as references (production Char): C0 controls, lone surrogates, two non-characters.
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g

const REFERENCES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '\t': '&#9;',
  '\n': '&#10;',
  '\r': '&#13;',
}

function legal(text: string): string {
  return text.toWellFormed().replace(FORBIDDEN, '\ufffd')
}

/** Text as element content, in XML and HTML. Invalid characters become U+FFFD; carriage returns become references. */
export function escapeText(text: string): string {
  return legal(text).replace(/[&<>\r]/g, (char) => REFERENCES[char] ?? char)
}

/** Text as a quoted attribute value, in XML and HTML. Line ends and tabs become references, since parsers normalise them. */
export function escapeAttribute(text: string): string {
  return legal(text).replace(/[&<>"'\t\n\r]/g, (char) => REFERENCES[char] ?? char)
}

/** The characters of a name: all that XML allows, or only those of windows-1251. */
export type NameAlphabet = 'any' | 'windows-1251'

// NameStartChar and NameChar of XML 1.0 (fifth edition, 2.3), without the colon, which is reserved for namespaces.
const START =
  'A-Z_a-z\\u00c0-\\u00d6\\u00d8-\\u00f6\\u00f8-\\u02ff\\u0370-\\u037d\\u037f-\\u1fff\\u200c\\u200d\\u2070-\\u218f' +
  '\\u2c00-\\u2fef\\u3001-\\ud7ff\\uf900-\\ufdcf\\ufdf0-\\ufffd\\u{10000}-\\u{effff}'
const NOT_START = new RegExp(`^(?:[^${START}]|xml|$)`, 'iu')
const NOT_IN_NAME: Readonly<Record<NameAlphabet, RegExp>> = {
  any: new RegExp(`[^${START}\\-.0-9\\u00b7\\u0300-\\u036f\\u203f\\u2040]`, 'gu'),
  'windows-1251': /[^A-Za-zА-Яа-яЁё\d_.-]/gu,
}

/** A valid XML name for any text: invalid characters become `_`, and no name begins with a digit or `xml`. */
export function xmlName(text: string, alphabet: NameAlphabet = 'any'): string {
  const name = text.replace(NOT_IN_NAME[alphabet], '_')
  return NOT_START.test(name) ? `_${name}` : name
}

/** A valid and unique XML name for each of several texts, in their order. */
export function xmlNames(texts: readonly string[], alphabet?: NameAlphabet): string[] {
  const unique = new Set<string>()
  for (const text of texts) {
    const name = xmlName(text, alphabet)
    let candidate = name
    for (let count = 2; unique.has(candidate); count++) candidate = `${name}_${count}`
    unique.add(candidate)
  }
  return [...unique]
}
