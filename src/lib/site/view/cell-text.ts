/** Longer cells are cut; whoever needs them whole takes the file. */
export const CELL_LIMIT = 240

/** What is shown of a text, and how many UTF-16 units of it are not. */
interface Clipped {
  readonly text: string
  readonly left: number
}

/** So many blanks in a row are neither an indentation nor a gap between words: they fill a field of a fixed width. */
const PADDING = /[^\S\n]{17,}/g
/** A blank or two at the end of a text are a slip. */
const STRAY = 2

/** Text without the blanks that fill a field of a fixed width: none at its end, one in the place of a long run inside it. */
export function unpadded(text: string): string {
  const bare = text.trimEnd()
  return (text.length - bare.length > STRAY ? bare : text).replace(PADDING, ' ')
}

/** Whether there is a word in a text that no column of a printed table has room for. */
export function isLong(text: string): boolean {
  return /\S{25}/.test(text)
}

/** Text cut to so many UTF-16 units, never inside a character. Blanks at its end are not counted as left out. */
export function clip(text: string, limit: number): Clipped {
  const whole = text.length > limit ? text.trimEnd() : text
  if (whole.length <= limit) return { text: visible(whole), left: 0 }
  const unit = whole.charCodeAt(limit - 1)
  const end = unit >= 0xd800 && unit <= 0xdbff ? limit - 1 : limit
  return { text: visible(whole.slice(0, end)), left: whole.length - end }
}

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

/** The address in a value that is one http or https address and nothing else. */
export function findWebAddress(text: string): string | undefined {
  const trimmed = text.trim()
  if (!/^https?:\/\//i.test(trimmed) || /[\s\p{Cc}]/u.test(trimmed)) return undefined
  return URL.canParse(trimmed) ? new URL(trimmed).href : undefined
}
