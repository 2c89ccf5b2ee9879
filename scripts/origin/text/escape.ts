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
