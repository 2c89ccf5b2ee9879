import type { Format } from '../interface/index.ts'
import { isHtmlName } from './encoding.ts'

/**
 * Whether a text is certainly valid for its parser: a fast check that most small documents pass. Returns false for all others, valid or
 * not.
 */
export function isWellFormed(format: Format, text: string, maxDepth: number): boolean {
  if (format === 'html') return false
  return format === 'json' ? isPlainJson(text, maxDepth) : isPlainXml(text, maxDepth)
}

/** Whether a text is one json value (RFC 8259) with fewer brackets than the allowed depth. */
function isPlainJson(text: string, maxDepth: number): boolean {
  return !hasMore(text, maxDepth) && isJson(text)
}

// More brackets than the allowed depth prove nothing; then the tokenizer counts the depth. Brackets in strings are counted too.
function hasMore(text: string, most: number): boolean {
  let left = most
  for (const bracket of ['{', '['])
    for (let at = text.indexOf(bracket); at >= 0; at = text.indexOf(bracket, at + 1))
      if (--left < 0) return true
  return false
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

const DECLARATION =
  /^<\?xml version="1\.0"(?: encoding="[A-Za-z][A-Za-z0-9._-]*")?(?: standalone="(?:yes|no)")?\?>/
const REFERENCES = ['&amp;', '&lt;', '&gt;', '&quot;', '&apos;']

const LESS = 60
const SLASH = 47
const GREATER = 62
const AMPERSAND = 38
const BRACKET = 93

/**
 * Whether a text is well-formed xml that consists only of elements without attributes, with simple names, and text with the five predefined
 * references. Anything else is left to the parser.
 */
function isPlainXml(text: string, maxDepth: number): boolean {
  const root = skipSpace(text, DECLARATION.exec(text)?.[0].length ?? 0)
  const names: number[] = []
  let at = root
  do {
    const isEnd = text.charCodeAt(at + 1) === SLASH
    const from = at + (isEnd ? 2 : 1)
    const to = endOfName(text, from)
    if (text.charCodeAt(at) !== LESS || to === from) return false
    const isEmpty = text.startsWith('/>', to)
    if (!isEmpty && text.charCodeAt(to) !== GREATER) return false
    if (isEnd) {
      const start = names.pop()
      if (isEmpty || start === undefined || !isSame(text, start, from, to)) return false
    } else if (names.length >= maxDepth || (at === root && isHtmlName(text.slice(from, to)))) return false
    else if (!isEmpty) names.push(from)
    at = to + (isEmpty ? 2 : 1)
    if (names.length > 0) at = endOfText(text, at)
  } while (names.length > 0)
  return skipSpace(text, at) === text.length
}

function skipSpace(text: string, from: number): number {
  let at = from
  while (isSpace(text.charCodeAt(at))) at++
  return at
}

function isSpace(c: number): boolean {
  return c === 32 || c === 10 || c === 13 || c === 9
}

/** The end of a name of ASCII letters, digits, `_`, `-` and `.`; its start if there is none. */
function endOfName(text: string, from: number): number {
  for (let at = from; ; at++) {
    const c = text.charCodeAt(at)
    const isFirst = (c > 96 && c < 123) || (c > 64 && c < 91) || c === 95
    if (!isFirst && (at === from || !((c > 47 && c < 58) || c === 45 || c === 46))) return at
  }
}

/** Whether the name at `start` equals that of the end tag from `from` to `to`. */
function isSame(text: string, start: number, from: number, to: number): boolean {
  for (let at = from; at < to; at++)
    if (text.charCodeAt(at) !== text.charCodeAt(start + at - from)) return false
  return text.charCodeAt(start + to - from) === GREATER
}

/** The end of text: the next `<`, or a character that is left to the parser. */
function endOfText(text: string, from: number): number {
  for (let at = from; ; at++) {
    const c = text.charCodeAt(at)
    if (c === LESS) return at
    if (c === AMPERSAND) {
      const reference = REFERENCES.find((one) => text.startsWith(one, at))
      if (reference === undefined) return at
      at += reference.length - 1
    } else if (!((c > 31 && c < 0xd800 && c !== BRACKET) || isSpace(c))) return at
  }
}
