import type { Members, Numeral, Value } from '../../reading/index.ts'
import { unpadded } from './cell-text.ts'
import { findMoment, type Moment } from './format.ts'
import type { StatusTime } from './status.ts'
import { type Cut, cut, trimLines, visible } from './text.ts'
import { findWebAddress } from './web-address.ts'

export { findWebAddress }

/** How a value of a document is shown. */
export type Shown =
  | { readonly kind: 'none' }
  /** `lang` where it is ours and not in the language of the page. */
  | ({ readonly kind: 'text'; readonly lang?: string } & Cut)
  | { readonly kind: 'number'; readonly text: string }
  | { readonly kind: 'link'; readonly href: string; readonly text: string }
  | ({ readonly kind: 'moment' } & Moment)
  | ({ readonly kind: 'json' } & Cut)
  /** A time of the last run: filled in by a script, see Clock.astro. */
  | { readonly kind: 'clock'; readonly time: StatusTime }
  /** Text of a stranger, to be looked at and nothing else. */
  | { readonly kind: 'inert'; readonly text: string }
  | { readonly kind: 'list'; readonly items: readonly Shown[] }

/** A field under its own name. */
export interface Field {
  readonly name: string
  readonly value: Shown
  /** What this mirror takes the field for. */
  readonly note?: string
}

const TEXT_LIMIT = 20_000
const JSON_LIMIT = 4_000

/** The fields of an entry, in the document's order. */
export function showFields(fields: Iterable<readonly [string, Value]>): Field[] {
  return [...fields].map(([name, value]) => ({ name: visible(name), value: showValue(value) }))
}

/** Plain values stay plain, lists of plain values become lists, everything else is json. */
export function showValue(value: Value): Shown {
  if (value === null) return { kind: 'none' }
  if (typeof value === 'string') return showText(value)
  if (typeof value === 'boolean') return { kind: 'text', text: String(value) }
  if (isNumeral(value)) return { kind: 'number', text: value.numeral }
  if (isMembers(value)) return { kind: 'json', ...cut(renderJson(value), JSON_LIMIT) }
  if (value.length === 0) return { kind: 'none' }
  if (value.every(isPlain)) return { kind: 'list', items: value.map(showValue) }
  return { kind: 'json', ...cut(renderJson(value), JSON_LIMIT) }
}

/** Text as it stands, with addresses of the web as links and ISO dates as dates. */
export function showText(text: string): Shown {
  if (text.trim() === '') return { kind: 'none' }
  const href = findWebAddress(text)
  if (href !== undefined) return { kind: 'link', href, text: visible(text.trim()) }
  const moment = findMoment(text.trim())
  if (moment) return { kind: 'moment', ...moment }
  return { kind: 'text', ...cut(trimLines(unpadded(text)), TEXT_LIMIT) }
}

/** Json for people: two blanks a level, numbers exact, members in their order with their repeats. */
export function renderJson(value: Value, indent = ''): string {
  if (value === null || typeof value === 'boolean') return String(value)
  if (typeof value === 'string') return JSON.stringify(value)
  if (isNumeral(value)) return value.numeral
  const inner = `${indent}  `
  const lines = isMembers(value)
    ? value.members.map(([name, member]) => `${inner}${JSON.stringify(name)}: ${renderJson(member, inner)}`)
    : value.map((item) => inner + renderJson(item, inner))
  const [open, close] = isMembers(value) ? ['{', '}'] : ['[', ']']
  return lines.length === 0 ? `${open}${close}` : `${open}\n${lines.join(',\n')}\n${indent}${close}`
}

function isPlain(value: Value): boolean {
  return value === null || typeof value !== 'object' || isNumeral(value)
}

function isNumeral(value: Value): value is Numeral {
  return typeof value === 'object' && value !== null && 'numeral' in value
}

function isMembers(value: Value): value is Members {
  return typeof value === 'object' && value !== null && 'members' in value
}
