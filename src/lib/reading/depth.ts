import type { Format } from '../interface/index.ts'
import { UnreadableDocument } from './types.ts'

/** The deepest nesting a check accepts unless it is told otherwise. */
export const DEFAULT_DEPTH = 1000

/**
 * The deepest nesting that is read. More than any check accepts, since what is derived from a document is deeper than the document:
 * an element in xml is an object in an array in json.
 */
export const READ_DEPTH = 250_000

/** What one document may have, whoever reads it. */
export interface ParserLimits {
  /** Deepest nesting. */
  readonly maxDepth: number
  /** What its entities may stand for, in characters. */
  readonly maxBytes: number
}

/** The refusal of a document that is nested too deep; `where` is a clause. */
export function tooDeep(format: Format, most: number, where = ''): UnreadableDocument {
  return new UnreadableDocument(
    'malformed',
    `The ${format} is nested deeper than ${most} levels (the config key maxDepth)${where}.`,
  )
}
