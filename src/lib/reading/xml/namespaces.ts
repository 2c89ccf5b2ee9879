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
export class Namespaces {
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
