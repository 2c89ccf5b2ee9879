import { MOST_RECORD, tooLong } from './limits.ts'
import type { Value } from './types.ts'

/** A value without nested values. */
export type Scalar = Exclude<Value, readonly Value[] | { readonly members: unknown }>

/** The kinds of containers: a json object or array, or an element of xml or html. */
export type Container = 'object' | 'array' | 'element'

/** The step of unnamed values: items of an array, and the json document itself. It occurs in no document. */
export const ITEM = '\0[]'

/** The step under which a survey merges members beyond its limit. */
export const ANY = '\0*'

/** The member with the text of an element that has attributes or children. */
export const TEXT = '#text'

/**
 * A document as a stream of events. Each value has a step: a member name, an element name, `@name` for an attribute, {@link TEXT} for text,
 * {@link ITEM} for items and for the json root.
 */
export interface Events {
  /** The start of a container. */
  open(step: string, kind: Container): void
  /** The end of the innermost open container. */
  close(): void
  /** A value without nested values. */
  scalar(step: string, value: Scalar): void
  /** True if no further events are needed; the rest of the document is then neither read nor checked. */
  readonly done?: boolean
  /** True if only the steps are needed: values may be cut, and texts of xml are left out, so they take no memory. */
  readonly ignoresValues?: true
}

/** For a document that is only validated. */
export const IGNORE: Events = { ignoresValues: true, open() {}, close() {}, scalar() {} }

/** A parser that receives decoded text and emits {@link Events}. Throws UnreadableDocument. */
export interface TextParser {
  write(text: string): void
  /** Call after the last text; throws if the document is incomplete. */
  end(): void
}

/**
 * Collects the text of elements in a stream: a leaf keeps all of it, including white space; between child elements, blank text is layout
 * and dropped, unless `keepsBlank` returns true.
 */
export class ElementText {
  readonly #write: (text: string) => void
  readonly #hasChild: boolean[] = []
  readonly #keepsBlank: () => boolean
  #text = ''

  constructor(write: (text: string) => void, keepsBlank: () => boolean = () => false) {
    this.#write = write
    this.#keepsBlank = keepsBlank
  }

  add(text: string): void {
    this.#text += text
    if (this.#text.length > MOST_RECORD) throw tooLong()
  }

  /** The start of an element. */
  open(): void {
    const last = this.#hasChild.length - 1
    if (last >= 0) this.#hasChild[last] = true
    this.#flush(false)
    this.#hasChild.push(false)
  }

  /** The end of the innermost open element. */
  close(): void {
    this.#flush(this.#hasChild.pop() === false)
  }

  #flush(isLeaf: boolean): void {
    const text = this.#text
    if (text === '') return
    this.#text = ''
    if (this.#hasChild.length === 0 && !isLeaf) return
    if (isLeaf || text.trim() !== '' || this.#keepsBlank()) this.#write(text)
  }
}
