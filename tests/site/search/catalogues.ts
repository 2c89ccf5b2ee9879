import fc from 'fast-check'
import type { SearchCatalogue, SearchDataset } from '../../../src/lib/site/search/catalogue.ts'
import { openEngine, type SearchEngine } from '../../../src/lib/site/search/engine.ts'

/** A catalogue of datasets that are named by what differs. */
export function catalogueOf(
  datasets: readonly (Partial<SearchDataset> & { readonly title: string })[],
  groups: Partial<SearchCatalogue> = {},
): SearchCatalogue {
  return {
    categories: [],
    oivs: [],
    ...groups,
    datasets: datasets.map((dataset, at) => ({
      code: `d${at}`,
      description: '',
      categories: [],
      oivs: [],
      columns: [],
      state: 0,
      changed: '',
      ...dataset,
    })),
  }
}

/** A function that gives the titles found, best first. */
export async function finderIn(catalogue: SearchCatalogue): Promise<(text: string) => string[]> {
  const engine: SearchEngine = await openEngine(catalogue)
  return (text) => engine.search(text).hits.map(({ at }) => catalogue.datasets[at]?.title ?? '')
}

const letter = fc.oneof(
  fc.constantFrom(...' aZéёЁйпарк№½ﬁ5_\u0301\u00ad\n%<\u2028'),
  fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code)),
)

/** Any text, broken ones too. */
export const anyText = fc.string({ unit: letter, maxLength: 40 })
