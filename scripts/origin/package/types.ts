import type { DatasetCode } from '../../../src/lib/interface/index.ts'
import type { DataKind } from './kind.ts'
import type { Source } from './source.ts'

/** A named group the lists refer to by its key: a category, or an OIV (a body that publishes data). */
export interface PackageGroup {
  readonly key: string
  readonly title: string
}

/** One dataset as the lists describe it, and where its data lies. */
export interface Dataset {
  readonly code: DatasetCode
  readonly title: string
  readonly description: string
  /** Empty when the resource states none: a package's own licence need not be that of the data it carries. */
  readonly licence: string
  /** Where the data came from, in the package's order; the address may be empty. */
  readonly sources: readonly { readonly title: string; readonly path: string }[]
  /** Keys of its categories, never empty; the first is the main one. */
  readonly categories: readonly [string, ...string[]]
  /** Key of the body that publishes it. */
  readonly oiv: string
  readonly kind: DataKind
  /** When the data last changed: never the moment of asking, so that two runs agree. */
  readonly updated: Date
  /** How many records; undefined for a document that is no table. */
  readonly rows: number | undefined
  /** How long the source file is. */
  readonly bytes: number
  readonly source: Source
}

/** A resource of the package that is not published, and why. */
export interface Skipped {
  readonly name: string
  readonly reason: string
}

/** A data package, opened: everything the lists say. The data itself is read when it is asked for. */
export interface DataPackage {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly datasets: readonly Dataset[]
  readonly categories: readonly PackageGroup[]
  readonly oivs: readonly PackageGroup[]
  readonly skipped: readonly Skipped[]
}
