import { UnreadableDocument } from './types.ts'

/** The longest name of a member, an element or an attribute, in UTF-16 units. */
export const MOST_NAME = 4096
/** The longest number, in characters. */
export const MOST_NUMBER = 4096
/** The largest record, in UTF-16 units of its names and values, each value counted as {@link VALUE} more. */
export const MOST_RECORD = 64 * 2 ** 20
/** What a value takes beside its text. */
export const VALUE = 32
/** The most attributes of one element. */
export const MOST_ATTRIBUTES = 10_000
/** The most tables and lists of one page of html. */
export const MOST_LISTS = 100_000
/** The longest document type, in UTF-16 units. */
export const MOST_DOCTYPE = 65_536
/** What entities of a document may expand to: so much in any case, and so many times what was read of the document. */
export const MOST_EXPANDED = 8 * 2 ** 20
export const MOST_EXPANSION = 10

/** The refusal of a document that needs more memory or time than any should; `what` is a clause with the limit in it. */
export function tooLarge(what: string): UnreadableDocument {
  return new UnreadableDocument('large', `The document has ${what}.`)
}

/** The refusal of a text that is longer than a record may be. */
export function tooLong(): UnreadableDocument {
  return tooLarge(`a text of more than ${MOST_RECORD} characters`)
}

/** Counts what a record holds. */
export class RecordSize {
  #size = 0

  /** Adds a value of this text. Throws UnreadableDocument when the record has become too large. */
  add(chars: number): void {
    this.#size += chars + VALUE
    if (this.#size > MOST_RECORD) throw tooLarge(`a record of more than ${MOST_RECORD} characters`)
  }

  reset(): void {
    this.#size = 0
  }
}
