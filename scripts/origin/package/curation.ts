import categories from '../vega-categories.json' with { type: 'json' }
import names from '../vega-names.json' with { type: 'json' }

/** What a package does not say about its datasets, and an editor does. */
export interface Curation {
  /** Titles of categories, each with the resource names in it. */
  readonly categories: { readonly [title: string]: readonly string[] }
  /** Titles by resource name. */
  readonly titles: { readonly [resource: string]: string }
  /** Publishers by words that give them away in the title of a source. */
  readonly publishers: { readonly [words: string]: string }
}

const NONE: Curation = { categories: {}, titles: {}, publishers: {} }

/** The editor's additions for a package, by its name: those of `vega-datasets` are kept with this origin, others have none. */
export function curationOf(packageName: string): Curation {
  return packageName === 'vega-datasets' ? { categories, ...names } : NONE
}
