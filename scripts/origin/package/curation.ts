import categories from '../vega-categories.json' with { type: 'json' }
import names from '../vega-names.json' with { type: 'json' }

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
