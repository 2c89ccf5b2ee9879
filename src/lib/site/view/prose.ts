import { withoutHtml } from './html-description.ts'
import { findWebAddress, reflow } from './text.ts'

/** A piece of a line: its text and markup. */
export interface Piece {
  readonly text: string
  readonly href?: string
  readonly code?: true
  readonly strong?: true
  readonly em?: true
}

const LINK = String.raw`!?\[(?<label>[^[\]]{1,300})\]\(\s{0,2}(?<address>[^\s()<>]{1,2000}(?:\([^\s()<>]{0,200}\)[^\s()<>]{0,500})?)(?:\s"[^"\n]{0,200}")?\)`
const AUTO = String.raw`<(?<auto>https?://[^\s<>]{1,2000})>`
const CODE = '`(?<code>[^`\\n]{1,300})`'
const STRONG = String.raw`(?<![\p{L}\p{N}*\\])\*\*(?=\S)(?<strong>[^*\n]{1,500})(?<=\S)\*\*(?![\p{L}\p{N}*])`
const EM = String.raw`(?<![\p{L}\p{N}*_\\])(?<mark>[*_])(?=[^\s*_])(?<em>[^*_\n]{1,300})(?<=\S)\k<mark>(?![\p{L}\p{N}*_])`
const HEADING = String.raw`^#{1,6} (?<heading>[^\n]{1,300})$`
const INLINE = new RegExp([LINK, AUTO, CODE, STRONG, EM, HEADING].join('|'), 'gmu')
const QUOTED = /^ {0,3}> ?/
/** GitHub's marker for a kind of note. */
const NOTE = /^\[!([A-Z]+)\]\n?/

/**
 * Paragraphs and quotations of the Markdown that people use in descriptions: links to the web, code, emphasis, headings and quotes. The text and the
 * links of html stay, its tags do not. Everything else stays text.
 */
export function proseOf(description: string) {
  const passages: { quote: boolean; lines: string[] }[] = []
  for (const line of withoutHtml(description).split('\n')) {
    const quote = QUOTED.test(line)
    const last = passages.at(-1)
    const text = quote ? line.replace(QUOTED, '') : line
    if (last?.quote === quote) last.lines.push(text)
    else passages.push({ quote, lines: [text] })
  }
  return passages
    .map(({ quote, lines }) => ({ quote, text: reflow(lines.join('\n')) }))
    .filter(({ text }) => text !== '')
    .map(({ quote, text }) => ({ quote, pieces: quote ? noted(text) : piecesOf(text) }))
}

/** The text of a description without markup. */
export function plainOf(description: string): string {
  return proseOf(description)
    .map(({ pieces }) => pieces.map(({ text }) => text).join(''))
    .join('\n')
}

function noted(text: string): Piece[] {
  const note = NOTE.exec(text)
  if (!note) return piecesOf(text)
  return [{ text: note[1] ?? '', strong: true }, { text: '\n' }, ...piecesOf(text.slice(note[0].length))]
}

function piecesOf(text: string): Piece[] {
  const pieces: Piece[] = []
  let end = 0
  for (const found of text.matchAll(INLINE)) {
    const made = pieceOf(found.groups ?? {})
    if (made === undefined) continue
    if (found.index > end) pieces.push({ text: text.slice(end, found.index) })
    pieces.push(made)
    end = found.index + found[0].length
  }
  return end < text.length ? [...pieces, { text: text.slice(end) }] : pieces
}

function pieceOf(found: Readonly<Record<string, string | undefined>>): Piece | undefined {
  const { label, address, auto, code, strong, em, heading } = found
  if (code !== undefined) return { text: code, code: true }
  if (em !== undefined) return { text: em, em: true }
  const loud = strong ?? heading
  if (loud !== undefined) return { text: withoutMarks(loud), strong: true }
  const href = findWebAddress(address ?? auto ?? '')
  if (href === undefined) return undefined
  const text = label ?? auto ?? ''
  return /^`[^`]+`$/.test(text)
    ? { text: text.slice(1, -1), href, code: true }
    : { text: withoutMarks(text), href }
}

function withoutMarks(text: string): string {
  return text.replace(/[`*]/g, '').replace(/\n/g, ' ')
}
