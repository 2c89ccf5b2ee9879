import type { SearchHead } from '../../lib/site/search/head.ts'
import type { FacetChoices } from '../../lib/site/search/narrow.ts'
import {
  byFacet,
  EMPTY_QUERY,
  type Leniency,
  renderSearchQuery,
  SEARCH_FACETS,
  type SearchFacet,
  type SearchQuery,
} from '../../lib/site/search/query.ts'
import { button, element } from '../element.ts'
import { fillCount, fillTemplate, showCount } from '../words.ts'
import { DOTTED, FOREIGN, type Hit, itemOf, type Making, type SearchWords } from './item.ts'

/** The results to show. */
interface ResultsPage {
  readonly query: SearchQuery
  /** How many datasets were found. */
  readonly count: number
  /** The best of them. */
  readonly best: readonly Hit[]
  /** Loads the results from one position to before another, the best first. */
  hitsAt(from: number, to: number): Promise<readonly Hit[]>
  readonly leniency: Leniency
  /** Whether anything was found before filtering. */
  readonly wasFound: boolean
  /** Whether the query contains anything to search for. */
  readonly isQuery: boolean
}

/** How the list continues after its first items. */
export interface More {
  readonly first: number
  /** The page with all results; undefined on that page itself. */
  readonly address?: string
  /** Removes the filters. */
  reset(): void
  /** Shows that results could not be loaded. */
  failed(): void
  /** Whether anything was found in records, which are searched after the datasets. */
  readonly inRecords?: Promise<boolean>
}

// After this pause, in ms, screen readers announce a count, so of several quick ones only the last.
const PAUSE = 700
/** The pause before further results are loaded, in ms: they may need many parts of the index, and the next letter may need others. */
export const REST_AFTER = 150
/** The number of results that are shown without a pause: as many as fit on a screen. */
export const AT_ONCE = 12

/** Opens the part of the page with the results: `say` shows a sentence instead of them, and `wait` marks them as busy, because others follow. */
export function openView(place: HTMLElement) {
  const find = (name: string) => place.querySelector(name) as HTMLElement
  const [section, tally, list, more, status] = [
    '[data-found]',
    '[data-count]',
    'ol',
    '[data-more]',
    '[data-announcement]',
  ].map(find) as [HTMLElement, HTMLElement, HTMLElement, HTMLElement, HTMLElement]
  let telling: ReturnType<typeof setTimeout> | undefined
  let following: ReturnType<typeof setTimeout>[] = []
  const tell = (sentence: string) => {
    clearTimeout(telling)
    tally.textContent = sentence
    telling = setTimeout(() => {
      status.textContent = sentence
    }, PAUSE)
  }
  const stop = () => {
    following.forEach(clearTimeout)
    following = []
  }
  const say = (sentence: string) => {
    stop()
    section.hidden = false
    section.removeAttribute('aria-busy')
    tell(sentence)
    list.replaceChildren()
    more.replaceChildren()
  }
  return {
    say,
    wait: () => section.setAttribute('aria-busy', 'true'),
    /** Shows the best results, then calls `then`, and adds the rest of the first results after a pause in which no other search follows. */
    show(shown: ResultsPage, making: Making, further: More, then: () => void) {
      const { count, best } = shown
      const append = (hits: readonly Hit[]) => list.append(...hits.map((hit) => itemOf(hit, making)))
      say(sentenceOf(shown, making))
      append(best)
      const finish = async () => {
        const rest = await shown.hitsAt(best.length, Math.min(further.first, count)).catch(() => undefined)
        if (following !== mine) return
        if (rest === undefined) return further.failed()
        append(rest)
        const after = await whatFollows(shown, making, list, further)
        if (following === mine) more.append(...after)
      }
      // The results are painted before the filters are filled in.
      const mine = [setTimeout(then), setTimeout(finish, REST_AFTER)]
      following = mine
    },
    clear() {
      clearTimeout(telling)
      stop()
      section.hidden = true
      section.removeAttribute('aria-busy')
      status.textContent = ''
    },
  }
}

function sentenceOf({ count, leniency, isQuery }: ResultsPage, { words }: Making): string {
  if (count === 0) return words.none
  if (!isQuery) return fillCount(words.everything, count)
  const { found: all, typos, codes, any } = words
  return fillCount({ all, typos, codes, any }[leniency], count)
}

/** More categories than this would not help a reader who found nothing. */
const MOST_CATEGORIES = 24

