import { type Asked, SEARCH_FACETS } from '../../lib/site/search/address.ts'
import type { Hit } from '../../lib/site/search/engine.ts'
import type { Leniency } from '../../lib/site/search/query.ts'
import { itemOf, type Making, make } from './item.ts'
import { fillWords } from './words.ts'

/** The results to show. */
interface ResultsPage {
  readonly asked: Asked
  readonly hits: readonly Hit[]
  readonly leniency: Leniency
  /** Whether anything was found before filtering. */
  readonly wasFound: boolean
  /** Whether the query contains anything to search for. */
  readonly isQuery: boolean
}

/** The part of the page with the results. */
export interface ResultsView {
  /** Shows a sentence instead of results. */
  say(sentence: string): void
  /** Shows the first results at once, and the rest, followed by `then`, when the browser is idle. */
  show(shown: ResultsPage, making: Making, more: More, then: () => void): void
  clear(): void
}

/** How the list continues after its first items. */
interface More {
  readonly first: number
  /** The page with all results; undefined on that page itself. */
  readonly address?: string
  /** Removes the filters. */
  reset(): void
}

// Screen readers announce only the last of several quick counts.
const PAUSE = 700
/** As many as fit on a screen. */
const AT_ONCE = 12

/** Opens the part of the page with the results. */
export function openView(place: HTMLElement): ResultsView {
  const find = (name: string) => place.querySelector(name) as HTMLElement
  const [section, tally, list, more, status] = [
    '[data-found]',
    '[data-tally]',
    'ol',
    '[data-more]',
    '[data-told]',
  ].map(find) as [HTMLElement, HTMLElement, HTMLElement, HTMLElement, HTMLElement]
  let telling: ReturnType<typeof setTimeout> | undefined
  let following: ReturnType<typeof setTimeout> | undefined
  const tell = (sentence: string) => {
    clearTimeout(telling)
    tally.textContent = sentence
    telling = setTimeout(() => {
      status.textContent = sentence
    }, PAUSE)
  }
  const say = (sentence: string) => {
    clearTimeout(following)
    section.hidden = false
    tell(sentence)
    list.replaceChildren()
    more.replaceChildren()
  }
  return {
    say,
    show(shown, making, { first, address, reset }, then) {
      const { hits } = shown
      const append = (from: number, to: number) =>
        list.append(...hits.slice(from, Math.min(first, to)).map((hit) => itemOf(hit, making)))
      say(sentenceOf(shown, making))
      append(0, AT_ONCE)
      following = setTimeout(() => {
        append(AT_ONCE, hits.length)
        if (hits.length === 0) more.append(...emptyHints(shown, making, reset))
        else if (hits.length > first) more.append(continuation(hits, making, list, { first, address }))
        then()
      })
    },
    clear() {
      clearTimeout(telling)
      clearTimeout(following)
      section.hidden = true
      status.textContent = ''
    },
  }
}

function sentenceOf({ hits, leniency, isQuery }: ResultsPage, { words, speech }: Making): string {
  if (hits.length === 0) return words.none
  if (!isQuery) return speech.count(words.everything, hits.length)
  return speech.count({ all: words.found, typos: words.typos, any: words.any }[leniency], hits.length)
}

function emptyHints(
  { asked, wasFound }: ResultsPage,
  { words }: Making,
  reset: () => void,
): (string | Node)[] {
  if (!wasFound || SEARCH_FACETS.every((facet) => asked[facet] === '')) return [words.noneHint]
  const button = make('button', '', words.reset)
  button.type = 'button'
  button.addEventListener('click', reset)
  return [`${words.noneNarrowed} `, button]
}

function continuation(
  hits: readonly Hit[],
  making: Making,
  list: HTMLElement,
  { first, address }: { first: number; address: string | undefined },
): HTMLElement {
  const { words, speech } = making
  if (address !== undefined) {
    const link = make('a', '', speech.count(words.allResults, hits.length))
    link.href = address
    return link
  }
  const button = make('button', '')
  button.type = 'button'
  const name = () => {
    const left = hits.length - list.children.length
    button.hidden = left === 0
    button.textContent = fillWords(words.more, { count: speech.number(Math.min(first, left)) })
  }
  button.addEventListener('click', () => {
    const shown = list.children.length
    list.append(...hits.slice(shown, shown + first).map((hit) => itemOf(hit, making)))
    name()
    list.children[shown]?.querySelector('a')?.focus()
  })
  name()
  return button
}
