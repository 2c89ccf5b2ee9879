import { runInNewContext } from 'node:vm'
import { findBest, openEngine } from '../../../src/lib/site/search/engine.ts'
import {
  INDEX_NAME,
  type SearchCatalogue,
  type SearchDataset,
  type SearchHead,
  termPartName,
} from '../../../src/lib/site/search/head.ts'
import { takePart } from '../../../src/lib/site/search/packed.ts'
import type { Leniency } from '../../../src/lib/site/search/query.ts'
import { renderIndex } from '../../../src/lib/site/search/render-index.ts'
import type { TermPart } from '../../../src/lib/site/search/terms/term-reader.ts'
import fc from '../../support/fast-check.ts'

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

/** The folder of the parts of an index. */
export const PARTS = 'parts/'

/** A function that gives the value of a part of an index, by its name and path, as a page takes it from the script. */
export function partsOf(catalogue: SearchCatalogue): (path: string, name: string) => unknown {
  const files = new Map(renderIndex(catalogue, PARTS).map(({ path, text }) => [path, text]))
  return (path, name) => {
    const self = {}
    runInNewContext(files.get(path) ?? '', { self })
    return JSON.parse(JSON.stringify(takePart(self, name)))
  }
}

/** A dataset that a test found. */
interface FoundDataset {
  readonly at: number
  readonly score: number
  readonly terms: readonly string[]
}

/** A function that gives everything that is found, best first, and the places of the parts that were loaded for it. */
export function searchIn(
  catalogue: SearchCatalogue,
): (text: string) => Promise<{ hits: FoundDataset[]; leniency: Leniency; loaded: readonly number[] }> {
  const read = partsOf(catalogue)
  const head = read('search-index.js', INDEX_NAME) as SearchHead
  const loaded: number[] = []
  const engine = openEngine(head, async (at) => {
    loaded.push(at)
    return read(PARTS + head.terms.files[at], termPartName(at)) as TermPart
  })
  return async (text) => {
    const found = await engine.search(text)
    const places = findBest(found, found.documents, found.documents.length)
    const hits = places.map((at) => ({ at, score: found.scoreOf(at), terms: found.termsOf(at) }))
    return { hits, leniency: found.leniency, loaded }
  }
}

/** A function that gives the titles found, best first. */
export function finderIn(catalogue: SearchCatalogue): (text: string) => Promise<string[]> {
  const search = searchIn(catalogue)
  return async (text) => (await search(text)).hits.map(({ at }) => catalogue.datasets[at]?.title ?? '')
}

const letter = fc.oneof(
  fc.constantFrom(...' aZéёЁйпарк№½ﬁ5_\u0301\u00ad\n%<\u2028'),
  fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code)),
)

/** Any text, broken ones too. */
export const anyText = fc.string({ unit: letter, maxLength: 40 })
