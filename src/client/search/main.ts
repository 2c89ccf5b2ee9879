import { findBest } from '../../lib/site/search/engine.ts'
import type { SearchDataset } from '../../lib/site/search/head.ts'
import {
  EMPTY_QUERY,
  parseSearchQuery,
  renderSearchQuery,
  type SearchQuery,
  wordsTyped,
} from '../../lib/site/search/query.ts'
import type { SearchWords } from './item.ts'
import { openIndex, type Searchable } from './load.ts'
import { openRecords } from './records.ts'
import { AT_ONCE, type More, openFacets, openView } from './view.ts'

/** In the language of the pages; the bundler replaces it. */
declare const SEARCH_WORDS: SearchWords

const FIRST = { whole: 50, brief: 8 }

type Place = ReturnType<typeof placeOf>

/** The elements and texts of one search on a page. */
function placeOf(place: HTMLElement) {
  return {
    kind: place.dataset.search === 'whole' ? ('whole' as const) : ('brief' as const),
    root: place.dataset.root ?? '',
    isBeside: place.closest('main') === null,
    words: SEARCH_WORDS,
    view: openView(place),
    form: place.querySelector('form') as HTMLFormElement,
    box: place.querySelector('input') as HTMLInputElement,
  }
}

/**
 * Attaches the search to elements of a page: `whole` with all results and the query in the address, `brief` with the best results while
 * typing.
 */
function openSearch(element: HTMLElement): void {
  const place = placeOf(element)
  const { kind, root, words, view, box } = place
  const narrowing = element.querySelector<HTMLElement>('.narrowing')
  const facets = narrowing && openFacets(narrowing, words, (chosen) => ask(chosen))
  let query: SearchQuery = kind === 'whole' ? parseSearchQuery(location.search) : EMPTY_QUERY
  const index = openIndex(root)
  const records = openRecords(element, place)
  /** The number of searches that were started. Only the result of the last one is shown. */
  let turn = 0

  function ask(what: Partial<SearchQuery>): void {
    query = { ...query, ...what }
    if (kind === 'whole') keepInAddress(query)
    void show()
  }

  async function show(): Promise<void> {
    turn += 1
    const mine = turn
    if (kind === 'brief' && wordsTyped(query.q).length === 0) return view.clear()
    if (!index.isLoaded()) view.say(words.loading)
    view.wait()
    try {
      const start = performance.now()
      const searchable = await index.load()
      const show = await find(place, searchable, query)
      if (mine !== turn) return
      const inRecords = records?.search(searchable, query)
      show(facets, { reset, failed, ...(inRecords && { inRecords }) })
      performance.measure('search', { start })
    } catch {
      if (mine === turn) failed()
    }
  }

  function failed(): void {
    index.forget()
    view.say(words.failed)
  }

  function reset(): void {
    ask({ ...EMPTY_QUERY, q: query.q })
    box.focus()
  }

  listen(place, ask, index.load)
  // Also searches what was typed before this script was loaded.
  if (query.q === '' && box.value !== '') ask({ q: box.value })
  if (kind === 'brief') return
  box.value = query.q
  void show()
}

/** Shows the results, and the filters for them. */
type Show = (
  facets: ReturnType<typeof openFacets> | null,
  on: Pick<More, 'reset' | 'failed' | 'inRecords'>,
) => void

/** Searches for datasets. Resolves when the best results are loaded. */
async function find(
  { kind, root, isBeside, words, view, form }: Place,
  { groups, engine, narrow, datasetsAt }: Searchable,
  query: SearchQuery,
): Promise<Show> {
  const found = await engine.search(query.q)
  const { documents, choices } = narrow(found.documents, query)
  const count = documents.length
  const hitsAt = async (from: number, to: number) => {
    const places = findBest(found, documents, to).slice(from)
    const datasets = await datasetsAt(places)
    return places.map((at, index) => ({
      dataset: datasets[index] as SearchDataset,
      terms: found.termsOf(at),
    }))
  }
  const best = await hitsAt(0, Math.min(AT_ONCE, FIRST[kind], count))
  const address = kind === 'brief' ? `${form.action}${renderSearchQuery(query)}` : undefined
  const isQuery = wordsTyped(query.q).length > 0
  return (facets, on) =>
    view.show(
      { query, count, best, hitsAt, leniency: found.leniency, isQuery, wasFound: found.documents.length > 0 },
      { groups, words, root, isBeside },
      { first: FIRST[kind], ...(address && { address }), ...on },
      () => facets?.show(query, choices, groups),
    )
}

/** Searches for what is typed, and loads the index when the field gets the focus. */
function listen(
  { kind, form, box }: Place,
  ask: (what: Partial<SearchQuery>) => void,
  load: () => Promise<unknown>,
): void {
  let due: ReturnType<typeof setTimeout> | undefined
  box.addEventListener('focus', () => void load().catch(() => {}), { once: true })
  box.addEventListener('input', () => {
    clearTimeout(due)
    due = setTimeout(() => ask({ q: box.value }))
  })
  box.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || box.value === '') return
    event.preventDefault()
    box.value = ''
    ask({ q: '' })
  })
  if (kind === 'brief') return
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    ask({ q: box.value })
  })
}

// Some browsers do not let a page opened from disk change its address.
function keepInAddress(query: SearchQuery): void {
  try {
    history.replaceState(history.state, '', location.pathname + renderSearchQuery(query) + location.hash)
  } catch {}
}

for (const place of document.querySelectorAll<HTMLElement>('[data-search]')) openSearch(place)
