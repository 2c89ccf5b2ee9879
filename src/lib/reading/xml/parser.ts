import { SaxesParser } from 'saxes'
import { isHtmlName } from '../encoding.ts'
import { ElementText, type Events, TEXT, type TextParser } from '../events.ts'
import {
  MOST_ATTRIBUTES,
  MOST_DOCTYPE,
  MOST_EXPANDED,
  MOST_EXPANSION,
  MOST_NAME,
  MOST_RECORD,
  type ParserLimits,
  tooDeep,
  tooLarge,
  tooLong,
} from '../limits.ts'
import { UnreadableDocument } from '../types.ts'
import { declaredEntities, isDoctype } from './doctype.ts'

const NAMESPACE = '@xmlns'
const XHTML = 'http://www.w3.org/1999/xhtml'
const MAX_KNOWN = 1000
/** Maximum length of text that is kept although values are ignored. */
const MOST_IGNORED = 2 ** 20

/**
 * A streaming, strict xml parser (XML 1.0 and Namespaces in XML 1.0, well-formedness). External entities are never fetched; declared
 * entities stand for plain text only, up to a limit. Names lose their prefix; namespace declarations are left out.
 */
export class XmlParser implements TextParser {
  readonly #events: Events
  readonly #maxDepth: number
  readonly #maxBytes: number
  readonly #isIgnored: boolean
  readonly #text: ElementText
  readonly #sax = new SaxesParser({})
  readonly #attributes = new Map<string, string>()
  #depth = 0
  #begun = false
  #ending = false
  /** Whether text of the current token was dropped. */
  #isCut = false
  #written = 0
  #expanded = 0
  /** Number of attributes of the current element so far. */
  #attributeCount = 0
  #attributeChars = 0
  readonly #namespaces = new Namespaces()
  /** Whether one of them has a prefix or declares a namespace. */
  #hasPrefixes = false

