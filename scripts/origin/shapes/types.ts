import type { Format, Operation } from '../../../src/lib/interface/index.ts'
import type { SourceTable } from '../package/content.ts'
import type { BodyEncoding, Pieces } from '../text/encode.ts'
import type { ExactValue } from '../text/exact-json.ts'

/** Where the answers are published, for shapes that write addresses out. */
export interface Place {
  /** The base address as the client named it: `http://127.0.0.1:8080/base/`. */
  readonly base: string
  /** The same with the `www` label, where the host has such a form; else the same address. */
  readonly wwwBase: string
}

/** A table to be written in some shape: one of the four lists, or the data of one dataset. */
export interface Subject extends SourceTable {
  readonly operation: Operation
  /** What the whole and one record are called in XML: `datasets` and `dataset`, `data` and `row`. */
  readonly whole: string
  readonly one: string
  /** What names each record (a code, or the key of a group); only lists have it. */
  readonly keys: readonly string[]
  /** What each record is called; only lists have it. */
  readonly titles: readonly string[]
  /** The dataset codes each record stands for: itself in the lists of datasets, its members in the lists of groups. */
  readonly codes: readonly (readonly string[])[]
  /** The code of the dataset whose data this is. */
  readonly code: string | undefined
}

/** A document that is no table; it has no shape but its own. */
export interface Document {
  readonly code: string
  readonly value: ExactValue
}

/** The words and links of html pages. */
export interface HtmlStyle {
  readonly language: 'en' | 'ru'
  readonly layout: 'table' | 'list'
  readonly links: 'relative' | 'absolute'
}

/** How one origin answers. */
export interface ShapeWriter {
  /** One sentence for a person who chooses. */
  readonly summary: string
  readonly html: HtmlStyle
  /** What the lists call their columns, for all formats; the same subject where nothing is renamed. */
  readonly dress: (list: Subject) => Subject
  readonly xmlEncoding: BodyEncoding
  readonly xmlType: string
  readonly json: (subject: Subject, place: Place) => Pieces
  readonly xml: (subject: Subject, place: Place) => Pieces
  /** Whether a dataset whose source is JSON is served as that source, byte for byte. */
  readonly keepsJson: boolean
  /** The formats `get_dataset` answers in; the others are 404. */
  readonly datasetFormats: readonly Format[]
  /** Whether answers depend on the address they were asked at. */
  readonly writesAddresses: boolean
}
