import { decodeHTMLStrict } from 'entities'
import { quoteCode } from '../../interface/dataset-code.ts'
import {
  type AddressKind,
  findPhone,
  isEmail,
  isSite,
  isStartOfTime,
  splitAddresses,
} from '../../reading/profile/stated-text.ts'
import type { ColumnKind } from '../../reading/types.ts'
import { findTime } from './format.ts'
import type { Locale } from './locale.ts'

// The scripts of the pages use this file too: what it imports must not make them longer.

/**
 * Invisible characters: controls except the line feed, characters that change the direction of their neighbours, and blanks without width.
 */
const STEALTHY =
  /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\ufffe\uffff\u00ad\u061c\u115f\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g
/** Those of them that change the direction of the following text, up to the end of the line. */
const TURNING = /[\u202a-\u202e\u2066-\u2069]/g

/** Makes everything in a foreign text visible: invisible characters are shown as `⟨U+202E⟩`; line feeds stay. */
export function showInvisible(text: string): string {
  return text
    .toWellFormed()
    .replace(STEALTHY, (char) => `⟨U+${char.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}⟩`)
}

/** Text for places without a direction of their own, such as a window title: without characters that change the direction. */
export function withoutDirections(text: string): string {
  return text.replace(TURNING, '')
}

/** A key or code; in quotes if it begins or ends with a blank, which readers would not see. */
export function showCode(code: string): string {
  return code.trim() === code && code !== '' ? htmlText(code) : quoteCode(code)
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
  return trimLines(htmlText(text.trim())).replace(/(?<=[^\n]{48})\n(?=[\p{L}\p{N}("'«“])/gu, ' ')
}

/** Text cut to this many UTF-16 units, never inside a character, and how much was left out. */
export interface Cut {
  readonly text: string
  /** `… +1,024 characters`; absent when nothing was cut. */
  readonly rest?: string
}

/** Cuts texts that are longer than `limit` by more than the statement of it takes. */
export function cut(locale: Locale, text: string, limit: number): Cut {
  const { text: shown, left } = clipCounted(text, limit)
  return { text: shown, ...(left > 0 && { rest: `… +${locale.format.characters(left)}` }) }
}

/** A text cut to this many UTF-16 units, with an ellipsis. */
export function shorten(text: string, limit: number): string {
  return text.length <= limit ? htmlText(text) : `${clip(text, limit - 1).text}…`
}

/** How much of what texts begin with alike is shown, and of what stands before their first difference. */
const KEPT = 16

/** Texts cut to this many UTF-16 units, with an ellipsis; those that would then be alike, where they differ. */
export function shortenApart(texts: readonly string[], limit: number): string[] {
  let shown = texts.map((text) => shorten(text, limit))
  // Texts that are cut where they differ from others may be alike still.
  for (const _ of texts) {
    const before = shown
    shown = texts.map((text, at) => {
      const alike = texts.filter((other, place) => before[place] === before[at] && other !== text)
      return cutApart(text, alike, limit) ?? (before[at] as string)
    })
    if (shown.every((text, at) => text === before[at])) break
  }
  return shown
}

// Undefined if a text need not or cannot be cut where it differs from the others.
function cutApart(text: string, others: readonly string[], limit: number): string | undefined {
  const same = Math.min(...others.map((other) => sameStart(other, text)))
  if (others.length === 0 || same < limit - 1 || same === text.length) return undefined
  const blank = text.slice(same - KEPT, same + 1).indexOf(' ')
  const from = blank < 0 ? same : same - KEPT + blank + 1
  const head = clip(text, KEPT).text.replace(/\s\S*$/, '')
  return `${head} … ${shorten(text.slice(from), limit - KEPT)}`
}

// Never inside a character.
function sameStart(a: string, b: string): number {
  let at = 0
  while (at < a.length && a[at] === b[at]) at++
  return /[\ud800-\udbff]/.test(a[at - 1] ?? '') ? at - 1 : at
}

/** A text as one line, for window titles and descriptions in `<head>`: blanks collapsed, cut with an ellipsis. */
export function oneLine(text: string, limit: number): string {
  const line = withoutDirections(htmlText(text.trimStart().slice(0, limit * 4)))
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

/** Text without padding to a fixed width: nothing at its end, one blank in place of a long run; and without a blank that has no width at its ends. */
export function unpadded(text: string): string {
  const bare = text.trimEnd()
  return (text.length - bare.length > STRAY ? bare : text)
    .replace(PADDING, ' ')
    .replace(/^\u200b|\u200b$/g, '')
}

/** An HTML character reference with its semicolon, as `&quot;` and `&#171;`. */
const REFERENCE = /&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][\da-z]{1,30});/gi
/** Words in bold, and a link to the web, as Markdown writes them. Other marks of it are too often something else in a value. */
const BOLD = /(?<![\p{L}\p{N}*])\*\*(?=[^\s*])([^*\n]+)(?<=\S)\*\*(?![\p{L}\p{N}*])/gu
const LINK = /!?\[([^[\]\n]+)\]\((https?:\/\/[^\s()<>]+)\)/gi

/** Gives the character that an HTML character reference stands for. */
type Decode = (reference: string) => string

/** A text without HTML character references. */
function decoded(text: string, decode: Decode): string {
  return text.replace(REFERENCE, (reference) => decode(reference).replace('\u00a0', ' '))
}

/** A tag that editors of html leave in texts, with its name if it ends a line, or a comment; other words between angle brackets, as in `a <b and c> d`, are words. */
const TAG =
  /<!--[^<>]*-->|<\/?(?:([bh]r|div|h[1-6]|li|[ou]l|p|t[dhr]|table)|abbr|b|big|code|em|font|i|nobr|s|small|span|strong|su[bp]|u)(?:\s[a-z-]+=[^<>]*)?\s?\/?>/gi
/** A picture with its description, else its address; without both it stays text. The end is sought first: where there is none, nothing else is. */
const PICTURE = /<img(?=\s[^<>]*>)(?:[^<>]*?\salt="([^"<>]+)"|[^<>]*?\ssrc="(https?:[^"<>]+)")[^<>]*>/gi
const ANCHOR = /<a(\s[^<>]*)?>([^<]*)<\/a>/gi
/** An address that a link of Markdown can have. */
const HREF = /\shref="?(https?:\/\/[^"'\s()]+)("|$)/i

/** A text without the tags of html in it, if one shows that it has some: with a line for each paragraph, links as those of Markdown, and pictures as their descriptions or addresses. */
export function withoutTags(text: string): string {
  if (!/<(?:\/[a-z]|[bh]r|p|div|img\s|!--)/i.test(text)) return text
  const bare = text
    .replace(TAG, (_, line?: string) => (line ? '\n' : ''))
    .replace(PICTURE, '$1$2')
    .replace(ANCHOR, (_, attributes = '', label: string, at: number, whole: string) => {
      const [, href] = HREF.exec(attributes) ?? []
      // After an exclamation mark it would be a picture of Markdown.
      const isLink = href && whole[at - 1] !== '!' && label.trim() && !/[[\]\n]/.test(label)
      return isLink ? `[${label}](${href})` : label
    })
  const lines = bare.split('\n').map((line) => line.trim())
  return bare === text ? text : lines.filter(Boolean).join('\n')
}

/** A value as text for people: without padding, tags and character references of HTML, and the marks of Markdown. */
export function plainText(value: string, decode: Decode): string {
  return withoutMarks(decoded(withoutTags(unpadded(value)), decode))
}

function withoutMarks(text: string): string {
  return text.replace(BOLD, '$1').replace(LINK, '$1')
}

/** A value of a column as text for people: of other kinds than texts only padding is left out, and in addresses `&` is not written as in xml. */
export function plainValueOf(
  kind: ColumnKind | undefined,
  value: string,
  decode: Decode,
  name?: string,
): string {
  const text = linkedValueOf(kind, value, decode, name)
  return kind === 'text' ? withoutMarks(text) : text
}

/** As {@link plainValueOf}, but with the links of Markdown. */
export function linkedValueOf(
  kind: ColumnKind | undefined,
  value: string,
  decode: Decode,
  name = '',
): string {
  const text = unpadded(value)
  if (kind === 'text') return decoded(withoutTags(text), decode).replace(BOLD, '$1')
  // It stays json, so that lists are found.
  if (kind === 'nested')
    return listed(
      decoded(text, (reference) => JSON.stringify(decode(reference)).slice(1, -1)),
      name,
    )
  // Other references may be members of a query: `?a=1&copy;=2`.
  return kind === 'link' ? text.replaceAll('&amp;', '&') : text
}

/** An object of one member with a text or a number. */
const SINGLE = /\{("(?:[^"\\]|\\.)*"):("(?:[^"\\]|\\.)*"|[\d.eE+-]+)\}/g

// A list of texts and numbers as people write it, `a, b`, also as objects whose only member is named like the column; other json, also of a list with
// an empty text, stays.
function listed(nested: string, name: string): string {
  const own = JSON.stringify(name.split('.').at(-1))
  const json = nested.replace(SINGLE, (object, key, item) => (key === own ? item : object))
  const items = json.match(/"(?:[^"\\]|\\["\\/])+"|[\d.eE+-]+/g)
  if (!items || `[${items}]` !== json) return nested
  return items.join(json.includes(', ') ? '; ' : ', ').replace(/"|\\(.)/g, '$1')
}

/** The name of a column as text for people; empty if it is blank. */
export function plainName(name: string, decode: Decode): string {
  return unpadded(decoded(name, decode).trim())
}

/** As {@link plainText}, where pages are made. */
export function plainValue(value: string): string {
  return plainText(value, decodeHTMLStrict)
}

/** Whether a text contains a word that is too long for a column of a printed table. */
export function isLong(text: string): boolean {
  return /\S{25}/.test(text)
}

/** Whether a value is a date, with or without a time, that stays in one line of a printed table. */
export function isShortDate(kind: ColumnKind, text: string): boolean {
  return kind === 'date' && text.length < 20
}

/** Cuts a text to this many UTF-16 units, never inside a character. Blanks at its end do not count as left out. */
export function clip(text: string, limit: number): Clipped {
  const whole = text.length > limit ? text.trimEnd() : text
  if (whole.length <= limit) return { text: htmlText(whole), left: 0 }
  const unit = whole.charCodeAt(limit - 1)
  const end = unit >= 0xd800 && unit <= 0xdbff ? limit - 1 : limit
  return { text: htmlText(whole.slice(0, end)), left: whole.length - end }
}

/** About as many UTF-16 units as `… +12 characters` takes. */
const STATEMENT = 16

/** As {@link clip}, for places that state how much was left out: a text that is no longer than the rest with that statement stays whole. */
export function clipCounted(text: string, limit: number): Clipped {
  return clip(text, text.length > limit + STATEMENT ? limit : limit + STATEMENT)
}

const UNSEEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ufffe\uffff]/g
const UNSEEN_OR_BREAK = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\ufffe\uffff]|[\ud800-\udfff]/

/**
 * Text that HTML can represent: control characters as their symbols (`␀`), line ends as line feeds, lone surrogates replaced. Everything
 * else stays, including blanks.
 */
export function htmlText(text: string): string {
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

/** A part of a value: an address with what it leads to, or what separates it from the next one. */
export interface ValuePart {
  readonly text: string
  readonly href?: string
}

/**
 * The parts of a value of a column, as {@link linkedValueOf} gives it: addresses of the web, also without a scheme, e-mail addresses or telephone
 * numbers, lists of addresses of the web, and links of Markdown, each with what it leads to. Empty for other kinds, and for exceptions of these. `shown`: the value as it is shown, which may be cut.
 */
export function partsOfValue(column: ColumnKind, text: string, shown: string): readonly ValuePart[] {
  if (column === 'text') return partsOfLinked(text, shown)
  const isList = column === 'nested' && text.split(/[,;] /).every(findWebAddress)
  const kind = isList ? 'link' : column
  if (kind !== 'link' && kind !== 'email' && kind !== 'phone') return []
  const href = hrefOfAddress(kind, text.trim())
  if (href !== undefined) return [{ text: shown, href }]
  const parts = splitAddresses(kind, shown).map((part, at) => {
    const partHref = at % 2 === 0 ? hrefOfAddress(kind, part.trim()) : undefined
    return { text: part, ...(partHref !== undefined && { href: partHref }) }
  })
  const isCut = shown.trim() !== text.trim()
  return !isCut && parts.some((part) => part.href) ? parts.filter((part) => part.text !== '') : []
}

function partsOfLinked(text: string, shown: string): ValuePart[] {
  // What stands between links, the label and the address of a link, and so on.
  const pieces = text.split(LINK)
  const parts = pieces.flatMap((piece, at): ValuePart[] => {
    const href = at % 3 === 1 ? findWebAddress(pieces[at + 1] ?? '') : undefined
    return at % 3 === 2 ? [] : [{ text: piece, ...(href !== undefined && { href }) }]
  })
  const isWhole = parts.map((part) => part.text).join('') === shown
  return isWhole && parts.some(({ href }) => href) ? parts.filter((part) => part.text !== '') : []
}

/** A part of a number: three digits with a gap before them (`i`), zeros at the end that add nothing (`s`), or anything else. */
export type NumberPart = readonly [text: string, tag?: 'i' | 's' | undefined]

const NUMBER = /^([-+−]?(?:0|[1-9]\d*))(?:([.,]\d*[1-9])(0*)|([.,]0+))?(?![\d.,])/

/**
 * The parts of a number that is shown with pale zeros at its end and, if `grouped`, with gaps between thousands; together they are the text as
 * it is. Empty if it has neither.
 */
export function partsOfNumber(text: string, grouped: boolean | undefined): readonly NumberPart[] {
  const [all = '', whole = '', digits = '', some = '', none = ''] = NUMBER.exec(text) ?? []
  const zeros = some || none
  // The mark of `1.000` may be one between thousands.
  if (whole.length < 4 && all.length - whole.length === 4) return []
  const groups = grouped ? whole.split(/(?<=\d)(?=(?:\d{3})+$)/) : [whole]
  if (!zeros && !groups[1]) return []
  const parts: NumberPart[] = groups.map((group, at) => [group, at > 0 ? 'i' : undefined])
  parts.push([digits], [zeros, 's'], [text.slice(all.length)])
  return parts.filter(([part]) => part)
}

function hrefOfAddress(kind: AddressKind, text: string): string | undefined {
  if (kind === 'link')
    return findWebAddress(text) ?? (isSite(text, true) ? findWebAddress(`https://${text}`) : undefined)
  if (kind === 'email') return isEmail(text) ? `mailto:${encodeURI(text)}` : undefined
  const phone = findPhone(text, true)
  return phone === undefined ? undefined : `tel:${phone}`
}

/** Json with a line for each member of its objects, indented by two blanks; nothing but that is added. */
export function indented(json: string): string {
  const open: string[] = []
  let depth = 0
  const line = () => `\n${'  '.repeat(depth)}`
  return json.replace(/"(?:[^"\\]|\\.)*"|\{\}|[[\]{},]/g, (token, at: number) => {
    switch (token) {
      case '{':
        open.push(token)
        depth++
        return token + line()
      case '[':
        open.push(token)
        return token
      case '}':
        open.pop()
        depth--
        return line() + token
      case ']':
        open.pop()
        return token
      case ',':
        return open.at(-1) === '{' || json[at + 1] === '{' ? token + line() : token
      default:
        return token
    }
  })
}

