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
 * stops`, or a term and its description. Lines are those of a `pre`, of blocks with `br`, and blocks of one line. Only of blocks most of whose
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
  const pair = splitBrackets(text) ?? splitStart(text)
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
      const block = { index: this.#count++, name, text: '', first: undefined, isList: false, term: undefined }
      this.#blocks.push(block)
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
    block.text = ''
    if (block.first === undefined && !block.isList) block.first = text
    else {
      this.#settleFirst(block)
      this.#emit(block, text)
    }
  }

  // A first line turns out to be one of several.
  #settleFirst(block: Block): void {
    const { first } = block
    block.isList = true
    block.first = undefined
    if (first !== undefined) this.#emit(block, first)
  }

  #closeBlock(block: Block): void {
    const around = this.#blocks.at(-1)
    if (block.term !== undefined) this.#emit(block, block.term)
    if (block.first === undefined || around === undefined) return
    this.#settleFirst(around)
    if (block.name === 'dt') {
      if (around.term !== undefined) this.#emit(around, around.term)
      around.term = block.first
    } else if (block.name === 'dd' && around.term !== undefined) {
      const { term } = around
      around.term = undefined
      this.#emit(around, term, block.first)
    } else this.#emit(around, block.first)
  }

  #emit({ index }: Block, text: string, description?: string): void {
    if (this.done) return
    const names = this.#outline.names().filter((name) => name !== text && name !== description)
    this.#visit({ block: index, text, description, names })
  }
}
