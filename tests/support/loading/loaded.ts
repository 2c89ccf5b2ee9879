/** The result of a code: a table, with each cell and its type in that language, or a document. */
export interface Loaded {
  readonly error?: string
  readonly names?: readonly string[]
  readonly columns?: readonly (readonly Cell[])[]
  readonly data?: unknown
}

/** Null if there is no value. */
export type Cell = readonly [kind: 'text' | 'number' | 'boolean', text: string] | null

/** Runs many codes at once; or why it is not available, and the Debian package that has it. */
export type Loader =
  | ((codes: readonly string[]) => Promise<Loaded[]>)
  | { readonly missing: string; readonly package?: string }
