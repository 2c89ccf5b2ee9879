import type { DatasetCode } from '../../../src/lib/interface/index.ts'
import categories from '../vega-categories.json' with { type: 'json' }
import names from '../vega-names.json' with { type: 'json' }
import type { DataKind, Source } from './descriptor.ts'

/** A group to which the lists refer by its key: a category, or a publisher. */
export interface PackageGroup {
  readonly key: string
  readonly title: string
}

/** One dataset as described in the lists, with the location of its data. */
export interface Dataset {
  readonly code: DatasetCode
  readonly title: string
  readonly description: string
  /** Empty if the resource states none: the licence of a package may differ from that of its data. */
  readonly licence: string
  /** The sources of the data, in the package's order; the address may be empty. */
  readonly sources: readonly { readonly title: string; readonly path: string }[]
  /** Keys of its categories, never empty; the first is the main one. */
  readonly categories: readonly [string, ...string[]]
  /** The key of its publisher. */
  readonly oiv: string
  readonly kind: DataKind
  /** When the data last changed. It does not depend on the current time, so it is the same in every run. */
  readonly updated: Date
  /** Number of records; undefined for a document that is not a table. */
  readonly rows: number | undefined
  /** The size of the source file. */
  readonly bytes: number
  readonly source: Source
}

/** A resource of the package that is not published, with the reason. */
export interface Skipped {
  readonly name: string
  readonly reason: string
}

/** An opened data package: everything in the lists. The data itself is read on demand. */
export interface DataPackage {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly datasets: readonly Dataset[]
  readonly categories: readonly PackageGroup[]
  readonly oivs: readonly PackageGroup[]
  readonly skipped: readonly Skipped[]
}

/** Facts about datasets that their package lacks, added by hand. */
export interface Curation {
  /** Titles of categories, with the names of their resources. */
  readonly categories: { readonly [title: string]: readonly string[] }
  /** Titles by resource name. */
  readonly titles: { readonly [resource: string]: string }
  /** Publishers by words in the title of a source. */
  readonly publishers: { readonly [words: string]: string }
}

const NONE: Curation = { categories: {}, titles: {}, publishers: {} }

/** The curation of a package, by its name; only `vega-datasets` has one. */
export function curationOf(packageName: string): Curation {
  return packageName === 'vega-datasets' ? { categories, ...names } : NONE
}
