import { type Container, type Events, type Scalar, TEXT } from '../events.ts'
import { MOST_LISTS, MOST_RECORD, tooLarge, tooLong } from '../limits.ts'
import { parseDocument } from '../parse.ts'
import type { ByteSource, DocumentHint, ReadRecord, Value } from '../types.ts'
import { EntryGroups } from './links.ts'
import { HtmlOutline, renderedText } from './outline.ts'

/** The lines of a page that name entries of a list by a title and a code. */
interface EntryLines {
  readonly count: number
  each(visit: (record: ReadRecord) => boolean): void
}

/**
 * Finds the lines of a page, outside of tables and links, that have the title and the code of an entry each: `Bus stops (bus)`, `bus – Bus
 * stops`, a code in an element of its own, or a term and its description. Lines are those of a `pre`, of blocks with `br`, and blocks of one
 * line; two of these alone in a block are a term and its description. Only of blocks most of whose
 * lines are such, and none if there is one such line only.
 */
export function findLines(source: ByteSource, hint: DocumentHint): EntryLines {
  const blocks = new Map<number, { all: number; named: number }>()
  const groups = new EntryGroups()
  const count = (line: Line) => {
    const block = blocks.get(line.block) ?? { all: 0, named: 0 }
    blocks.set(line.block, block)
    block.all++
    if (readLine(line) !== undefined) block.named++
  }
  parseDocument(source, hint, new HtmlLines(count))
  const isUsed = ({ block }: Line) => {
    const { all, named } = blocks.get(block) ?? { all: 0, named: 0 }
    return named * 2 > all
  }
  const eachEntry = (visit: (fields: Fields, line: Line) => boolean) => {
    const lines = new HtmlLines((line) => {
      const fields = isUsed(line) ? readLine(line) : undefined
      if (fields !== undefined && !visit(fields, line)) lines.done = true
    })
    parseDocument(source, hint, lines)
  }
  let entries = 0
  eachEntry(([[, text]], { names }) => {
    entries++
    groups.add(text, names)
    return true
  })
  return {
    count: entries < 2 ? 0 : entries,
    each(visit) {
      eachEntry((fields) => visit(new Map<string, Value>([...fields, ...groups.fieldsOf(fields[0][1])])))
    },
  }
}

type Fields = readonly [readonly [name: string, text: string], ...(readonly [name: string, text: string])[]]

/** One line, or a term with its description. */
interface Line {
  /** The number of the block that it is a line of. */
  readonly block: number
  readonly text: string
  readonly description: string | undefined
  /** The names of the parts of the page that it is in, the innermost first. */
  readonly names: readonly string[]
}

// The title and the code that a line has; undefined if it has other texts.
function readLine({ text, description }: Line): Fields | undefined {
  const pair = readPair(text)
  if (pair !== undefined) {
    const [title, code] = pair
    const own: Fields = [
      ['code', code],
      ['text', title],
    ]
    return description === undefined ? own : [...own, ['description', description]]
  }
  if (description === undefined || ![text, description].some(isWord)) return undefined
  return [
    ['term', text],
    ['text', description],
  ]
}

function readPair(line: string): [title: string, code: string] | undefined {
  return splitBrackets(line) ?? splitStart(line)
}

// `bus Bus stops`, where `bus` is in a `code`, as `Bus stops (bus)`.
function withBrackets(line: string, code: string): string {
  if (!isWord(code) || readPair(line) !== undefined) return line
  const title = line.startsWith(code) ? line.slice(code.length) : line.slice(0, -code.length)
  return line.startsWith(code) || line.endsWith(code) ? `${title.trim()} (${code})` : line
}

function isWord(text: string): boolean {
  return text !== '' && !/\s/.test(text)
}

// `Bus stops (bus)`
function splitBrackets(line: string): [title: string, code: string] | undefined {
  const open = { ')': '(', ']': '[' }[line.at(-1) ?? '']
  const at = open === undefined ? -1 : line.lastIndexOf(open)
  const [title, code] = [line.slice(0, Math.max(0, at)).trim(), line.slice(at + 1, -1).trim()]
  return title !== '' && isWord(code) ? [title, code] : undefined
}

// `bus – Bus stops`, `bus: Bus stops`
function splitStart(line: string): [title: string, code: string] | undefined {
  const [start = '', ...rest] = line.split(' ')
  const end = rest[0] ?? ''
  const isDash = /^[-–—:|]$/.test(end)
  const code = isDash ? start : start.endsWith(':') ? start.slice(0, -1) : ''
  const title = (isDash ? rest.slice(1) : rest).join(' ')
  return isWord(code) && title !== '' ? [title, code] : undefined
}

