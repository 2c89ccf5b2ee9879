import type { Format, ListOperation } from '../interface/index.ts'

/** Bytes that can be read more than once: each call starts again at the first byte. */
export type ByteSource = () => Iterable<Uint8Array>

/** A number as its document wrote it; never rounded through a float. */
export interface Numeral {
  readonly numeral: string
}

/** A value of a document, in any of its formats. Members keep their order and their repeats. */
export type Value = string | boolean | null | Numeral | readonly Value[] | Members
export interface Members {
  readonly members: readonly (readonly [name: string, value: Value])[]
}

/** One record as columns: the name of a column and its value, in the document's order. */
export type ReadRecord = ReadonlyMap<string, Value>

/**
 * How the records lie in a document:
 * `objects` an array of objects · `rows` arrays under a header row · `values` an array of values that are not objects alone · `keyed` objects by key ·
 * `features` GeoJSON · `elements` repeated XML elements · `table` rows of an html table ·
 * `single` one record, the document itself · `tree` no records · `empty` a list with nothing in it
 */
export const SHAPES = [
  'objects',
  'rows',
  'values',
  'keyed',
  'features',
  'elements',
  'table',
  'single',
  'tree',
  'empty',
] as const
export type Shape = (typeof SHAPES)[number]

export const COLUMN_KINDS = [
  'text',
  'number',
  'date',
  'boolean',
  'link',
  'code',
  'latitude',
  'longitude',
  'nested',
  'empty',
] as const
export type ColumnKind = (typeof COLUMN_KINDS)[number]

/** What the values of one column are like, over all records unless `partial`. */
export interface Column {
  readonly name: string
  readonly kind: ColumnKind
  /** How many records have a value here that is neither null nor blank. */
  readonly filled: number
  /** How many different values; a lower bound when `distinctIsFloor`. */
  readonly distinct: number
  readonly distinctIsFloor: boolean
  /** Smallest and largest value by the order of the kind, as the document wrote them; absent for kinds without an order. */
  readonly min?: string
  readonly max?: string
  /** The most frequent values, most frequent first, at most ten; empty when no value repeats. */
  readonly frequent: readonly { readonly value: string; readonly count: number }[]
  /** Equal-width bins over numbers, or over time for dates (edges in ms since 1970). Absent for other kinds. */
  readonly histogram?: { readonly from: number; readonly to: number; readonly counts: readonly number[] }
  /** How many of the filled values are true; only for the kind `boolean`. */
  readonly trues?: number
  /** True when frequent values or histogram come from a sample of the records. */
  readonly partial: boolean
}

/** Where on the earth the records of a document lie. */
export interface Geography {
  /** The columns that say it: one of longitudes and one of latitudes, or those with geometries of GeoJSON. */
  readonly columns: readonly string[]
  /** Whether they hold metres that were taken for those of Web Mercator (EPSG:3857). */
  readonly metres?: true
  /** How many records have a place. */
  readonly count: number
  /** How many records have coordinates that are none: outside the ranges, or 0°, 0°. */
  readonly astray: number
  /** Points by cells of a grid, at most 1,500: the middle of a cell's points in degrees, and how many they are. From west to east. */
  readonly points: readonly (readonly [longitude: number, latitude: number, count: number])[]
  /** Lines and areas, simplified: `drawn` of `count` as lines, spread over the document; the others, and what is too small for the map, are points in the middle of where they lie. */
  readonly shapes?: {
    readonly count: number
    readonly drawn: number
    /** A line, or with `area` a ring of an area: longitude, latitude, longitude, latitude, … */
    readonly lines: readonly { readonly area: boolean; readonly line: readonly number[] }[]
  }
}

/** A node of the outline that is shown when a document has no records. */
export interface TreeNode {
  /** The member, element or attribute (`@name`); absent for items of an array. */
  readonly name?: string
  /** The text of a leaf. */
  readonly text?: string
  readonly kind: 'object' | 'array' | 'text' | 'number' | 'boolean' | 'null'
  readonly children?: readonly TreeNode[]
  /** How many children there are in the document, when more than shown. */
  readonly omitted?: number
}

/** What one document says, as plain data that can be cached as json. */
export interface Reading {
  /** Changes whenever the same bytes would be read differently. */
  readonly reader: number
  readonly format: Format
  /** The WHATWG name of the encoding the bytes were decoded with. */
  readonly encoding: string
  readonly shape: Shape
  /** Where the records lie, for people: `result.items[]`, `catalog/dataset`; empty for the document itself. */
  readonly path: string
  /** How many records. */
  readonly count: number
  readonly columns: readonly Column[]
  /** The first 100 records, a cell per column: the text of the value, null where there is none; nested values as json. */
  readonly rows: readonly (readonly (string | null)[])[]
  /** The size of the csv of all records; absent where there are none, or {@link moreColumns}. */
  readonly csvBytes?: number
  /** Plain values beside the records, in wrappers and root attributes: `total`, `updated`. */
  readonly beside: readonly { readonly name: string; readonly value: string }[]
  /** Where the records lie on the earth; absent when they do not tell. */
  readonly geography?: Geography
  /** Only for the shape `tree`. */
  readonly tree?: TreeNode
  /** Why the document may be one page of several, when it says so. */
  readonly paging?: string
  /** Other lists of the document, which the columns and rows do not show. Absent when there are none. */
  readonly others?: readonly { readonly path: string; readonly count: number }[]
  /** True when records have more columns than are profiled; the columns beyond are in the document only. */
  readonly moreColumns?: true
}

/** What a document was promised to be: its format, the charset of its media type where it had one, and of which list it is a page. */
export interface DocumentHint {
  readonly format: Format
  readonly charset?: string | undefined
  /** Only for html: without a table, links to entries of this list are records wherever they stand. */
  readonly list?: ListOperation | undefined
}

/** A document that is not what its format promises: cut, malformed, of another format; or that is larger in some part than is read. */
export class UnreadableDocument extends Error {
  override name = 'UnreadableDocument'
  /**
   * `cut` the bytes end too early · `malformed` they break the format's grammar · `foreign` they are another format ·
   * `large` a part of it is beyond a limit.
   */
  readonly fault: 'cut' | 'malformed' | 'foreign' | 'large'

  constructor(fault: UnreadableDocument['fault'], message: string) {
    super(message)
    this.fault = fault
  }
}
