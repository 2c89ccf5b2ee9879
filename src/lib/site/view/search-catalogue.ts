import type { DatasetEntry } from '../../catalogue/index.ts'
import { datasetResource } from '../../interface/index.ts'
import type { DocumentSize } from '../mirror.ts'
import {
  facetsWithChoice,
  type SearchCatalogue,
  type SearchDataset,
  type SearchGroup,
  SHOWN_ORDER,
  STATE_ORDER,
} from '../search/head.ts'
import { CATALOGUE_LISTS, chromeOf, listsShown } from './chrome.ts'
import { relativeLink } from './link.ts'
import type { Locale } from './locale.ts'
import type { Mirror } from './mirror.ts'
import { plainOf } from './prose.ts'
import type { RelationName } from './relation.ts'
import { ownNamesOf } from './shared-name.ts'
import { descriptionOf, keyTextOf, oneLine, titleOf } from './text.ts'

// All descriptions together have at most this many characters, so that the index of ten thousand datasets stays below a megabyte.
const DESCRIPTIONS = 1_400_000
const LONGEST = 300
const SHORTEST = 60

/** How much of each description is in the index of this many datasets. */
export function descriptionLimit(count: number): number {
  return Math.max(SHORTEST, Math.min(LONGEST, Math.floor(DESCRIPTIONS / Math.max(1, count))))
}

/** What the search of a mirror searches: the datasets by title. */
export function searchCatalogueOf(mirror: Mirror): SearchCatalogue {
  const { catalogue } = mirror
  const summaries = mirror.summaries.byTitle
  const entries = new Map(catalogue.datasets.map((entry) => [entry.code, entry]))
  const categories = openGroups(mirror, 'categories')
  const oivs = openGroups(mirror, 'oivs')
  const limit = descriptionLimit(summaries.length)
  const firstOf = openFirst()
  const datasets = summaries.map((summary): SearchDataset => {
    const description = plainOf(descriptionOf(entries.get(summary.code) as DatasetEntry) ?? '')
    const extent = mirror.extentOf(datasetResource(summary.code))
    return {
      code: summary.code,
      title: oneLine(summary.title, 300),
      description: oneLine(description, limit),
      categories: [...new Set(summary.categories)].map(categories.placeOf),
      oivs: [...new Set(summary.oivs)].map(oivs.placeOf),
      columns: extent?.names ?? [],
      ...(extent && {
        ...firstOf(extent),
        ...(extent.years !== undefined && { years: extent.years }),
        records: summary.records ?? -1,
        width: extent.columns,
        ...(extent.moreColumns && { wider: true }),
        ...(extent.picture && { shown: SHOWN_ORDER.indexOf(extent.picture) }),
      }),
      state: STATE_ORDER.indexOf(summary.badge?.state ?? 'current'),
      changed: summary.changed?.datetime.slice(0, 10) ?? '',
    }
  })
  return { categories: categories.all, oivs: oivs.all, datasets }
}

const MOST_FIRST = 5

// Many datasets have the same columns.
function openFirst(): (extent: DocumentSize) => Pick<SearchDataset, 'first'> {
  const known = new Map<readonly string[], readonly string[]>()
  return ({ names, shownFirst = [...names.keys()].slice(0, MOST_FIRST) }) => {
    const own = known.get(names) ?? ownNamesOf(names)
    known.set(names, own)
    const first = shownFirst.flatMap((at) => own[at] ?? [])
    return first.length > 0 ? { first } : {}
  }
}

// Those of the list in its order, the first where keys repeat, then those only datasets name.
function openGroups({ catalogue, names }: Mirror, relation: RelationName) {
  const all: SearchGroup[] = []
  const places = new Map<string, number>()
  for (const entry of catalogue[relation])
    if (!places.has(entry.key)) places.set(entry.key, all.push({ key: entry.key, title: titleOf(entry) }) - 1)
  return {
    all,
    placeOf(key: string): number {
      const place = places.get(key)
      if (place !== undefined) return place
      places.set(key, all.length)
      return all.push({ key, title: names[relation].get(key)?.title ?? keyTextOf(key) }) - 1
    },
  }
}

/** What the page of the search shows before its script runs. `datasets` are those that can be found. */
export function searchView(mirror: Mirror, datasets: SearchCatalogue['datasets']) {
  const { title, lead } = mirror.words.search
  const shown = new Set(listsShown(mirror))
  const lists = CATALOGUE_LISTS.filter((operation) => shown.has(operation)).map((operation) => ({
    text: mirror.words.lists[operation],
    href: relativeLink('search', { operation }),
  }))
  return {
    chrome: chromeOf(mirror, { page: 'search', title, description: lead }),
    // Where to browse without a script.
    browse: lists,
    facets: facetsWithChoice(datasets),
  }
}

/** The words of the script of the search. */
export function searchWords({ words }: Locale) {
  return { ...words.search.script, states: words.states }
}
