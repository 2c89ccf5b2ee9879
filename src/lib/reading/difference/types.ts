/** What differs between two versions of one document, as plain data. Texts are cut to 200 characters. */
export interface DocumentDifference {
  /**
   * `clerical`: the same records, written in another way, in another order, or with other volatile values · `schema`: the columns differ ·
   * `substantive`: anything else.
   */
  readonly kind: 'clerical' | 'schema' | 'substantive'
  /** Absent if neither version has records. */
  readonly records?: {
    readonly before: number
    readonly after: number
    /** Absent, as `removed` and `changed`, if the versions are too large to be compared record by record. */
    readonly added?: number
    readonly removed?: number
    /** Only with a key. Records that differ in volatile columns alone are not counted. */
    readonly changed?: number
    /** The records that stayed are in another order. */
    readonly reordered?: true
  }
  /** The columns by which records were matched; absent if none identify them, or none were compared. */
  readonly key?: readonly string[]
  /** Columns of one version only; absent if both have the same. */
  readonly columns?: { readonly added: readonly string[]; readonly removed: readonly string[] }
  /** In how many records each column changed, the most first. Absent if no record changed. */
  readonly changed?: readonly { readonly column: string; readonly records: number }[]
  /** Columns that change with every export. They are left out of everything else. Absent if there are none. */
  readonly volatile?: readonly string[]
  /** Something outside of the records changed, other than times and totals. */
  readonly outside?: true
  /** Values that a column with few different ones has now, or no longer has. Absent if there are none. */
  readonly values?: readonly {
    readonly column: string
    readonly added: readonly string[]
    readonly removed: readonly string[]
  }[]
  /** The first records of each kind, by their keys; absent without a key. */
  readonly examples?: {
    readonly added: readonly (readonly string[])[]
    readonly removed: readonly (readonly string[])[]
    readonly changed: readonly {
      readonly key: readonly string[]
      readonly cells: readonly {
        readonly column: string
        readonly before: string | null
        readonly after: string | null
      }[]
    }[]
  }
}

/** A column that both versions have: its name, and its place in each. */
export interface CommonColumn {
  readonly name: string
  readonly before: number
  readonly after: number
}

/** One of the two versions. */
export type Side = 'before' | 'after'
