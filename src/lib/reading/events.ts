import type { Value } from './types.ts'

/** A value that holds no other. */
export type Scalar = Exclude<Value, readonly Value[] | { readonly members: unknown }>

/** What can be opened: a json object or array, or an element of xml and html. */
export type Container = 'object' | 'array' | 'element'

/** The name of the steps that have none: items of an array, and the json document itself. No document can write it. */
export const ITEM = '\0[]'

/** The name under which a survey merges the members beyond those it can tell apart. */
export const ANY = '\0*'

/** The member that holds the text of an element with attributes or children. */
export const TEXT = '#text'

/**
 * A document as a stream. Each value is announced by its step: a member's name, an element's name, `@name` for an attribute,
 * {@link TEXT} for text, {@link ITEM} for items and for a json root.
 */
export interface Events {
  /** A container begins. */
  open(step: string, kind: Container): void
  /** The last container opened ends. */
  close(): void
  /** A value without others in it. */
  scalar(step: string, value: Scalar): void
  /** True when no more is wanted; the rest of the document is then neither read nor checked. */
  readonly done?: boolean
}

/** For a document that is only to be checked. */
export const IGNORE: Events = { open() {}, close() {}, scalar() {} }

/** A parser that is pushed decoded text and pushes {@link Events}. Throws UnreadableDocument. */
export interface TextParser {
  write(text: string): void
  /** Says that the document is over; throws when it was cut. */
  end(): void
}