// Titles and descriptions of the entries of a list, as text for people. The list itself, in the table of its fields and in its files, has
// the original text.

/** A text of which no line begins with a dash: the blank before one is not a place to break. */
export function keepDashes(text: string): string {
  return text.replace(/ (?=[—–] )/g, '\u00a0')
}

/** The title of an entry, or its key where the title is blank. */
export function titleOf({ title, key }: { readonly title: string; readonly key: string }): string {
  const decoded = decodeEntities(title)
  const bare = withoutTags(decoded)
  const text = (bare === decoded ? bare : bare.replace(/\s*\n\s*/g, ' ')).trim()
  return text === '' ? keyTextOf(key) : htmlText(withoutMarks(text))
}

/**
 * The language of a text of the origin where its letters or words leave no doubt, so that a browser hyphenates it and a screen reader
 * pronounces it; else empty, which means unknown. `own`: the language of the page.
 */
export function languageOf(text: string, own: string): 'en' | 'ru' | '' {
  const [letters, foreign, russian] = [/\p{L}/gu, /(?![а-яё])\p{L}/giu, /[ыэё]/i] as const
  const others = text.match(foreign) ?? []
  const isCyrillic =
    others.every((letter) => /[a-z]/i.test(letter)) && others.length * 3 < (text.match(letters) ?? []).length
  if (isCyrillic && (own === 'ru' || russian.test(text))) return 'ru'
  return !/[^\p{ASCII}\p{P}\p{S}\p{Z}]/u.test(text) && /\b(?:the|of|and|by|with)\b/i.test(text) ? 'en' : ''
}

