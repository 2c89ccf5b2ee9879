import type { DatasetEntry } from '../../catalogue/index.ts'
import {
  DATA_FORMATS,
  type DataFormat,
  type DatasetCode,
  datasetResource,
  type Resource,
} from '../../interface/index.ts'
import { type DocumentSize, findShown, type MirrorSource, type ResourceRecords } from '../mirror.ts'
import { hasTable } from './files.ts'
import type { Moment } from './format.ts'
import type { Locale } from './locale.ts'
import { type Badge, badgeOf, hasCopy } from './state.ts'
import type { PageState } from './terms.ts'
import { modifiedOf, titleOf } from './text.ts'

/** What lists state about a dataset. */
export interface DatasetSummary {
  readonly code: DatasetCode
  readonly title: string
  readonly categories: readonly string[]
  readonly oivs: readonly string[]
  /** Undefined if there is no good copy, or no list of records in it. */
  readonly records: number | undefined
  /** `28,818 records with 12 columns`, or that it is a tree; absent if there is no good copy. */
  readonly extent: string | undefined
  /** The size of the json, or, if there is none, of the xml. */
  readonly bytes: number | undefined
  /** The existing files, json first. */
  readonly files: readonly { readonly format: DataFormat; readonly size: string }[]
  /** Whether there is a csv of the records. */
  readonly hasTable: boolean
  readonly isGeoJson: boolean
  readonly state: PageState
  /** When it changed, by {@link Summaries.clock}. */
  readonly changed: Moment | undefined
  /** For sorting: ISO 8601, or empty. */
  readonly changedAt: string
  /** When this mirror first saw the present bytes: ISO 8601. */
  readonly changedHere: string | undefined
  readonly badge: Badge | undefined
}

/** Those with the most records, the largest first; those that are no longer listed only after all others. */
export function largestOf(members: readonly DatasetSummary[], most: number): DatasetSummary[] {
  const isWithdrawn = ({ state }: DatasetSummary) => state === 'withdrawn'
  const largest = members.toSorted((a, b) => (b.records ?? 0) - (a.records ?? 0))
  return [...largest.filter((one) => !isWithdrawn(one)), ...largest.filter(isWithdrawn)].slice(0, most)
}

type Dated = Pick<DatasetSummary, 'changedAt'> & { readonly changed: Moment }

export type Summaries = ReturnType<typeof summariesOf>

/** All datasets in the catalogue's order, read once for all pages that list them. */
export function summariesOf(mirror: MirrorSource) {
  const { datasets } = mirror.catalogue
  const dates = datasets.map((entry) => originDate(mirror, entry))
  const dated = dates.filter((date) => date !== undefined).length
  const clock = dated > 0 && dated * 2 >= datasets.length ? ('origin' as const) : ('mirror' as const)
  const dateOf = (at: number) => (changedHere: string | undefined) =>
    clock === 'origin' ? dates[at] : mirrorDate(mirror, changedHere)
  const all = datasets.map((entry, at): DatasetSummary => new Summary(mirror, entry, dateOf(at)))
  return {
    all,
    /** All datasets by title; equal titles by code. */
    byTitle: all.toSorted((a, b) => mirror.format.compare(a.title, b.title) || (a.code < b.code ? -1 : 1)),
    byCode: new Map(all.map((summary) => [summary.code, summary])),
    /** The number of records of all datasets. */
    get records() {
      return all.reduce((sum, { records }) => sum + (records ?? 0), 0)
    },
    /** Whose dates are shown: the origin's if its list dates most datasets, else the mirror's. */
    clock,
    /** Whether all datasets have the same date, as after a first run: then it is not shown, and nothing is sorted by it. */
    isOneDate: all.length > 1 && new Set(all.map(({ changed }) => changed?.text)).size === 1,
  }
}

/** What is known of a dataset from its documents. */
type Facts = Pick<DatasetSummary, 'records' | 'extent' | 'hasTable' | 'isGeoJson'>

// A class, since an object with getters of its own takes 1 kB more for each dataset.
class Summary implements DatasetSummary {
  readonly code: DatasetCode
  readonly title: string
  readonly categories: readonly string[]
  readonly oivs: readonly string[]
  readonly bytes: number | undefined
  readonly badge: Badge | undefined
  readonly changed: Moment | undefined
  readonly changedAt: string
  readonly changedHere: string | undefined
  readonly #mirror: MirrorSource
  #facts: Facts | undefined

  constructor(
    mirror: MirrorSource,
    entry: DatasetEntry,
    dateOf: (changedHere: string | undefined) => Dated | undefined,
  ) {
    const { code, categories, oivs } = entry
    const records = mirror.recordsOf(datasetResource(code))
    this.#mirror = mirror
    this.code = code
    this.title = titleOf(entry)
    this.categories = categories
    this.oivs = oivs
    this.bytes = copiesIn(records)[0]?.bytes
    this.badge = badgeOf(mirror, records)
    this.changedHere = changedAtOf(records)
    const { changed, changedAt = '' } = dateOf(this.changedHere) ?? {}
    this.changed = changed
    this.changedAt = changedAt
  }

  get state(): PageState {
    return this.badge?.state ?? 'current'
  }

  get files(): DatasetSummary['files'] {
    return copiesIn(this.#mirror.recordsOf(datasetResource(this.code))).map(({ format, bytes = 0 }) => ({
      format: format as DataFormat,
      size: this.#mirror.format.bytes(bytes),
    }))
  }

  get records(): number | undefined {
    return this.#read().records
  }

  get extent(): string | undefined {
    return this.#read().extent
  }

  get hasTable(): boolean {
    return this.#read().hasTable
  }

  get isGeoJson(): boolean {
    return this.#read().isGeoJson
  }

  // Facts about a document are looked up when a page first shows them: by then the pages of the datasets have read it.
  #read(): Facts {
    this.#facts ??= factsOf(this.#mirror, datasetResource(this.code))
    return this.#facts
  }
}

function copiesIn(records: ResourceRecords) {
  return DATA_FORMATS.map((format) => records[format]).filter(hasCopy)
}

function factsOf(mirror: MirrorSource, resource: Resource): Facts {
  const extent = mirror.extentOf(resource)
  const isTable = extent !== undefined && isCounted(extent)
  return {
    records: isTable ? extent.count : undefined,
    extent:
      extent &&
      (isTable
        ? mirror.words.sentence.size(extent.count, extent.columns, extent.moreColumns === true)
        : mirror.words.table.tree),
    hasTable: hasTable(mirror, resource),
    isGeoJson: extent?.isGeoJson === true && findShown(mirror.recordsOf(resource))?.format === 'json',
  }
}

function isCounted({ shape }: DocumentSize): boolean {
  return shape !== 'tree'
}

/** When the newest of the files changed. */
export function changedAtOf(records: ResourceRecords): string | undefined {
  return DATA_FORMATS.flatMap((format) => records[format]?.changedAt ?? [])
    .sort()
    .at(-1)
}

function originDate(locale: Locale, entry: DatasetEntry): Dated | undefined {
  const changedAt = modifiedOf(entry)
  return changedAt === undefined ? undefined : { changed: dayOnly(locale, changedAt), changedAt }
}

function mirrorDate(locale: Locale, changedAt: string | undefined): Dated | undefined {
  return changedAt === undefined ? undefined : { changed: locale.format.day(changedAt), changedAt }
}

function dayOnly(locale: Locale, datetime: string): Moment {
  return { datetime: datetime.slice(0, 10), text: locale.format.day(datetime).text }
}
