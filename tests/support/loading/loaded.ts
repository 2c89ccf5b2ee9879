/** What a code loaded: a table, cell by cell with the kind that its language gave it, or a document. */
export interface Loaded {
  readonly error?: string
  readonly names?: readonly string[]
  readonly columns?: readonly (readonly Cell[])[]
  readonly data?: unknown
}

/** Null where there is none. */
export type Cell = readonly [kind: 'text' | 'number' | 'boolean', text: string] | null

/** Something that runs many codes at once, or why it is not here, and the package of Debian that brings it. */
export type Loader =
  | ((codes: readonly string[]) => Promise<Loaded[]>)
  | { readonly missing: string; readonly package?: string }
