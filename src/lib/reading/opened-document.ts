import type { Format } from '../interface/index.ts'
import type { Events } from './events.ts'
import type { Beside } from './find/beside.ts'
import type { ReadRecord, Shape } from './types.ts'

/** Called with each record, and with its key where records are keyed; false stops. */
export type VisitRecord = (record: ReadRecord, key: string | undefined) => unknown

/** A document after its first pass: what it is, and how to go through its records. */
export interface OpenedDocument {
  readonly format: Format
  readonly encoding: string
  readonly shape: Shape
  readonly path: string
  readonly beside: readonly Beside[]
  readonly others: readonly { readonly path: string; readonly count: number }[]
  /** Why it may be one page of several, given how many records it has. */
  findPaging(count: number): string | undefined
  /** Reads the document again and visits all records, or as many as are wanted. Nothing is visited without records. */
  each(visit: VisitRecord): void
  /** Reads the document again for what is not in its records: wrappers, values and lists beside them; of html other lists alone. Nothing of a tree. */
  eachOther(events: Events): void
}
