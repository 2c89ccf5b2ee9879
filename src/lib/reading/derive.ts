import type { DataFormat } from '../interface/index.ts'
import { type Container, type Events, ITEM, TEXT } from './events.ts'
import { openDocument } from './open.ts'
import type { OpenedDocument } from './opened-document.ts'
import { parseDocument } from './parse.ts'
import type { ByteSource, DocumentHint, Value } from './types.ts'
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
    write(`${separator}${valueToJson({ members: [...record] })}`)
    separator = ',\n'
  })
  write(separator === '[\n' ? '[]' : '\n]')
  if (isPart) {
    write(',\n"rest":')
    opened.eachOther(opened.format === 'html' ? jsonValueWriter(write) : jsonTreeWriter(write))
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

function writeXml(opened: OpenedDocument, write: WriteText): void {
  write(`${PROLOG}<data>\n`)
  opened.each((record) => {
    const fields = [...record].map(([name, value]) => xmlField(name, value))
    write(`<record>${fields.join('')}</record>\n`)
  })
  if (hasRest(opened)) {
    opened.eachOther(xmlTreeWriter(write, 'rest'))
    write('\n')
  }
  write('</data>\n')
}

function writeTree(source: ByteSource, hint: DocumentHint, to: DataFormat, write: WriteText): void {
  if (to === 'xml') write(PROLOG)
  parseDocument(source, hint, to === 'xml' ? xmlTreeWriter(write) : jsonTreeWriter(write))
  write('\n')
}

/**
 * Writes a tree of elements as json while it is parsed: `{"name": "a", "attributes": {"id": "1"}, "children": ["text", {…}]}`, with
 * attributes and children only if there are any.
 */
function jsonTreeWriter(write: WriteText): Events {
  const open: { attributes: number; children: number }[] = []
  const beginChild = () => {
    const parent = open.at(-1)
    if (!parent) return
    const start = parent.attributes > 0 ? '},"children":[' : ',"children":['
    write(parent.children++ === 0 ? start : ',')
  }
  return {
    open(step) {
      beginChild()
      write(`{"name":${JSON.stringify(step)}`)
      open.push({ attributes: 0, children: 0 })
    },
    close() {
      const closed = open.pop()
      if (closed) write(closed.children > 0 ? ']}' : closed.attributes > 0 ? '}}' : '}')
    },
    scalar(step, value) {
      if (step === TEXT) {
        beginChild()
        write(valueToJson(value))
        return
      }
      const parent = open.at(-1)
      if (!parent) return
      const start = parent.attributes++ === 0 ? ',"attributes":{' : ','
      write(`${start}${JSON.stringify(step.slice(1))}:${valueToJson(value)}`)
    },
  }
}

/** Writes objects, arrays and scalars as json while they are parsed. */
function jsonValueWriter(write: WriteText): Events {
  const open: { readonly end: string; members: number }[] = []
  const begin = (step: string) => {
    const parent = open.at(-1)
    if (!parent) return
    if (parent.members++ > 0) write(',')
    if (step !== ITEM) write(`${JSON.stringify(step)}:`)
  }
  return {
    open(step, kind) {
      begin(step)
      write(kind === 'array' ? '[' : '{')
      open.push({ end: kind === 'array' ? ']' : '}', members: 0 })
    },
    close: () => write(open.pop()?.end ?? ''),
    scalar(step, value) {
      begin(step)
      write(valueToJson(value))
    },
  }
}

/**
 * Writes a document, or the part outside of its records, as xml while it is parsed. The attribute `type` names any type but string: number,
 * boolean, null, object (with `<field>`s), array (with `<item>`s). Names are in the attribute `name`, not in element names, so any name is
 * possible. `root` is the name of the outermost element.
 */
function xmlTreeWriter(write: WriteText, root: Element = 'data') {
  const open: Element[] = []
  const elementOf = (step: string) => (open.length === 0 ? root : step === ITEM ? 'item' : 'field')
  return {
    open(step: string, kind: Container) {
      const element = elementOf(step)
      write(`${start(element, step)} type="${kind === 'array' ? 'array' : 'object'}">`)
      open.push(element)
    },
    close: () => write(`</${open.pop()}>`),
    /** A value that is an object or an array must be empty. */
    scalar(step: string, value: Value) {
      const element = elementOf(step)
      const content = textOf(value)
      const begin = `${start(element, step)}${typeAttribute(value)}`
      write(content === '' ? `${begin}/>` : `${begin}>${content}</${element}>`)
    },
  }
}

type Element = 'data' | 'rest' | 'field' | 'item'

function start(element: Element, step: string): string {
  return element === 'field' ? `<field name="${xmlAttribute(step)}"` : `<${element}`
}

function xmlField(name: string, value: Value): string {
  let xml = ''
  const writer = xmlTreeWriter((chunk) => {
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
