import type { Format } from '../interface/index.ts'
import { UnreadableDocument } from './types.ts'

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
