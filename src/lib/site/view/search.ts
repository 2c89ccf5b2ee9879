import { type Chrome, chromeOf } from './chrome.ts'
import { relativeLink } from './link.ts'
import { listsShown } from './lists.ts'
import type { Locale } from './locale.ts'
import type { Mirror } from './mirror.ts'

/** The page of the search. */
interface SearchView {
  readonly chrome: Chrome
  readonly title: string
  readonly lead: string
  /** Where to browse without a script. */
  readonly browse: readonly { readonly text: string; readonly href: string }[]
}

/** What the page of the search shows before its script runs. */
export function searchView(mirror: Mirror): SearchView {
  const { title, lead } = mirror.words.search
  const shown = new Set(listsShown(mirror))
  const catalogues = ['list_datasets', 'list_categories', 'list_oivs'] as const
  const lists = catalogues
    .filter((operation) => shown.has(operation))
    .map((operation) => ({
      text: mirror.words.lists[operation],
      href: relativeLink('search', { operation }),
    }))
  return {
    chrome: chromeOf(mirror, { page: 'search', title, description: lead }),
    title,
    lead,
    browse: lists,
  }
}

/** The words the script of the search fills in, as json. */
export function searchWords(locale: Locale): string {
  return JSON.stringify({ ...locale.words.search.script, states: locale.words.states })
}
