import type { Format } from '../interface/index.ts'
import { UnreadableDocument } from './types.ts'

/** Maximum length of the name of a member, an element or an attribute, in UTF-16 units. */
export const MOST_NAME = 4096
/** Maximum length of a number, in characters. */
export const MOST_NUMBER = 4096
/** Maximum size of a record, in UTF-16 units of its names and values, plus {@link VALUE} per value. */
export const MOST_RECORD = 64 * 2 ** 20
/** Overhead of a value in addition to its text. */
export const VALUE = 32
/** Maximum number of white space characters in a row. */
export const MOST_BLANKS = 16 * 2 ** 20
/** Maximum number of attributes of one element. */
export const MOST_ATTRIBUTES = 10_000
/** Maximum number of tables and lists of one html page. */
export const MOST_LISTS = 100_000
/** Maximum number of profiled columns; further ones are in the document only. */
export const MOST_COLUMNS = 2000
/** Maximum length of a document type declaration, in UTF-16 units. */
export const MOST_DOCTYPE = 65_536
/** Maximum size of expanded entities: a fixed amount, or a multiple of the document read so far. */
export const MOST_EXPANDED = 8 * 2 ** 20
export const MOST_EXPANSION = 10

/** The error for a document that needs too much memory or time; `what` is a clause that includes the limit. */
export function tooLarge(what: string): UnreadableDocument {
  return new UnreadableDocument('large', `The document has ${what}.`)
}

/** The error for a text longer than a record may be. */
export function tooLong(): UnreadableDocument {
  return tooLarge(`a text of more than ${MOST_RECORD} characters`)
}

/** Measures the size of a record. */
export class RecordSize {
  #size = 0

  /** Adds a value with a text of this length. Throws UnreadableDocument if the record becomes too large. */
  add(chars: number): void {
    this.#size += chars + VALUE
    if (this.#size > MOST_RECORD) throw tooLarge(`a record of more than ${MOST_RECORD} characters`)
  }

  reset(): void {
    this.#size = 0
  }
}

/** The default maximum nesting depth of a check. */
export const DEFAULT_DEPTH = 1000

/**
 * The maximum nesting depth when reading. More than any check accepts, since derived documents are deeper than their sources: an element in
 * xml becomes an object in an array in json.
 */
export const READ_DEPTH = 250_000

/** Limits of one document. */
export interface ParserLimits {
  /** Maximum nesting depth. */
  readonly maxDepth: number
  /** Maximum number of characters from entities. */
  readonly maxBytes: number
}

/** The error for a document that is nested too deeply; `where` is a clause. */
export function tooDeep(format: Format, most: number, where = ''): UnreadableDocument {
  return new UnreadableDocument(
    'malformed',
    `The ${format} is nested deeper than ${most} levels (the config key maxDepth)${where}.`,
  )
}