/** What begins and ends lines. */
const BLOCKS = new Set([
  ...['#document', 'html', 'body', 'main', 'section', 'article', 'div', 'p', 'pre', 'blockquote', 'center'],
  ...['dl', 'dt', 'dd', 'ul', 'ol', 'li', 'form', 'fieldset', 'address', 'details', 'figure'],
])
/** Their texts are no lines. */
const OTHERS = new Set([
  ...['head', 'title', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'nav', 'header', 'footer', 'aside', 'table', 'a'],
  ...['button', 'select', 'label', 'summary', 'legend', 'figcaption'],
])

interface Block {
  readonly index: number
  readonly name: string
  /** The current line. */
  text: string
  /** The first line, until there is another one: a block of one line is a line of the block around it. */
  first: string | undefined
  /** Whether it has several lines, or blocks in it. */
  isList: boolean
  /** The last term of a `dl`. */
  term: string | undefined
  /** The blocks of one line in it, until there is anything else, or a third one. */
  cells: string[]
  /** The text of a `code` in the current line. */
  code: string
}

/** Visits all lines of a page. */
class HtmlLines implements Events {
  readonly #visit: (line: Line) => void
  readonly #outline = new HtmlOutline()
  readonly #path: string[] = []
  readonly #blocks: Block[] = []
  #count = 0
  #others = 0
  done = false

  constructor(visit: (line: Line) => void) {
    this.#visit = visit
  }

  open(name: string, _kind: Container): void {
    this.#path.push(name)
    if (OTHERS.has(name)) this.#others++
    if (name === 'br') this.#endLine()
    if (BLOCKS.has(name)) {
      if (this.#count === MOST_LISTS) throw tooLarge(`more than ${MOST_LISTS} blocks of text`)
      this.#endLine()
      const empty = { text: '', first: undefined, isList: false, term: undefined, cells: [], code: '' }
      this.#blocks.push({ index: this.#count++, name, ...empty })
    }
    this.#outline.open(name)
  }

  close(): void {
    const name = this.#path.pop() ?? ''
    if (BLOCKS.has(name)) {
      this.#endLine()
      const block = this.#blocks.pop()
      if (block) this.#closeBlock(block)
    }
    this.#outline.close()
    if (OTHERS.has(name)) this.#others--
  }

  scalar(step: string, value: Scalar): void {
    if (step !== TEXT || typeof value !== 'string') return
    this.#outline.addText(value)
    const block = this.#blocks.at(-1)
    if (block === undefined || this.#others > 0) return
    if (this.#path.at(-1) === 'code') block.code = value.trim()
    const lines = this.#path.includes('pre') ? value.split(/\r\n?|\n/) : [value]
    for (const [at, text] of lines.entries()) {
      if (at > 0) this.#endLine()
      block.text += text
      if (block.text.length > MOST_RECORD) throw tooLong()
    }
  }

  #endLine(): void {
    const block = this.#blocks.at(-1)
    const text = renderedText(block?.text ?? '')
    if (block === undefined || text === '') return
    const line = withBrackets(text, block.code)
    block.text = ''
    block.code = ''
    if (block.first === undefined && !block.isList && block.cells.length === 0) block.first = line
    else {
      this.#settle(block)
      this.#emit(block, line)
    }
  }

  // A first line, or the first blocks of one line, turn out to be some of several.
  #settle(block: Block): void {
    const { first, cells } = block
    block.isList = true
    block.first = undefined
    block.cells = []
    for (const text of [first ?? [], cells].flat()) this.#emit(block, text)
  }

  #closeBlock(block: Block): void {
    const around = this.#blocks.at(-1)
    const { first, term, cells } = block
    if (term !== undefined) this.#emit(block, term)
    if (around === undefined) return this.#settle(block)
    const [one, other] = cells
    if (one !== undefined && other !== undefined && !cells.some((text) => readPair(text))) {
      this.#settle(around)
      return this.#emit(around, one, other)
    }
    if (cells.length > 0) this.#settle(block)
    if (block.isList) this.#settle(around)
    if (first === undefined) return
    if (block.name === 'dt' || block.name === 'dd') this.#closeTerm(block.name, around, first)
    else if (around.first === undefined && !around.isList && around.cells.length < 2) around.cells.push(first)
    else {
      this.#settle(around)
      this.#emit(around, first)
    }
  }

  #closeTerm(name: string, around: Block, text: string): void {
    const { term } = around
    this.#settle(around)
    around.term = name === 'dt' ? text : undefined
    if (term === undefined) {
      if (name === 'dd') this.#emit(around, text)
    } else if (name === 'dt') this.#emit(around, term)
    else this.#emit(around, term, text)
  }

  #emit({ index }: Block, text: string, description?: string): void {
    if (this.done) return
    const names = this.#outline.names().filter((name) => name !== text && name !== description)
    this.#visit({ block: index, text, description, names })
  }
}
