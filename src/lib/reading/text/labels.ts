/** The WHATWG name of an encoding for any of its labels; undefined for unknown ones. */
export function encodingOfLabel(label: string | undefined): string | undefined {
  if (label === undefined) return undefined
  try {
    return new TextDecoder(label.trim()).encoding
  } catch {
    return undefined
  }
}

/** The charset declared in a document: in the xml declaration, or in a `<meta>` of html. */
export function declaredEncoding(head: string): string | undefined {
  const prolog = /^\s*<\?xml[^>]*?\sencoding\s*=\s*["']([\w.:-]+)["']/i.exec(head)
  if (prolog) return byteEncoding(prolog[1])
  const meta = /<meta\s[^>]*?charset\s*=\s*["']?\s*([\w.:-]+)/i.exec(head)
  return meta ? byteEncoding(meta[1]) : undefined
}

// A head that is readable as bytes is not UTF-16, whatever it declares (WHATWG HTML, 13.2.3.2).
function byteEncoding(label: string | undefined): string | undefined {
  const encoding = encodingOfLabel(label)
  return encoding?.startsWith('utf-16') ? 'utf-8' : encoding
}
