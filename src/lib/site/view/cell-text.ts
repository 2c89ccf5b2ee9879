/** Longer cells are cut; the files have the whole text. */
export const CELL_LIMIT = 240

/** A cut text, and how many UTF-16 units were left out. */
interface Clipped {
  readonly text: string
  readonly left: number
}

/** A run of this many blanks is padding to a fixed width, not an indentation or a gap between words. */
const PADDING = /[^\S\n]{17,}/g
/** One or two blanks at the end of a text are a typing mistake. */
const STRAY = 2

/** Text without padding to a fixed width: nothing at its end, one blank in place of a long run. */
export function unpadded(text: string): string {
  const bare = text.trimEnd()
  return (text.length - bare.length > STRAY ? bare : text).replace(PADDING, ' ')
}

/** Whether a text contains a word that is too long for a column of a printed table. */
export function isLong(text: string): boolean {
  return /\S{25}/.test(text)
}

/** Cuts a text to this many UTF-16 units, never inside a character. Blanks at its end do not count as left out. */
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
 * Text that HTML can represent: control characters as their symbols (`␀`), line ends as line feeds, lone surrogates replaced. Everything
 * else stays, including blanks.
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

/** The address in a value that consists of one http or https address. */
export function findWebAddress(text: string): string | undefined {
  const trimmed = text.trim()
  if (!/^https?:\/\//i.test(trimmed) || /[\s\p{Cc}]/u.test(trimmed)) return undefined
  return URL.canParse(trimmed) ? new URL(trimmed).href : undefined
}
