import { SaxesParser } from 'saxes'
import { tooDeep } from '../depth.ts'
import { type Events, TEXT, type TextParser } from '../events.ts'
import { ElementText } from '../text/element-text.ts'
import { UnreadableDocument } from '../types.ts'
import { declaredEntities } from './entities.ts'

const NAMESPACE = '@xmlns'
const XHTML = 'http://www.w3.org/1999/xhtml'
const MAX_KNOWN = 1000

/**
 * A streaming, strict reader of xml (XML 1.0, well-formedness). External entities are never fetched; entities declared
 * in the document stand for plain text only. Names lose their prefix; declarations of namespaces are left out.
 */
export class XmlParser implements TextParser {
  readonly #events: Events
  readonly #maxDepth: number
  readonly #text: ElementText
  readonly #sax = new SaxesParser({})
  readonly #attributes = new Map<string, string>()
  #depth = 0
  #begun = false
  #ending = false

  constructor(events: Events, maxDepth: number) {
    this.#events = events
    this.#maxDepth = maxDepth
    this.#text = new ElementText((text) => events.scalar(TEXT, text))
    const sax = this.#sax
    sax.on('error', (error) => this.#fail(error.message))
    sax.on('doctype', (text) => Object.assign(sax.ENTITIES, declaredEntities(text)))
    sax.on('opentag', (tag) => this.#open(tag.name, tag.attributes))
    sax.on('closetag', () => this.#close())
    sax.on('text', (text) => this.#text.add(text))
    sax.on('cdata', (text) => this.#text.add(text))
  }

  write(text: string): void {
    if (this.#events.done || text === '') return
    // The decoder took the byte order mark; saxes would take another one.
    if (!this.#begun && text.startsWith('\uFEFF')) this.#fail('a second byte order mark')
    this.#begun = true
    this.#sax.write(text)
  }

  end(): void {
    this.#ending = true
    if (!this.#events.done) this.#sax.close()
  }

  #open(name: string, attributes: Readonly<Record<string, string>>): void {
    if (++this.#depth > this.#maxDepth) throw tooDeep('xml', this.#maxDepth, this.#place())
    if (this.#depth === 1 && isHtmlRoot(name, attributes))
      throw new UnreadableDocument('foreign', 'The document is html, where xml was promised.')
    this.#text.open()
    this.#events.open(localName(name), 'element')
    for (const attribute in attributes) {
      const step = this.#attributes.get(attribute) ?? this.#nameAttribute(attribute)
      if (step !== NAMESPACE) this.#events.scalar(step, attributes[attribute] ?? '')
    }
  }

  /** The step of an attribute, kept as long as there are few: building the name each time costs more than all else. */
  #nameAttribute(attribute: string): string {
    const isNamespace = attribute === 'xmlns' || attribute.startsWith('xmlns:')
    const step = isNamespace ? NAMESPACE : `@${localName(attribute)}`
    if (this.#attributes.size < MAX_KNOWN) this.#attributes.set(attribute, step)
    return step
  }

  #close(): void {
    this.#depth--
    this.#text.close()
    this.#events.close()
  }

  #place(): string {
    return `, at line ${this.#sax.line}, column ${this.#sax.column}`
  }

  #fail(message: string): never {
    const [, line, column, what = message] = /^(\d+):(\d+): (.*?)\.?$/s.exec(message) ?? []
    const where = line === undefined ? '' : `, at line ${line}, column ${column}`
    if (this.#ending) throw new UnreadableDocument('cut', `The xml ends early: ${what}${where}.`)
    throw new UnreadableDocument('malformed', `The xml is not well-formed: ${what}${where}.`)
  }
}

/** Whether a root is that of a page: html by its name, or anything in the namespace of XHTML. */
function isHtmlRoot(name: string, attributes: Readonly<Record<string, string>>): boolean {
  const prefix = name.includes(':') ? `:${name.slice(0, name.indexOf(':'))}` : ''
  return localName(name).toLowerCase() === 'html' || attributes[`xmlns${prefix}`] === XHTML
}

/** A name without its namespace prefix. */
export function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1) || name
}
