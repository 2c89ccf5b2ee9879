import { type Asked, SEARCH_FACETS } from '../../lib/site/search/address.ts'
import type { Hit } from '../../lib/site/search/engine.ts'
import type { Leniency } from '../../lib/site/search/query.ts'
import { itemOf, type Making, make } from './item.ts'
import { fillWords } from './words.ts'

/** What is to be shown. */
export interface ResultsPage {
  readonly asked: Asked
  readonly hits: readonly Hit[]
  readonly leniency: Leniency
  /** Whether something was found before it was narrowed. */
  readonly wasFound: boolean
  /** Whether anything was typed that can be looked for. */
  readonly isQuery: boolean
}

/** The part of the page that tells what was found. */
export interface ResultsView {
  /** Says a sentence instead of results. */
  say(sentence: string): void
  /** Shows the first results at once, and the rest of them, with what `then` does, when the browser has nothing better to do. */
  show(shown: ResultsPage, making: Making, more: More, then: () => void): void
  clear(): void
}

/** How the list goes on behind its first items. */
export interface More {
  readonly first: number
  /** Where all results are; on the page that has them itself undefined. */
  readonly address?: string
  /** Removes what narrows the results. */
  reset(): void
}

// Who listens hears the last of many counts, not each.
const PAUSE = 700
/** As many as a screen holds. */
const AT_ONCE = 12

/** Opens the part of the page that tells what was found. */
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
