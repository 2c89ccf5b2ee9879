/**
 * What is known of an index of terms before any of its parts is loaded. The terms are sorted by UTF-16 units and cut into parts of
 * similar size, so a query needs only the parts that its terms can be in.
 */
export interface TermsHead {
  /** How many documents there are; each is named by its place, from 0. */
  readonly documents: number
  /** For each field the number of different terms in it, document by document, as text of `numbers.ts`. */
  readonly lengths: readonly string[]
  /** The first term of each part. */
  readonly starts: readonly string[]
}

/** A part of an index of terms. */
export interface TermPart {
  /** The terms, one per line. */
  readonly terms: string
  /**
   * Where each term occurs, one per line: a text of `numbers.ts` for each field, separated by blanks, empty ones at the end left out.
   * For each document the difference to the document before it, less one, times two, plus one if the term is there several times, which
   * is followed by the number of times less two.
   */
  readonly occurrences: string
}
