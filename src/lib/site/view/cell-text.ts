import { visible } from './visible.ts'

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
