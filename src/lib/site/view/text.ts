import { quoteCode } from '../../interface/index.ts'
import { clip, visible } from './cell-text.ts'
import type { Locale } from './locale.ts'

export { visible }

/**
 * Invisible characters: controls except the line feed, characters that change the direction of their neighbours, and blanks without width.
 */
const STEALTHY =
  /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\ufffe\uffff\u00ad\u061c\u115f\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g
/** Those of them that change the direction of the following text, up to the end of the line. */
const TURNING = /[\u202a-\u202e\u2066-\u2069]/g

/** Makes everything in a foreign text visible: invisible characters are shown as `⟨U+202E⟩`; line feeds stay. */
export function inert(text: string): string {
  return text
    .toWellFormed()
    .replace(STEALTHY, (char) => `⟨U+${char.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}⟩`)
}

/** Text for places without a direction of their own, such as a window title: without characters that change the direction. */
export function upright(text: string): string {
  return text.replace(TURNING, '')
}

/** A key or code; in quotes if it begins or ends with a blank, which readers would not see. */
export function showCode(code: string): string {
  return code.trim() === code && code !== '' ? visible(code) : quoteCode(code)
}

/** Removes the blanks at the ends of lines, in linear time. */
export function trimLines(text: string): string {
  return text
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
}

/** Joins lines that were broken only because they were long; all other line ends stay. */
export function reflow(text: string): string {
  return trimLines(visible(text.trim())).replace(/(?<=[^\n]{48})\n(?=[\p{L}\p{N}("'«“])/gu, ' ')
}

/** Text cut to so many UTF-16 units, never inside a character, and how much was left out. */
export interface Cut {
  readonly text: string
  /** `… +1,024 characters`; absent when nothing was cut. */
  readonly rest?: string
}

/** Cuts texts that are longer than `limit`. */
export function cut(locale: Locale, text: string, limit: number): Cut {
  const { text: shown, left } = clip(text, limit)
  return { text: shown, ...(left > 0 && { rest: `… +${locale.format.characters(left)}` }) }
}

/** A text cut to this many UTF-16 units, with an ellipsis. */
export function shorten(text: string, limit: number): string {
  return text.length <= limit ? visible(text) : `${clip(text, limit - 1).text}…`
}

/** A text as one line, for window titles and descriptions in `<head>`: blanks collapsed, cut with an ellipsis. */
export function oneLine(text: string, limit: number): string {
  const line = upright(visible(text.trimStart().slice(0, limit * 4)))
    .replace(/\s+/g, ' ')
    .trim()
  return line.length <= limit ? line : `${clip(line, limit - 1).text.trimEnd()}…`
}

/** A part of a sentence: text, or code that was between backticks. */
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
