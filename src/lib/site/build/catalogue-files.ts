import { type DatasetCode, folderOf, PREVIEW_NAME } from '../../interface/index.ts'
import { RULES } from '../host/rules.ts'
import type { FlatDrawing } from '../image/pixels.ts'
import { renderIndex } from '../search/render-index.ts'
import type { WordCounts } from '../search/values/count-words.ts'
import {
  aboutView,
  browseSource,
  browseView,
  cardMaker,
  cardOf,
  developerFiles,
  feedOf,
  feedPath,
  feedValues,
  hasPage,
  historyFiles,
  homeView,
  listingPages,
  listPages,
  listsShown,
  listView,
  type Mirror,
  notFoundView,
  offlineView,
  type PageContent,
  renderFeed,
  searchCatalogueOf,
  searchView,
} from '../view/index.ts'
import { contentKeyOf } from './site-record.ts'

/** A file that is made from the catalogue as a whole: the content of a page, the text of another file, or what a picture shows. */
interface CatalogueFile {
  /** Its path in the site. */
  readonly path: string
  make(): PageContent | FlatDrawing | string
  /** What it is made from, if that is found sooner than the content: equal sources, equal contents. */
  source?(): unknown
}

/** Every file of a site that is made from the catalogue, except {@link longFiles}. Sizes of all datasets have to be known. `wordsOf`: the words of the records of a dataset. */
export function* catalogueFiles(
  mirror: Mirror,
  wordsOf: (code: DatasetCode) => WordCounts | undefined,
): Generator<CatalogueFile> {
  yield { path: 'index.html', make: () => ({ template: 'home', view: homeView(mirror) }) }
  if (mirror.site !== undefined) yield { path: PREVIEW_NAME, make: () => cardOf(mirror) }
  yield { path: '404.html', make: () => ({ template: 'not-found', view: notFoundView(mirror) }) }
  yield { path: 'about/index.html', make: () => ({ template: 'about', view: aboutView(mirror) }) }
  yield { path: 'offline/index.html', make: () => ({ template: 'offline', view: offlineView(mirror) }) }
  yield* searchFiles(mirror, wordsOf)
  for (const operation of listsShown(mirror))
    yield {
      path: `${folderOf({ operation })}/index.html`,
      make: () => ({ template: 'list', view: listView(mirror, operation) }),
    }
  for (const { path, operation, number } of listPages(mirror))
    yield {
      path: `browse/${path}/index.html`,
      make: () => ({ template: 'list', view: listView(mirror, operation, number) }),
    }
  yield* listingFiles(mirror)
  for (const value of [undefined, ...feedValues(mirror)])
    yield { path: decodeURIComponent(feedPath(value)), make: () => renderFeed(feedOf(mirror, value)) }
  yield* developerFiles(mirror)
  yield* historyFiles(mirror)
}

// A generator of its own: what the search knows of all datasets is only in memory while its files are made.
function* searchFiles(
  mirror: Mirror,
  wordsOf: (code: DatasetCode) => WordCounts | undefined,
): Generator<CatalogueFile> {
  const searched = searchCatalogueOf(mirror)
  yield {
    path: 'search/index.html',
    make: () => ({ template: 'search', view: searchView(mirror, searched.datasets) }),
  }
  const words = mirror.summaries.byTitle.map(({ code }) => wordsOf(code))
  for (const { path, text } of renderIndex(searched, RULES.hashedFolder, words))
    yield { path, make: () => text }
}

function* listingFiles(mirror: Mirror): Generator<CatalogueFile> {
  const makeCard = cardMaker(mirror, 'home')
  const sums = new Map(mirror.summaries.all.map((one) => [one.code, contentKeyOf(makeCard(one))]))
  for (const { path, folder, number } of listingPages(mirror)) {
    const listing = mirror.listings.byFolder.get(folder)
    if (listing && hasPage(listing, number))
      yield {
        path: `browse/${path}/index.html`,
        make: () => ({ template: 'browse', view: browseView(mirror, listing, number) }),
        source: () => browseSource(mirror, listing, number, sums),
      }
  }
}
