const UNSEEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ufffe\uffff]/g
const UNSEEN_OR_BREAK = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\ufffe\uffff]|[\ud800-\udfff]/

/**
 * Text that HTML can carry: control characters as their pictures (`␀`), line ends as line feeds, lone surrogates replaced.
 * Everything else, blanks included, stays.
 */
export function visible(text: string): string {
  if (!UNSEEN_OR_BREAK.test(text)) return text
  return text
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replace(UNSEEN, (char) => {
      const code = char.charCodeAt(0)
      if (code < 0x20) return String.fromCharCode(0x2400 + code)
      return code === 0x7f ? '\u2421' : '\ufffd'
    })
}
