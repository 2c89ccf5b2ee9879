import type { DataFormat } from '../interface/index.ts'
import { type Container, type Events, ITEM, type Scalar, TEXT } from './events.ts'
import { openDocument } from './open.ts'
import type { OpenedDocument } from './opened-document.ts'
import { parseDocument } from './parse.ts'
import type { ByteSource, DocumentHint, ReadRecord, Value } from './types.ts'
import { isMembers, isNumeral, valueToJson, walkValue } from './value.ts'

const PROLOG = '<?xml version="1.0" encoding="UTF-8"?>\n'

/** Receives the chunks of the written document, to be encoded as UTF-8. */
type WriteText = (chunk: string) => void

/**
 * Writes a document in another format, in chunks. Records become an array of objects in json, and `<data><record><field
 * name="…">…</field></record></data>` in xml; a document without records is written as a tree. Contents outside of the records, including
 * other lists, follow as a tree: in json as `{"records": […], "rest": {…}}`, in xml as a `<rest>` after the last record. Other tables or
 * lists of html are arrays of records in json. Strings and numbers are unchanged; characters that are invalid in xml become U+FFFD. Reading
 * the result gives the same records. Throws UnreadableDocument.
 */
export function deriveDocument(
  source: ByteSource,
  hint: DocumentHint,
  to: DataFormat,
  write: WriteText,
): void {
  const opened = openDocument(source, hint)
  if (opened.shape === 'tree') writeTree(source, hint, to, write)
  else if (to === 'json') writeJson(opened, write)
  else writeXml(opened, write)
}

function writeJson(opened: OpenedDocument, write: WriteText): void {
  const isPart = hasRest(opened)
  if (isPart) write('{"records":')
  let separator = '[\n'
  opened.each((record) => {
    write(`${separator}${jsonRecord(record)}`)
    separator = ',\n'
  })
  write(separator === '[\n' ? '[]' : '\n]')
  if (isPart) {
    write(',\n"rest":')
    opened.eachOther(opened.format === 'html' ? new JsonValueWriter(write) : new JsonTreeWriter(write))
    write('}')
  }
  write('\n')
}

/** Whether a document has contents outside of its records. */
function hasRest(opened: OpenedDocument): boolean {
  const first = {
    done: false,
    open() {
      first.done = true
    },
    close() {},
    scalar() {
      first.done = true
    },
  }
  opened.eachOther(first)
  return first.done
}

function jsonRecord(record: ReadRecord): string {
  return valueToJson({ members: [...record] })
}

function writeXml(opened: OpenedDocument, write: WriteText): void {
  write(`${PROLOG}<data>\n`)
  opened.each((record) => {
    const fields = [...record].map(([name, value]) => xmlField(name, value))
    write(`<record>${fields.join('')}</record>\n`)
  })
  if (hasRest(opened)) {
    opened.eachOther(new XmlTreeWriter(write, 'rest'))
    write('\n')
  }
  write('</data>\n')
}

function writeTree(source: ByteSource, hint: DocumentHint, to: DataFormat, write: WriteText): void {
  if (to === 'xml') write(PROLOG)
  parseDocument(source, hint, to === 'xml' ? new XmlTreeWriter(write) : new JsonTreeWriter(write))
  write('\n')
}

/**
 * Writes a tree of elements as json while it is parsed: `{"name": "a", "attributes": {"id": "1"}, "children": ["text", {…}]}`, with
 * attributes and children only if there are any.
 */
class JsonTreeWriter implements Events {
  readonly #write: (chunk: string) => void
  readonly #open: { attributes: number; children: number }[] = []

  constructor(write: (chunk: string) => void) {
    this.#write = write
  }

  open(step: string, _kind: Container): void {
    this.#beginChild()
    this.#write(`{"name":${JSON.stringify(step)}`)
    this.#open.push({ attributes: 0, children: 0 })
  }

  close(): void {
    const closed = this.#open.pop()
    if (!closed) return
    this.#write(closed.children > 0 ? ']}' : closed.attributes > 0 ? '}}' : '}')
  }

  scalar(step: string, value: Scalar): void {
    if (step === TEXT) {
      this.#beginChild()
      this.#write(valueToJson(value))
      return
    }
    const parent = this.#open.at(-1)
    if (!parent) return
    const start = parent.attributes++ === 0 ? ',"attributes":{' : ','
    this.#write(`${start}${JSON.stringify(step.slice(1))}:${valueToJson(value)}`)
  }

  #beginChild(): void {
    const parent = this.#open.at(-1)
    if (!parent) return
    const start = parent.attributes > 0 ? '},"children":[' : ',"children":['
    this.#write(parent.children++ === 0 ? start : ',')
  }
}

