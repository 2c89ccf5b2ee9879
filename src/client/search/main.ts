import { type Asked, NOTHING_ASKED, parseAsked, renderAsked } from '../../lib/site/search/address.ts'
import { narrow } from '../../lib/site/search/narrow.ts'
import { wordsTyped } from '../../lib/site/search/query.ts'
import { openFacets } from './facets.ts'
import { loadIndex, type Searchable } from './load.ts'
import { openView, type ResultsView } from './view.ts'
import { type SearchWords, type Speech, speechOf } from './words.ts'

const FIRST = { whole: 50, brief: 8 }

/** The elements and texts of one search. */
interface Place {
  readonly kind: keyof typeof FIRST
  readonly root: string
  readonly words: SearchWords
  readonly speech: Speech
  readonly view: ResultsView
  readonly form: HTMLFormElement
  readonly box: HTMLInputElement
}

function placeOf(place: HTMLElement): Place {
  return {
    kind: place.dataset.search === 'whole' ? 'whole' : 'brief',
    root: place.dataset.root ?? '',
    words: parseWords<SearchWords>(place),
    speech: speechOf(pageLocale()),
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
  const { kind, root, words, speech, view, box } = place
  const narrowing = element.querySelector<HTMLElement>('.narrowing')
  const facets = narrowing && openFacets(narrowing, words, speech, (chosen) => ask(chosen))
  let asked: Asked = kind === 'whole' ? parseAsked(location.search) : NOTHING_ASKED
  let searchable: Searchable | undefined
  let loading = false

  async function load(): Promise<void> {
    if (loading) return
    loading = true
    if (kind === 'whole') view.say(words.loading)
    try {
      searchable = await loadIndex(root)
      show()
    } catch {
      loading = false
      if (kind === 'whole' || box.value !== '') view.say(words.failed)
    }
  }

  function ask(what: Partial<Asked>): void {
    asked = { ...asked, ...what }
    if (kind === 'whole') keepInAddress(asked)
    show()
  }

  function show(): void {
    if (kind === 'brief' && wordsTyped(asked.q).length === 0) return view.clear()
    if (searchable !== undefined) return showResults(place, searchable, asked, facets, reset)
    view.say(words.loading)
    void load()
  }

  function reset(): void {
    ask({ ...NOTHING_ASKED, q: asked.q })
    box.focus()
  }

  listen(place, ask, load)
  // Also searches what was typed before this script was loaded.
  if (asked.q === '' && box.value !== '') ask({ q: box.value })
  if (kind === 'brief') return
  box.value = asked.q
  void load()
}

/** Searches, and shows what is found and how it can be narrowed. */
function showResults(
  { kind, root, words, speech, view, form }: Place,
  { catalogue, engine }: Searchable,
  asked: Asked,
  facets: ReturnType<typeof openFacets> | null,
  reset: () => void,
): void {
  const start = performance.now()
  const found = engine.search(asked.q)
  const { hits, choices } = narrow(catalogue, found.hits, asked)
  const address = kind === 'brief' ? `${form.action}${renderAsked(asked)}` : undefined
  view.show(
    { ...found, hits, asked, isQuery: wordsTyped(asked.q).length > 0, wasFound: found.hits.length > 0 },
    { catalogue, words, speech, root },
    { first: FIRST[kind], ...(address && { address }), reset },
    () => facets?.show(asked, choices, catalogue),
  )
  performance.measure('search', { start })
}

/** Asks for what is typed, and loads the index when someone is about to type. */
function listen(
  { kind, form, box }: Place,
  ask: (what: Partial<Asked>) => void,
  load: () => Promise<void>,
): void {
  let due: ReturnType<typeof setTimeout> | undefined
  box.addEventListener('focus', () => void load(), { once: true })
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
function keepInAddress(asked: Asked): void {
  try {
    history.replaceState(history.state, '', location.pathname + renderAsked(asked) + location.hash)
  } catch {}
}

for (const place of document.querySelectorAll<HTMLElement>('[data-search]')) openSearch(place)

/** The locale of the page for Intl: British English, as everywhere in the mirror. */
function pageLocale(): string {
  const { lang } = document.documentElement
  return lang === 'en' ? 'en-GB' : lang
}

/** The texts that a page gives its script, as json in `data-words`. Throws SyntaxError if it is invalid. */
function parseWords<Words>(element: HTMLElement): Words {
  return JSON.parse(element.dataset.words ?? '{}') as Words
}
