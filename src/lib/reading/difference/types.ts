/** A column that both versions have: its name, and its place in each. */
export interface CommonColumn {
  readonly name: string
  readonly before: number
  readonly after: number
}

/** One of the two versions. */
export type Side = 'before' | 'after'