  constructor(events: Events, { maxDepth, maxBytes }: ParserLimits) {
    this.#events = events
    this.#maxDepth = maxDepth
    this.#maxBytes = maxBytes
    this.#isIgnored = events.ignoresValues === true
    this.#text = new ElementText((text) => events.scalar(TEXT, text))
    const sax = this.#sax
    sax.on('error', (error) => this.#fail(error.message))
    sax.on('doctype', (text) => this.#declare(text))
    sax.on('comment', () => {
      this.#isCut = false
    })
    sax.on('processinginstruction', ({ target }) => {
      this.#isCut = false
      if (target.includes(':')) this.#refuse('the target of a processing instruction has a colon')
    })
    sax.on('attribute', ({ name, value }) => this.#countAttribute(name, value))
    sax.on('opentag', (tag) => this.#open(tag.name, tag.attributes))
    sax.on('closetag', () => this.#close())
    // Without these handlers, saxes keeps no text.
    if (this.#isIgnored) return
    sax.on('text', (text) => this.#text.add(text))
    sax.on('cdata', (text) => this.#text.add(text))
  }

  write(text: string): void {
    if (this.#events.done || text === '') return
    // The decoder removed the byte order mark; saxes would accept another one.
    if (!this.#begun && text.startsWith('\uFEFF')) this.#fail('a second byte order mark')
    this.#begun = true
    this.#written += text.length
    this.#sax.write(text)
    this.#bound()
  }

  end(): void {
    this.#ending = true
    if (!this.#events.done) this.#sax.close()
  }

  /** Limits the memory for an incomplete token. */
  #bound(): void {
    const buffers = this.#sax as unknown as { text: string; name: string; entity: string }
    if (buffers.name.length > MOST_NAME || buffers.entity.length > MOST_NAME) throw longName()
    if (this.#isIgnored && buffers.text.length > MOST_IGNORED) {
      buffers.text = ''
      this.#isCut = true
    }
    if (buffers.text.length > MOST_RECORD) throw tooLong()
  }

  #declare(doctype: string): void {
    if (doctype.length > MOST_DOCTYPE || this.#isCut)
      throw tooLarge(`a document type of more than ${MOST_DOCTYPE} characters`)
    if (!isDoctype(doctype)) this.#refuse('the document type is malformed')
    for (const [name, text] of Object.entries(declaredEntities(doctype)))
      Object.defineProperty(this.#sax.ENTITIES, name, { get: () => this.#expand(text) })
  }

  #expand(text: string): string {
    this.#expanded += text.length
    const most = Math.min(
      MOST_EXPANDED + MOST_EXPANSION * this.#written,
      Math.max(0, this.#maxBytes - this.#written),
    )
    if (this.#expanded > most) throw tooLarge(`entities that stand for more than ${most} characters`)
    return text
  }

  #countAttribute(name: string, value: string): void {
    this.#attributeChars += name.length + value.length
    if (++this.#attributeCount > MOST_ATTRIBUTES)
      throw tooLarge(`an element of more than ${MOST_ATTRIBUTES} attributes`)
    if (name.length > MOST_NAME) throw longName()
    if (name.includes(':') || name === 'xmlns') this.#hasPrefixes = true
    if (this.#attributeChars > MOST_RECORD) throw tooLong()
  }

  #open(name: string, attributes: Readonly<Record<string, string>>): void {
    if (++this.#depth > this.#maxDepth) throw tooDeep('xml', this.#maxDepth, this.#place())
    if (this.#depth === 1 && isHtmlRoot(name, attributes))
      throw new UnreadableDocument('foreign', 'The document is html instead of xml.')
    this.#attributeCount = this.#attributeChars = 0
    if (name.length > MOST_NAME) throw longName()
    if (this.#hasPrefixes || (name.includes(':') && !this.#namespaces.isKnown(name)))
      this.#checkNames(name, attributes)
    this.#text.open()
    this.#events.open(localName(name), 'element')
    for (const attribute in attributes) {
      const step = this.#attributes.get(attribute) ?? this.#nameAttribute(attribute)
      if (step !== NAMESPACE) this.#events.scalar(step, attributes[attribute] ?? '')
    }
  }

  /** The step of an attribute. Cached while there are few, since building the strings dominates the time otherwise. */
  #nameAttribute(attribute: string): string {
    const isNamespace = attribute === 'xmlns' || attribute.startsWith('xmlns:')
    const step = isNamespace ? NAMESPACE : `@${localName(attribute)}`
    if (this.#attributes.size < MAX_KNOWN) this.#attributes.set(attribute, step)
    return step
  }

  #checkNames(name: string, attributes: Readonly<Record<string, string>>): void {
    this.#hasPrefixes = false
    const problem = this.#namespaces.open(this.#depth, name, attributes)
    if (problem !== undefined) this.#refuse(problem)
  }

  #close(): void {
    this.#namespaces.close(this.#depth)
    this.#depth--
    this.#text.close()
    this.#events.close()
  }

  #place(): string {
    return `, at line ${this.#sax.line}, column ${this.#sax.column}`
  }

  #refuse(what: string): never {
    this.#fail(`${this.#sax.line}:${this.#sax.column}: ${what}`)
  }

  #fail(message: string): never {
    const [, line, column, what = message] = /^(\d+):(\d+): (.*?)\.?$/s.exec(message) ?? []
    const where = line === undefined ? '' : `, at line ${line}, column ${column}`
    if (this.#ending) throw new UnreadableDocument('cut', `The xml ends early: ${what}${where}.`)
    throw new UnreadableDocument('malformed', `The xml is not well-formed: ${what}${where}.`)
  }
}

function longName(): UnreadableDocument {
  return tooLarge(`a name of more than ${MOST_NAME} characters`)
}

/** Whether a root element is that of a page: named like one, or in the XHTML namespace. */
function isHtmlRoot(name: string, attributes: Readonly<Record<string, string>>): boolean {
  const prefix = name.includes(':') ? `:${name.slice(0, name.indexOf(':'))}` : ''
  return (
    localName(name).toLowerCase() === 'html' || isHtmlName(name) || attributes[`xmlns${prefix}`] === XHTML
  )
}

/** A name without its namespace prefix. */
function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1) || name
}

const XML = 'http://www.w3.org/XML/1998/namespace'
const XMLNS = 'http://www.w3.org/2000/xmlns/'
const MOST_KNOWN = 1000
/** Characters that a name may contain but not begin with (XML 1.0, 2.3). */
const NO_START = /^(?:[-.0-9\u00B7]|[\u0300-\u036F]|[\u203F\u2040])/

/** Whether a name is a qualified name: at most one colon, with a name on each side (Namespaces in XML 1.0, 4). */
function isQualifiedName(name: string): boolean {
  const colon = name.indexOf(':')
  if (colon < 0) return true
  const local = name.slice(colon + 1)
  return colon > 0 && local !== '' && !local.includes(':') && !NO_START.test(local)
}

/** Tracks the prefixes in scope while elements are opened and closed. Elements and attributes without a prefix may be skipped. */
class Namespaces {
  readonly #bound = new Map<string, string>([['xml', XML]])
  /** Cache of names whose prefix is in scope, until a declaration changes: most names recur. */
  readonly #known = new Set<string>()
  /** The previous bindings of open elements that declare prefixes, the innermost last. */
  readonly #scopes: {
    readonly depth: number
    readonly before: [prefix: string, was: string | undefined][]
  }[] = []

  /** Applies the declarations of an element. Returns a clause about what is wrong with it or its attributes; undefined if nothing is. */
  open(depth: number, name: string, attributes: Readonly<Record<string, string>>): string | undefined {
    const before: [string, string | undefined][] = []
    const problem =
      this.#declareAll(attributes, before) ?? this.#findUnbound(name) ?? this.#findTwice(attributes)
    if (before.length > 0) {
      this.#scopes.push({ depth, before })
      this.#known.clear()
    }
    if (problem === undefined && this.#known.size < MOST_KNOWN) this.#known.add(name)
    return problem
  }

  /** Whether an element without declarations and prefixed attributes is known to be valid by its name. */
  isKnown(name: string): boolean {
    return this.#known.has(name)
  }

  close(depth: number): void {
    if (this.#scopes.length === 0 || this.#scopes.at(-1)?.depth !== depth) return
    this.#known.clear()
    for (const [prefix, was] of this.#scopes.pop()?.before ?? [])
      if (was === undefined) this.#bound.delete(prefix)
      else this.#bound.set(prefix, was)
  }

  #declareAll(
    attributes: Readonly<Record<string, string>>,
    before: [string, string | undefined][],
  ): string | undefined {
    for (const name in attributes) {
      const uri = attributes[name] ?? ''
      if (name === 'xmlns' && (uri === XML || uri === XMLNS)) return 'a reserved namespace is the default one'
      if (!name.startsWith('xmlns:')) continue
      if (!isQualifiedName(name)) return malformed(name)
      const prefix = name.slice('xmlns:'.length)
      if (prefix === 'xmlns') return 'the prefix xmlns is declared'
      if ((prefix === 'xml') !== (uri === XML) || uri === XMLNS)
        return `the prefix ${quote(prefix)} is declared for a reserved namespace, or a reserved prefix for another`
      if (uri === '') return `the prefix ${quote(prefix)} is declared for no namespace`
      before.push([prefix, this.#bound.get(prefix)])
      this.#bound.set(prefix, uri)
    }
    return undefined
  }

  #findUnbound(name: string): string | undefined {
    const colon = name.indexOf(':')
    if (colon < 0) return undefined
    if (!isQualifiedName(name)) return malformed(name)
    return this.#bound.has(name.slice(0, colon))
      ? undefined
      : `the prefix ${quote(name.slice(0, colon))} is not declared`
  }

  #findTwice(attributes: Readonly<Record<string, string>>): string | undefined {
    const seen = new Set<string>()
    for (const name in attributes) {
      const colon = name.indexOf(':')
      if (colon < 0 || name.startsWith('xmlns:')) continue
      const problem = this.#findUnbound(name)
      if (problem !== undefined) return problem
      const expanded = `${this.#bound.get(name.slice(0, colon))} ${name.slice(colon + 1)}`
      if (seen.has(expanded)) return `the attribute ${quote(name)} occurs twice, with two prefixes`
      seen.add(expanded)
    }
    return undefined
  }
}

function malformed(name: string): string {
  return `the name ${quote(name)} has an invalid colon`
}

function quote(name: string): string {
  return JSON.stringify(name.slice(0, 100))
}