/** What follows the first results: a way to see the others, or hints if there are none. */
async function whatFollows(
  shown: ResultsPage,
  making: Making,
  list: HTMLElement,
  further: More,
): Promise<(string | Node)[]> {
  if (shown.count > further.first) return [continuation(shown, making, list, further)]
  return shown.count === 0 ? emptyHints(shown, making, further) : []
}

async function emptyHints(
  { query, wasFound }: ResultsPage,
  { words, groups, root }: Making,
  { address, reset, inRecords }: More,
): Promise<(string | Node)[]> {
  if (!wasFound || SEARCH_FACETS.every((facet) => query[facet] === '')) {
    if (await inRecords) return []
    const links = groups.categories.slice(0, MOST_CATEGORIES).map(({ key, title }) => {
      const href = `${root}search/index.html${renderSearchQuery({ ...EMPTY_QUERY, category: key })}`
      return element('a', { ...FOREIGN, href }, title)
    })
    const elsewhere = element('a', { href: address ?? '' }, words.searchRecords)
    const browse = links.length > 0 ? [` ${words.noneBrowse}`, element('span', DOTTED, ...links)] : []
    return [...(address === undefined ? [] : [elsewhere, '. ']), words.noneHint, ...browse]
  }
  return [`${words.noneNarrowed} `, button(words.reset, reset)]
}

function continuation(
  { count, hitsAt }: ResultsPage,
  making: Making,
  list: HTMLElement,
  { first, address, failed }: More,
): HTMLElement {
  const { words } = making
  if (address !== undefined) return element('a', { href: address }, fillCount(words.allResults, count))
  const itemsAt = async (from: number) =>
    (await hitsAt(from, Math.min(from + first, count))).map((hit) => itemOf(hit, making))
  return moreButton(list, { count, atOnce: first, more: words.more, itemsAt, failed })
}

/** A button that adds the next items to a list. It is hidden when the list has all `count` items. */
export function moreButton(
  list: HTMLElement,
  {
    count,
    atOnce,
    more,
    itemsAt,
    failed,
  }: {
    count: number
    atOnce: number
    /** The text of the button, with `{count}`. */
    more: string
    itemsAt(from: number): Promise<readonly HTMLElement[]>
    /** Called if items cannot be loaded. */
    failed?: () => void
  },
): HTMLElement {
  const made = button('', async () => {
    const shown = list.children.length
    made.disabled = true
    const items = await itemsAt(shown).catch(() => undefined)
    if (!made.isConnected) return
    if (items === undefined && failed) return failed()
    list.append(...(items ?? []))
    name()
    list.children[shown]?.querySelector('a')?.focus()
  })
  const name = () => {
    const left = count - list.children.length
    made.hidden = left === 0
    made.disabled = false
    made.textContent = fillTemplate(more, { count: showCount(Math.min(atOnce, left)) })
  }
  name()
  return made
}

/**
 * Opens the selects inside `place`. When one changes, `changed` is called with the values of all. A select without a choice is disabled but
 * stays visible, so that results do not move when a reader is about to click them.
 */
export function openFacets(
  place: HTMLElement,
  words: SearchWords,
  changed: (chosen: Pick<SearchQuery, SearchFacet>) => void,
) {
  const selects = byFacet((facet) => place.querySelector(`[name=${facet}]`) as HTMLSelectElement)
  place.addEventListener('change', () => changed(byFacet((facet) => selects[facet].value)))
  return {
    /** Fills in the options. */
    show(query: SearchQuery, choices: FacetChoices, groups: Pick<SearchHead, 'categories' | 'oivs'>) {
      const titles: Record<SearchFacet, ReadonlyMap<string, string>> = {
        category: new Map(groups.categories.map(({ key, title }) => [key, title])),
        oiv: new Map(groups.oivs.map(({ key, title }) => [key, title])),
        shown: new Map(Object.entries(words.shown)),
        changed: new Map(),
        state: new Map(Object.entries(words.states)),
      }
      for (const facet of SEARCH_FACETS) {
        const options = choices[facet].map(({ value, count }) => {
          const title = titles[facet].get(value) ?? value
          const option = new Option(fillTemplate(words.choice, { title, count: showCount(count) }), value)
          if (facet === 'category' || facet === 'oiv') Object.assign(option, FOREIGN)
          return option
        })
        selects[facet].replaceChildren(new Option(words.all, ''), ...options)
        selects[facet].value = query[facet]
        const isUseful = options.length > 1 || query[facet] !== ''
        selects[facet].disabled = !isUseful
        if (!isUseful) continue
        place.hidden = false
        selects[facet].closest('label')?.removeAttribute('hidden')
      }
    },
  }
}