/** Writes objects, arrays and scalars as json while they are parsed. */
class JsonValueWriter implements Events {
  readonly #write: (chunk: string) => void
  readonly #open: { readonly end: string; members: number }[] = []

  constructor(write: (chunk: string) => void) {
    this.#write = write
  }

  open(step: string, kind: Container): void {
    this.#begin(step)
    this.#write(kind === 'array' ? '[' : '{')
    this.#open.push({ end: kind === 'array' ? ']' : '}', members: 0 })
  }

  close(): void {
    this.#write(this.#open.pop()?.end ?? '')
  }

  scalar(step: string, value: Scalar): void {
    this.#begin(step)
    this.#write(valueToJson(value))
  }

  #begin(step: string): void {
    const parent = this.#open.at(-1)
    if (!parent) return
    if (parent.members++ > 0) this.#write(',')
    if (step !== ITEM) this.#write(`${JSON.stringify(step)}:`)
  }
}

/**
 * Writes a document, or the part outside of its records, as xml while it is parsed. The attribute `type` names any type but string: number,
 * boolean, null, object (with `<field>`s), array (with `<item>`s). Names are in the attribute `name`, not in element names, so any name is
 * possible.
 */
class XmlTreeWriter implements Events {
  readonly #write: (chunk: string) => void
  readonly #root: Element
  readonly #open: Element[] = []

  /** `root` is the name of the outermost element. */
  constructor(write: (chunk: string) => void, root: Element = 'data') {
    this.#write = write
    this.#root = root
  }

  open(step: string, kind: Container): void {
    const element = this.#elementOf(step)
    this.#write(`${start(element, step)} type="${kind === 'array' ? 'array' : 'object'}">`)
    this.#open.push(element)
  }

  close(): void {
    this.#write(`</${this.#open.pop()}>`)
  }

  /** A value that is an object or an array must be empty. */
  scalar(step: string, value: Value): void {
    const element = this.#elementOf(step)
    const content = textOf(value)
    const begin = `${start(element, step)}${typeAttribute(value)}`
    this.#write(content === '' ? `${begin}/>` : `${begin}>${content}</${element}>`)
  }

  #elementOf(step: string): Element {
    if (this.#open.length === 0) return this.#root
    return step === ITEM ? 'item' : 'field'
  }
}

type Element = 'data' | 'rest' | 'field' | 'item'

function start(element: Element, step: string): string {
  return element === 'field' ? `<field name="${xmlAttribute(step)}"` : `<${element}`
}

function xmlField(name: string, value: Value): string {
  let xml = ''
  const writer = new XmlTreeWriter((chunk) => {
    xml += chunk
  }, 'field')
  walkValue(value, name, {
    open: (container, member = ITEM) => writer.open(member, isMembers(container) ? 'object' : 'array'),
    close: () => writer.close(),
    leaf: (leaf, member = ITEM) => writer.scalar(member, leaf),
  })
  return xml
}

/** The `type` attribute of a value; nothing for strings. */
function typeAttribute(value: Value): string {
  if (typeof value === 'string') return ''
  if (value === null) return ' type="null"'
  if (typeof value === 'boolean') return ' type="boolean"'
  if (isNumeral(value)) return ' type="number"'
  return isMembers(value) ? ' type="object"' : ' type="array"'
}

function textOf(value: Value): string {
  if (typeof value === 'string') return xmlText(value)
  if (typeof value === 'boolean') return String(value)
  return value !== null && isNumeral(value) ? value.numeral : ''
}

// All characters outside Char of XML 1.0, 2.2: most control characters, lone surrogates, U+FFFE and U+FFFF.
const ILLEGAL = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu
const SPECIAL = /[<>&"\t\n\r]/g
const SPECIAL_IN_TEXT = /[<>&\r]/g

const ESCAPES: Readonly<Record<string, string>> = {
  '<': '&lt;',
  '>': '&gt;',
  '&': '&amp;',
  '"': '&quot;',
  '\t': '&#9;',
  '\n': '&#10;',
  '\r': '&#13;',
}

/**
 * A text as element content. Invalid characters of XML 1.0 become U+FFFD; carriage returns become references, since parsers convert them to
 * line feeds (XML 1.0, 2.11).
 */
function xmlText(text: string): string {
  return text.replace(ILLEGAL, '\uFFFD').replace(SPECIAL_IN_TEXT, (c) => ESCAPES[c] ?? c)
}

/** A text as an attribute value in double quotes. White space becomes references, since parsers normalise it (3.3.3). */
export function xmlAttribute(text: string): string {
  return text.replace(ILLEGAL, '\uFFFD').replace(SPECIAL, (c) => ESCAPES[c] ?? c)
}