/** Parts of a name between which a line may break: after its separators, if it is long. */
export function partsOfName(name: string): string[] {
  return name.length > LONGEST_WHOLE ? name.split(/(?<=[_./\\:-])(?=[^_./\\:-])/) : [name]
}
const LONGEST_WHOLE = 16

/** A key that is shown in place of a title, because no entry has one. */
export function keyTextOf(key: string): string {
  return showCode(decodeEntities(key))
}

/** When a dataset changed, if its list states that: an ISO date, or a time that may lack a zone. */
export function modifiedOf({ updated = '' }: { readonly updated?: string }): string | undefined {
  const time = findTime(updated.trim())
  return time === undefined || isStartOfTime(time) ? undefined : time
}

/** The description of an entry; undefined if it has none. */
export function descriptionOf({ description = '' }: { readonly description?: string }): string | undefined {
  const text = decodeEntities(description)
  return text.trim() === '' ? undefined : reflow(text)
}

// Editors of html put these between words, which would make one long word of them.
const GLUE = /&(?:nbsp|#160|#xa0);/gi

/**
 * Decodes HTML character references, such as `&quot;` and `&#171;`, which some origins leave in values that are not HTML. Only references
 * with a semicolon, and only once, so `R&D` and `&amp;lt;` do not become something else.
 */
function decodeEntities(text: string): string {
  return text.includes('&') ? decodeHTMLStrict(text.replace(GLUE, ' ')) : text
}
