import { attempt } from '../interface/attempt.ts'
import type { Format, ListOperation } from '../interface/index.ts'

/** Bytes that can be read several times: each call starts at the first byte. */
export type ByteSource = () => Iterable<Uint8Array>

/** A number with its original text, never rounded to a float. */
export interface Numeral {
  readonly numeral: string
}

/** A value of a document in any format. Members keep their order and repeats. */
export type Value = string | boolean | null | Numeral | readonly Value[] | Members
export interface Members {
  readonly members: readonly (readonly [name: string, value: Value])[]
}

/** One record as columns: names and values, in document order. */
export type ReadRecord = ReadonlyMap<string, Value>

/**
 * The arrangement of records in a document: `objects` an array of objects · `rows` arrays under a header row · `columns` an array for each
 * column, all of one length · `values` an array that contains not only objects · `keyed` objects by key · `features` GeoJSON · `elements` repeated XML elements · `table` rows of an html
 * table · `single` one record, the document itself · `tree` no records · `empty` an empty list
 */
const SHAPES = [
  'objects',
  'rows',
  'columns',
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

/** The kinds that a config may state for a column. */
export const CHOSEN_KINDS = [
  'text',
  'number',
  'year',
  'identifier',
  'date',
  'boolean',
  'link',
  'email',
  'phone',
  'code',
] as const
export type ColumnKind = (typeof CHOSEN_KINDS)[number] | 'latitude' | 'longitude' | 'nested' | 'empty'

/** The type of a field in a Table Schema (Data Package 2.0), with the properties that state the form of its values. */
export interface FieldForm {
  readonly type: string
  readonly format?: string
  readonly decimalChar?: string
  readonly groupChar?: string
  readonly bareNumber?: false
}

/** What files for programs state of a column, because it is true of every cell, and because the column is read so. */
export interface FieldType {
  readonly field: FieldForm
  /** The type in which every cell is stored as the same value; `text` for any other column. */
  readonly exact: 'text' | 'integer' | 'number' | 'boolean' | 'date' | 'instant'
}

/** The profile of one column, over all records unless `partial`. */
export interface Column {
  readonly name: string
  readonly kind: ColumnKind
  readonly type: FieldType
  /** Number of records with a value that is neither null nor blank. */
  readonly filled: number
  /** Number of distinct values, without those that state that there is none; a lower bound if `distinctIsFloor`. */
  readonly distinct: number
  readonly distinctIsFloor: boolean
  /** The first column that has the same value in every record. Absent if there is none, or hardly a different value. */
  readonly repeats?: string
  /** What it means, if that is stated outside of the document. */
  readonly meaning?: string
  /** What the document itself states about it, outside of the records. */
  readonly description?: string
  /** The list of the document whose records its values number, from 0, and what names each of these, if they are not too many. */
  readonly refersTo?: { readonly path: string; readonly names?: readonly string[] }
  /** Smallest and largest value in the order of the kind, as written in the document; absent for kinds without an order. */
  readonly min?: string
  readonly max?: string
  /** Filled values that state that there is none, as `n/a`: their number, and the most frequent. Absent if there are none. */
  readonly absent?: { readonly count: number; readonly value: string }
  /** Numbers that stand for no number; absent if none does. */
  readonly standIns?: readonly number[]
  /** Values that are not of the kind of nearly all others: their number, and the first three. Absent if there are none. */
  readonly exceptions?: { readonly count: number; readonly examples: readonly string[] }
  /** Values that look like what a spreadsheet program makes of codes and numbers: their number, and the first three. Absent if there are none. */
  readonly altered?: { readonly count: number; readonly examples: readonly string[] }
  /**
   * The most frequent values, most frequent first, at most ten; empty if no value repeats. `spellings`: how many values that differ by case
   * and blanks are counted as this one.
   */
  readonly frequent: readonly {
    readonly value: string
    readonly count: number
    readonly spellings?: number
  }[]
  /** The first three values, if none repeats. */
  readonly examples?: readonly string[]
  /** The unit that the numbers are written with, as it is written most often; absent for numbers without one. */
  readonly unit?: string
  /** What numbers are like; `quartiles` are the lower and the upper one. Only for the kind `number`. */
  readonly numbers?: {
    readonly sum: number
    readonly mean: number
    readonly median: number
    readonly quartiles: readonly [lower: number, upper: number]
    readonly zeros: number
    readonly negatives: number
    /** Whether they are written with a decimal comma. */
    readonly decimalComma?: true
  }
  /** How long texts are: the characters of the longest, and how many words half of them have at most, and all. Absent if some are not counted, and for kinds other than texts and codes. */
  readonly texts?: { readonly longest: number; readonly words: readonly [usual: number, most: number] }
  /** Whether some texts name a record as the total of others. */
  readonly hasTotals?: true
  /**
   * Equal-width bins over numbers, or over time for dates (edges in ms since 1970). Absent for other kinds. `step`: the largest number of
   * which all values are multiples, counted from the first, such as 1 for whole numbers; of very many values, only a sample decides. Each bin
   * then has the same number of steps.
   */
  readonly histogram?: {
    readonly from: number
    readonly to: number
    readonly counts: readonly number[]
    readonly step?: number
  }
  /** Whether the dates have a time, and it is always midnight. */
  readonly onlyDays?: true
  /** Number of true values; only for the kind `boolean`. */
  readonly trues?: number
  /** True if frequent values or histogram are from a sample of the records. */
  readonly partial: boolean
}

/** A column whose values name things, by which records of another dataset can be found. */
export interface KeyColumn {
  readonly name: string
  /** Whether hardly any value repeats. */
  readonly unique: boolean
  /** Whether all values are whole numbers, which may be those of other things. */
  readonly whole: boolean
  /** A sample of the different values: their smallest 31-bit hashes, in ascending order, at most 24. */
  readonly sketch: readonly number[]
}

/** The locations of the records of a document. */
export interface Geography {
  /** The columns with the locations: a longitude and a latitude, or those with GeoJSON geometries. */
  readonly columns: readonly string[]
  /** Whether the columns are recognised by their values alone, not by their names. */
  readonly byValues?: true
  /** Whether the columns are as the config states, and not inferred; in `grid`, metres of a grid that it states. */
  readonly stated?: 'degrees' | 'grid'
  /** That grid, in the notation of PROJ. */
  readonly grid?: string
  /** Whether the one column has pairs with the latitude first. */
  readonly latitudeFirst?: true
  /** Whether the coordinates are interpreted as Web Mercator metres (EPSG:3857). */
  readonly metres?: true
  /** Number of records with a location. */
  readonly count: number
  /** Number of records with invalid coordinates: out of range, or 0°, 0°. */
  readonly astray: number
  /** Number of places whose longitude and latitude are exchanged in the document; the points have them the right way round. */
  readonly exchanged?: number
  /** Points by cells of a grid, at most 1,500: the mean position of a cell's points in degrees, and their number. From west to east. */
  readonly points: readonly (readonly [longitude: number, latitude: number, count: number])[]
  /**
   * Simplified lines and areas: `drawn` of `count` as lines, from all over the document; the others, and those too small for the map, are
   * points at their centres.
   */
  readonly shapes?: {
    readonly count: number
    readonly drawn: number
    /** A line, or with `area` a ring of an area: longitude, latitude, longitude, latitude, … `record` counts from 0. */
    readonly lines: readonly {
      readonly record: number
      readonly area: boolean
      readonly line: readonly number[]
    }[]
  }
  /**
   * For a topology with too many areas to draw: the outer outlines of the areas of another list in it, and the borders between them,
   * as `line` above.
   */
  readonly ground?: {
    readonly name: string
    readonly land: readonly (readonly number[])[]
    readonly borders: readonly (readonly number[])[]
  }
  /** For a topology, whose records do not contain their places: those that are not drawn as shapes, from 0, at most 500. */
  readonly located?: readonly (readonly [record: number, longitude: number, latitude: number])[]
}

/** Points of a chart: an x, and a y. */
export type ChartPoints = readonly (readonly [x: number, y: number])[]

/** A line of a chart, in parts between which periods are missing. */
export interface ChartLine {
  readonly name?: string
  readonly parts: readonly ChartPoints[]
}

/** A drawing of two or three columns of a document. Dates are in ms since 1970. */
export type Chart =
  | {
      /** A number over dates or years: a panel for each column, or a line for each group. */
      readonly kind: 'lines'
      readonly x: string
      /** The column of the months or quarters of these years, or of the hours of these days; absent if `x` has the whole dates. */
      readonly part?: string
      readonly isDate: boolean
      readonly panels: readonly { readonly y: string; readonly lines: readonly ChartLine[] }[]
      /** The column of the groups, and how many there are. */
      readonly group?: string
      readonly groups?: number
    }
  | {
      /** A number over years that are columns, or over shorter periods: a line for each record. */
      readonly kind: 'years'
      /** The columns of the first and the last year. */
      readonly first: string
      readonly last: string
      /** What the columns are, if they are no years: quarters, months or days, or months of any year, from 1. */
      readonly step?: 'date' | 'month'
      readonly lines: readonly ChartLine[]
      /** The columns that name the records, and whether no two have the same name. */
      readonly names: readonly string[]
      readonly isEachNamed: boolean
      readonly count: number
      /** What names the records that are left out because they are totals of the others; absent if none is. */
      readonly totals?: readonly string[]
    }
  | {
      /** Two numbers of each record. */
      readonly kind: 'scatter'
      readonly x: string
      readonly y: string
      readonly points: ChartPoints
      /** Number of records with both. */
      readonly count: number
      readonly totals?: readonly string[]
    }
  | {
      /** A number of a few records that have names: a bar for each, the longest first. */
      readonly kind: 'amounts'
      /** The column of the names, and that of the numbers. */
      readonly name: string
      readonly y: string
      /** The largest, each with its number as written. */
      readonly bars: readonly { readonly name: string; readonly value: string; readonly amount: number }[]
      /** Number of records with both, or of different names, and the sum of all numbers. */
      readonly count: number
      readonly sum: number
      /** Whether each bar is the sum of the records with its name. */
      readonly areSums?: true
      readonly totals?: readonly string[]
    }
  | {
      /** A grid of numbers as a picture. */
      readonly kind: 'raster'
      /** The size of the grid. */
      readonly columns: number
      readonly rows: number
      /** The size of the picture, each cell of which is the mean of a square of the grid. */
      readonly width: number
      readonly height: number
      /** The level of each cell, row by row, from 0 for the lowest to 8; `.` where there are no numbers. */
      readonly cells: string
      /** The values between which the levels have equal steps; some are beyond. */
      readonly from: number
      readonly to: number
    }

/** A node of the outline that is shown for a document without records. */
export interface TreeNode {
  /** The member, element or attribute (`@name`); absent for items of an array. */
  readonly name?: string
  /** The text of a leaf. */
  readonly text?: string
  readonly kind: 'object' | 'array' | 'text' | 'number' | 'boolean' | 'null'
  readonly children?: readonly TreeNode[]
  /** Number of children in the document, if not all are shown. */
  readonly omitted?: number
}

/** A list of a document that is not its main one. */
export interface OtherList {
  readonly path: string
  readonly count: number
  /** Its first records, for the first lists. */
  readonly first?: FirstRecords
}

/** The first records of a list: their columns, and a cell for each, as in {@link Reading.rows}. */
interface FirstRecords {
  readonly names: readonly string[]
  readonly rows: readonly (readonly (string | null)[])[]
  /** True if there are more columns. */
  readonly moreColumns?: true
}

/** The contents of one document, as plain data that can be cached as json. */
export interface Reading {
  readonly format: Format
  /** The WHATWG name of the encoding of the document. */
  readonly encoding: string
  readonly shape: Shape
  /** The path of the records, for readers: `result.items[]`, `catalog/dataset`; empty for the document itself. */
  readonly path: string
  /** Number of records. */
  readonly count: number
  /** The texts of the first record, if it is a second row of the heading and therefore none; of the first columns only. */
  readonly heading?: readonly string[]
  readonly columns: readonly Column[]
  /** The columns that name things, at most four. Absent if there are none. */
  readonly keys?: readonly KeyColumn[]
  /** The first 100 records, one cell per column: the text of the value, null if there is none, json for nested values. */
  readonly rows: readonly (readonly (string | null)[])[]
  /** The size of the csv of all records; absent if there are none, or with {@link moreColumns}. */
  readonly csvBytes?: number
  /** Plain values outside of the records, in wrappers and root attributes: `total`, `updated`. */
  readonly beside: readonly { readonly name: string; readonly value: string }[]
  /** The locations of the records; absent if they have none. */
  readonly geography?: Geography
  /** What several columns look like together; absent if no drawing is informative, or if there are many records. */
  readonly chart?: Chart
  /** Only for the shape `tree`. */
  readonly tree?: TreeNode
  /** Why the document may be one page of several, if it seems so. */
  readonly paging?: string
  /** Other lists of the document, which are not in the columns and rows. Absent if there are none. */
  readonly others?: readonly OtherList[]
  /** True if the records have more columns than are profiled; further ones are in the document only. */
  readonly moreColumns?: true
}

/** The columns in which the places of a document are: a longitude and a latitude, one with both, or none. */
export interface PlacesChoice {
  readonly columns: readonly string[]
  /** A local grid that the positions are in, in the notation of PROJ. */
  readonly grid?: string
  /** Converts positions of the grid to degrees; undefined for those outside of it. */
  convert?(x: number, y: number): readonly [longitude: number, latitude: number] | undefined
}

/** The expected form of a document: its format, the charset of its media type if any, and for html the list that the page is of. */
export interface DocumentHint {
  readonly format: Format
  readonly charset?: string | undefined
  /** Only for html: without a table, all links to entries of this list are records. */
  readonly list?: ListOperation | undefined
  /** Where the places are, if that is not to be inferred. */
  readonly places?: PlacesChoice | undefined
  /** The kinds of columns by name, where they are not to be inferred. */
  readonly kinds?: Readonly<Record<string, ColumnKind>> | undefined
}

/** Thrown for a document that is not of its format (incomplete, malformed, or of another format), or exceeds a limit. */
export class UnreadableDocument extends Error {
  override name = 'UnreadableDocument'
  /** `cut` the bytes end too early · `malformed` invalid in its format · `foreign` another format · `large` a limit was exceeded. */
  readonly fault: 'cut' | 'malformed' | 'foreign' | 'large'

  constructor(fault: UnreadableDocument['fault'], message: string) {
    super(message)
    this.fault = fault
  }
}

/** What `read` returns, or `otherwise` if the document is unreadable. */
export function readOr<T>(otherwise: T, read: () => T): T {
  return attempt(otherwise, (error) => error instanceof UnreadableDocument, read)
}
