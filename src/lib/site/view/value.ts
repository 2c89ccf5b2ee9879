import { isMembers, isNumeral, type Members, type Value } from '../../reading/index.ts'
import type { Moment } from './format.ts'
import type { Locale } from './locale.ts'
import type { StatusTime } from './terms.ts'
import { type Cut, cut, findWebAddress, htmlText, trimLines, unpadded } from './text.ts'

export { findWebAddress }

/** How a value of a document is shown. */
export type Shown =
  | { readonly kind: 'none' }
  /** `lang`, if it is our text and not in the language of the page. */
  | ({ readonly kind: 'text'; readonly lang?: string } & Cut)
  | { readonly kind: 'number'; readonly text: string }
  | { readonly kind: 'link'; readonly href: string; readonly text: string }
  | ({ readonly kind: 'moment' } & Moment)
  | ({ readonly kind: 'json' } & Cut)
  /** A time of the last run, inserted by a script; see Clock.astro. */
  | { readonly kind: 'clock'; readonly time: StatusTime }
  /** Foreign text that is only displayed. */
  | { readonly kind: 'inert'; readonly text: string }
  | { readonly kind: 'list'; readonly items: readonly Shown[] }

/** A field under its own name. */
export interface ShownField {
  readonly name: string
  readonly value: Shown
  /** The role that this mirror found for the field. */
  readonly note?: string
}

const TEXT_LIMIT = 20_000
const JSON_LIMIT = 4_000
/** Json is rendered up to about this length. */
const JSON_COUNTED = 100_000
/** Longer lists are shown as json. */
const LIST_LIMIT = 1_000

/** The fields of an entry, in the document's order. */
export function showFields(locale: Locale, fields: Iterable<readonly [string, Value]>): ShownField[] {
  return [...fields].map(([name, value]) => ({ name: htmlText(name), value: showValue(locale, value) }))
}

/** Plain values stay plain, lists of plain values are lists, everything else is json. */
export function showValue(locale: Locale, value: Value): Shown {
  if (value === null) return { kind: 'none' }
  if (typeof value === 'string') return showText(locale, value)
  if (typeof value === 'boolean') return { kind: 'text', text: String(value) }
  if (isNumeral(value)) return { kind: 'number', text: value.numeral }
  if (isMembers(value)) return showJson(locale, value)
  if (value.length === 0) return { kind: 'none' }
  return value.length <= LIST_LIMIT && value.every(isPlain)
    ? { kind: 'list', items: value.map((item) => showValue(locale, item)) }
    : showJson(locale, value)
}

function showJson(locale: Locale, value: Value): Shown {
  const json = renderJson(value, JSON_COUNTED)
  const shown = cut(locale, json, JSON_LIMIT)
  // The length of the rest is not known.
  return { kind: 'json', ...shown, ...(json.length > JSON_COUNTED && { rest: '…' }) }
}

/** Text, with web addresses as links and ISO dates as dates. */
export function showText(locale: Locale, text: string): Shown {
  if (text.trim() === '') return { kind: 'none' }
  const href = findWebAddress(text)
  if (href !== undefined) return { kind: 'link', href, text: htmlText(text.trim()) }
  const moment = locale.format.findMoment(text.trim())
  if (moment) return { kind: 'moment', ...moment }
  return { kind: 'text', ...cut(locale, trimLines(unpadded(text)), TEXT_LIMIT) }
}

/**
 * Json for people: indented by two blanks, with exact numbers, and members in their order, including repeated ones. Stops soon after
 * `limit` characters.
 */
export function renderJson(value: Value, limit = Number.POSITIVE_INFINITY): string {
  let json = ''
  const open: { readonly value: readonly Value[] | Members; at: number }[] = []
  const begin = (next: Value) => {
    const brackets = isMembers(next) ? '{}' : Array.isArray(next) ? '[]' : undefined
    if (brackets === undefined) json += renderScalar(next, limit)
    else if (sizeOf(next) === 0) json += brackets
    else {
      json += brackets[0]
      open.push({ value: next as readonly Value[] | Members, at: 0 })
    }
  }
  begin(value)
  for (let inner = open.at(-1); inner && json.length <= limit; inner = open.at(-1)) {
    const at = inner.at++
    const isOver = at === sizeOf(inner.value)
    if (at > 0 && !isOver) json += ','
    if (isOver) open.pop()
    json += `\n${'  '.repeat(open.length)}`
    if (isOver) json += isMembers(inner.value) ? '}' : ']'
    else if (isMembers(inner.value)) {
      const [name, member] = inner.value.members[at] as readonly [string, Value]
      json += `${renderScalar(name, limit)}: `
      begin(member)
    } else begin(inner.value[at] as Value)
  }
  return json
}

function renderScalar(value: Value, limit: number): string {
  if (typeof value === 'string') return JSON.stringify(value.length > limit ? value.slice(0, limit) : value)
  return value !== null && isNumeral(value) ? value.numeral : String(value)
}

function sizeOf(value: Value): number {
  return isMembers(value) ? value.members.length : Array.isArray(value) ? value.length : 0
}

function isPlain(value: Value): boolean {
  return value === null || typeof value !== 'object' || isNumeral(value)
}
