import { type Container, type Events, ITEM, type Scalar } from '../events.ts'
import type { Value } from '../types.ts'
import { isMembers, isNested, isNumeral, walkValue } from '../value.ts'

/** Writes a document, or the part outside of its records, as xml while it is parsed, in the form of {@link xmlElement}. */
export class XmlTreeWriter implements Events {
  readonly #write: (chunk: string) => void
  readonly #root: 'data' | 'rest'
  readonly #open: string[] = []

  /** `root` is the name of the outermost element. */
  constructor(write: (chunk: string) => void, root: 'data' | 'rest' = 'data') {
    this.#write = write
    this.#root = root
  }

  open(step: string, kind: Container): void {
    const element = this.#elementOf(step)
    const name = element === 'field' ? ` name="${xmlAttribute(step)}"` : ''
    this.#write(`<${element}${name} type="${kind === 'array' ? 'array' : 'object'}">`)
    this.#open.push(element)
  }

  close(): void {
    this.#write(`</${this.#open.pop()}>`)
  }

  scalar(step: string, value: Scalar): void {
    const element = this.#elementOf(step)
    this.#write(xmlElement(element, element === 'field' ? step : undefined, value))
  }

  #elementOf(step: string): 'data' | 'rest' | 'field' | 'item' {
    if (this.#open.length === 0) return this.#root
    return step === ITEM ? 'item' : 'field'
  }
}

/**
 * One value as an element. The attribute `type` names any type but string: number, boolean, null, object (with `<field>`s), array (with
 * `<item>`s). Names are in the attribute `name`, not in element names, so any name is possible.
 */
export function xmlElement(element: string, name: string | undefined, value: Value): string {
  if (!isNested(value)) return leaf(element, name, value)
  let xml = ''
  let isOutermost = true
  const elementOf = (member: string | undefined) => (member === undefined ? 'item' : 'field')
  const open: string[] = []
  walkValue(value, name, {
    open(container, member) {
      open.push(isOutermost ? element : elementOf(member))
      isOutermost = false
      xml += `${start(open.at(-1) as string, member, container)}>`
    },
    close() {
      xml += `</${open.pop()}>`
    },
    leaf(inner, member) {
      xml += leaf(isOutermost ? element : elementOf(member), member, inner)
    },
  })
  return xml
}

function leaf(element: string, name: string | undefined, value: Value): string {
  const content = textOf(value)
  const begin = start(element, name, value)
  return content === '' ? `${begin}/>` : `${begin}>${content}</${element}>`
}

function start(element: string, name: string | undefined, value: Value): string {
  return `<${element}${name === undefined ? '' : ` name="${xmlAttribute(name)}"`}${typeAttribute(value)}`
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
