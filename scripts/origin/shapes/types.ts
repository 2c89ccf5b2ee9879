import type { Format, Operation } from '../../../src/lib/interface/index.ts'
import type { SourceTable } from '../package/content.ts'
import type { BodyEncoding, ExactValue, Pieces } from '../text.ts'

/** The base address, for shapes that write absolute addresses. */
export interface Place {
  /** The base address as seen by the client: `http://127.0.0.1:8080/`. */
  readonly base: string
  /** The same with the `www` label, if the host has such a form; else the same address. */
  readonly wwwBase: string
}

/** A table to write in some shape: one of the four lists, or the data of one dataset. */
export interface Subject extends SourceTable {
  readonly operation: Operation
  /** The names of the document and of one record in XML: `datasets` and `dataset`, `data` and `row`. */
  readonly whole: string
  readonly one: string
  /** The key of each record (a code, or the key of a group); only for lists. */
  readonly keys: readonly string[]
  /** The title of each record; only for lists. */
  readonly titles: readonly string[]
  /** The dataset codes of each record: its own in the lists of datasets, its members in the lists of groups. */
  readonly codes: readonly (readonly string[])[]
  /** The code of the dataset whose data this is. */
  readonly code: string | undefined
}

/** A document that is not a table; it is the same in every shape. */
export interface Document {
  readonly code: string
  readonly value: ExactValue
}

/** The language and links of html pages. */
export interface HtmlStyle {
  readonly language: 'en' | 'ru'
  readonly layout: 'table' | 'list'
  readonly links: 'relative' | 'absolute'
}

/** How an origin of this shape answers. */
export interface ShapeWriter {
  /** A sentence for the help. */
  readonly summary: string
  readonly html: HtmlStyle
  /** Renames the columns of the lists, for all formats. */
  readonly dress: (list: Subject) => Subject
  readonly xmlEncoding: BodyEncoding
  readonly xmlType: string
  readonly json: (subject: Subject, place: Place) => Pieces
  readonly xml: (subject: Subject, place: Place) => Pieces
  /** Whether a dataset whose source is JSON is served as its source, byte for byte. */
  readonly keepsJson: boolean
  /** The formats that `get_dataset` has; the others are 404. */
  readonly datasetFormats: readonly Format[]
  /** Whether answers depend on the requested host. */
  readonly writesAddresses: boolean
}
