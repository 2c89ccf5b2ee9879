import { isCodeLike, parseDate } from '../profile/text-kind.ts'
import type { Value } from '../types.ts'
import { cellText, isNumeral } from '../value.ts'

const LOOSE = /^\s|\s$|\s\s|[^\S ]/
/** Numbers with more digits are compared as they are written. */
const MOST_DIGITS = 15

/**
 * The text of a value without what does not change its meaning: white space around and between words, and how a number of json is written
 * (`1.50` is `1.5`). Blank texts are null, as missing values are.
 */
export function canonicalText(value: Value): string | null {
  if (value !== null && isNumeral(value)) return plainNumber(value.numeral)
  const text = cellText(value)
  if (text === null) return null
  const trimmed = LOOSE.test(text) ? text.trim().replace(/\s+/g, ' ') : text
  return trimmed === '' ? null : trimmed
}

function plainNumber(text: string): string {
  const isPlain = !/[.eE]|^-0$/.test(text)
  if (isPlain || text.replace(/[eE].*|[-.]/g, '').length > MOST_DIGITS) return text
  const number = Number(text)
  if (number === 0) return /^[-0.]*(?:[eE]|$)/.test(text) ? '0' : text
  return Number.isFinite(number) ? String(number) : text
}

const LEAST_TOKEN = 12
const EPOCH = /^\d{10}(?:\d{3})?(?:\.\d+)?$/
/** Years 2001 to 2096, in seconds. */
const EPOCHS = [1_000_000_000, 4_000_000_000] as const

/** Whether a text may be a time or the token of an export, which say nothing about what a record describes. */
export function isTimeOrToken(text: string): boolean {
  if (isCodeLike(text) && text.length >= LEAST_TOKEN && /\d/.test(text) && /[a-z]/i.test(text)) return true
  if (parseDate(text, 'day') !== undefined || parseDate(text, 'month') !== undefined) return true
  const seconds = EPOCH.test(text) ? Number(text) / (/^\d{13}/.test(text) ? 1000 : 1) : 0
  return seconds >= EPOCHS[0] && seconds < EPOCHS[1]
}
