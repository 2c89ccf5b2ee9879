import type { aboutView } from './about.ts'
import type { BrowseView } from './browse/view.ts'
import { chromeOf } from './chrome.ts'
import type { DatasetView } from './dataset.ts'
import type { developersView } from './developers/view.ts'
import type { HomeView } from './home.ts'
import type { listView } from './list.ts'
import type { Locale } from './locale.ts'
import type { Mirror } from './mirror.ts'
import type { searchView } from './search-catalogue.ts'
import { htmlText } from './text.ts'

/** The view of each template in `src/pages`. */
interface Views {
  readonly about: ReturnType<typeof aboutView>
  readonly browse: BrowseView
  readonly dataset: DatasetView
  readonly developers: ReturnType<typeof developersView>
  readonly home: HomeView
  readonly list: ReturnType<typeof listView>
  readonly 'not-found': ReturnType<typeof notFoundView>
  readonly offline: ReturnType<typeof offlineView>
  readonly search: ReturnType<typeof searchView>
}

type Template = keyof Views

/** What one page is rendered from: a template of `src/pages`, and what it shows, as plain data. */
export type PageContent = { [T in Template]: { readonly template: T; readonly view: Views[T] } }[Template]

/** What a template finds in `Astro.locals`. */
export interface PageLocals {
  readonly locale: Locale
  readonly content: PageContent
}

/** The view of the page that is being rendered. Throws if it is for another template. */
export function viewOf<T extends Template>({ content }: PageLocals, template: T): Views[T] {
  if (content.template !== template)
    throw new Error(`The view is for the template ${content.template}, not for ${template}.`)
  return content.view as Views[T]
}

/** What the page shows that hosts answer with for an address that does not exist. */
export function notFoundView({ title, site }: Mirror) {
  return { siteTitle: htmlText(title), home: site ?? '/' }
}

/** What the page of stored copies shows before its script runs. */
export function offlineView(mirror: Mirror) {
  const { title, lead } = mirror.words.offline.page
  return { chrome: chromeOf(mirror, { page: 'offline', title, description: lead }) }
}
