/** A host a site was made ready for, as far as a check needs to know it. */
export interface PreparedHost {
  readonly name: string
  /** What people call it. */
  readonly title: string
  /** Whether its rules lead `?type=` to the data for every client. */
  readonly routes: boolean
  /** What its documentation says it does otherwise, and where. */
  readonly allowances: readonly {
    readonly deviation: string
    readonly promises: readonly string[]
    readonly asked: RegExp
  }[]
}
