import type { Format } from '../interface/index.ts'
import type { Events } from './events.ts'
import type { Beside } from './find/beside.ts'
import type { ReadRecord, Shape } from './types.ts'

/** Called with each record, and its key in a keyed list; false stops. */
export type VisitRecord = (record: ReadRecord, key: string | undefined) => unknown

/** A document after its first pass: its properties, and how to visit its records. */
export interface OpenedDocument {
  readonly format: Format
  readonly encoding: string
  readonly shape: Shape
  readonly path: string
  readonly beside: readonly Beside[]
  /** The names of the objects and elements that all records lie in, the outermost first, and of the elements that are records. */
  readonly around: readonly string[]
  readonly others: readonly {
    readonly path: string
    readonly count: number
    /** Reads the document again and visits the records of this list until the visitor stops. */
    each?(visit: VisitRecord): void
  }[]
  /** Reads the document again and visits the entries of the list that describes the columns, if it has one. */
  eachDescribed?(visit: VisitRecord): void
  /** Why it may be one page of several, given its number of records; several numbers if it may be counted in several ways. */
  findPaging(counts: readonly number[]): string | undefined
  /** Reads the document again and visits its records until the visitor stops. Visits nothing if there are no records. */
  each(visit: VisitRecord): void
  /** Whether records may contain objects. */
  readonly hasObjects?: boolean
  /** Whether the records lie in one of several columns: arrays of the same length in one object. */
  readonly hasColumns?: boolean
  /**
   * Reads the document again for the contents outside of its records: wrappers, values and other lists; for html only other lists. Nothing
   * for a tree.
   */
  eachOther(events: Events): void
}
