import { type Asked, NOTHING_ASKED, parseAsked, renderAsked } from '../../lib/site/search/address.ts'
import { narrow } from '../../lib/site/search/narrow.ts'
import { wordsTyped } from '../../lib/site/search/query.ts'
import { pageLocale } from '../page/locale.ts'
import { parseWords } from '../page/words.ts'
import { openFacets } from './facets.ts'
import { loadIndex, type Searchable } from './load.ts'
import { openView } from './view.ts'
import { type SearchWords, speechOf } from './words.ts'

const FIRST = { whole: 50, brief: 8 }

/**
 * Attaches the search to elements of a page: `whole` with all results and the query in the address, `brief` with the best results while
 * typing.
 */
function openSearch(place: HTMLElement): void {
  const kind = place.dataset.search === 'whole' ? 'whole' : 'brief'
  const root = place.dataset.root ?? ''
  const words = parseWords<SearchWords>(place)
  const speech = speechOf(pageLocale())
  const view = openView(place)
  const form = place.querySelector('form') as HTMLFormElement
  const box = place.querySelector('input') as HTMLInputElement
  const narrowing = place.querySelector<HTMLElement>('.narrowing')
  const facets = narrowing && openFacets(narrowing, words, speech, (chosen) => ask(chosen))
  let asked: Asked = kind === 'whole' ? parseAsked(location.search) : NOTHING_ASKED
  let searchable: Searchable | undefined
  let loading = false
  let due: ReturnType<typeof setTimeout> | undefined

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
    const isQuery = wordsTyped(asked.q).length > 0
    if (kind === 'brief' && !isQuery) return view.clear()
    if (searchable === undefined) {
      view.say(words.loading)
      return void load()
    }
    const start = performance.now()
    const { catalogue, engine } = searchable
    const found = engine.search(asked.q)
    const { hits, choices } = narrow(catalogue, found.hits, asked)
    const address = kind === 'brief' ? `${form.action}${renderAsked(asked)}` : undefined
    view.show(
      { ...found, hits, asked, isQuery, wasFound: found.hits.length > 0 },
      { catalogue, words, speech, root },
      { first: FIRST[kind], ...(address && { address }), reset },
      () => facets?.show(asked, choices, catalogue),
    )
    performance.measure('search', { start })
  }

  function reset(): void {
    ask({ ...NOTHING_ASKED, q: asked.q })
    box.focus()
  }

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
  // Also searches what was typed before this script was loaded.
  if (asked.q === '' && box.value !== '') ask({ q: box.value })
  if (kind === 'brief') return
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    ask({ q: box.value })
  })
  box.value = asked.q
  void load()
}

// Some browsers do not let a page opened from disk change its address.
function keepInAddress(asked: Asked): void {
  try {
    history.replaceState(history.state, '', location.pathname + renderAsked(asked) + location.hash)
  } catch {}
}

for (const place of document.querySelectorAll<HTMLElement>('[data-search]')) openSearch(place)
