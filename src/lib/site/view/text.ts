import { quoteCode } from '../../interface/index.ts'
import { clip, visible } from './cell-text.ts'
import type { Locale } from './locale.ts'

export { visible }

/** Characters without a picture of their own: controls but the line feed, what turns the direction of its neighbours, blanks without width. */
const STEALTHY =
  /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\ufffe\uffff\u00ad\u061c\u115f\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g
/** Of these, the ones that turn the direction of what follows, to the end of the line. */
const TURNING = /[\u202a-\u202e\u2066-\u2069]/g

/** Text of a stranger with everything in it to be seen: what controls, hides or turns stands as `⟨U+202E⟩`, line feeds stay. */
export function inert(text: string): string {
  return text
    .toWellFormed()
    .replace(STEALTHY, (char) => `⟨U+${char.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}⟩`)
}

/** Text for places that have no direction of their own, such as the title of a window, without what turns it. */
export function upright(text: string): string {
  return text.replace(TURNING, '')
}

/** A key or code as it stands; in quotes where blanks at its ends would be lost on a reader. */
export function showCode(code: string): string {
  return code.trim() === code && code !== '' ? visible(code) : quoteCode(code)
}

/** Text without the blanks at the ends of its lines, in time in proportion to its length. */
export function trimLines(text: string): string {
  return text
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
}

/** Text of paragraphs: lines that were only broken because they were long are joined, all other line ends stay. */
export function reflow(text: string): string {
  return trimLines(visible(text.trim())).replace(/(?<=[^\n]{48})\n(?=[\p{L}\p{N}("'«“])/gu, ' ')
}

/** Text cut to so many UTF-16 units, never inside a character, and how much was left out. */
export interface Cut {
  readonly text: string
  /** `… +1,024 characters`; absent when nothing was cut. */
  readonly rest?: string
}

/** Cuts what is longer than `limit`. */
export function cut(locale: Locale, text: string, limit: number): Cut {
  const { text: shown, left } = clip(text, limit)
  return { text: shown, ...(left > 0 && { rest: `… +${locale.format.characters(left)}` }) }
}

/** Text cut to so many UTF-16 units, an ellipsis in the place of the rest. */
export function shorten(text: string, limit: number): string {
  return text.length <= limit ? visible(text) : `${clip(text, limit - 1).text}…`
}

/** One line for titles of windows and descriptions in `<head>`: blanks collapsed, cut with an ellipsis. */
export function oneLine(text: string, limit: number): string {
  const line = upright(visible(text.trimStart().slice(0, limit * 4)))
    .replace(/\s+/g, ' ')
    .trim()
  return line.length <= limit ? line : `${clip(line, limit - 1).text.trimEnd()}…`
}

/** Text for people or, between backticks, for machines. */
export interface Segment {
  readonly text: string
  readonly code: boolean
}

/** Splits a sentence of ours at its backticks. */
export function segmentsOf(sentence: string): Segment[] {
  return sentence
    .split('`')
    .map((text, at) => ({ text, code: at % 2 === 1 }))
    .filter(({ text }) => text !== '')
}
