import { DATA_PACKAGE, MARKDOWN_NAME, TIME_MAP_MEDIA_TYPE } from '../../interface/index.ts'
import type { PageSource } from '../mirror.ts'
import { DEVELOPERS_PAGE, OPEN_API, OPEN_API_TYPE } from './developers/paths.ts'
import { type DataFile, madeFilesOf, type TableFile } from './files.ts'
import { API_CATALOG, CATALOGUE_ENDINGS, cataloguePath, isWholeHost } from './harvest/paths.ts'
import type { Licence } from './licence.ts'
import { isResource, type Page, relativeFile, relativeLink } from './link.ts'
import { findWebAddress } from './value.ts'

/** A link of a page for programs, in its head. */
export interface TypedLink {
  readonly rel: string
  readonly href: string
  readonly type?: string
}

const SCHEMA = 'https://schema.org/'

/** The media types of the catalogue in DCAT, without parameters. */
export const CATALOGUE_TYPES = { ttl: 'text/turtle', jsonld: 'application/ld+json' } as const

// The catalogue in DCAT, from the page of it with this number on.
function catalogueLinks(rel: string, page: Page, number: number): TypedLink[] {
  return CATALOGUE_ENDINGS.map((ending) => ({
    rel,
    href: relativeFile(page, cataloguePath(number, ending)),
    type: CATALOGUE_TYPES[ending],
  }))
}

/** What kinds of page a page is, by schema.org. */
function kindsOf(page: Page): string[] {
  if (page === 'home') return ['DataCatalog']
  if (page === 'about') return ['AboutPage']
  if (page === DEVELOPERS_PAGE) return ['APIReference']
  if (page === 'search') return ['SearchResultsPage']
  if (page === 'offline') return []
  return isDataset(page) ? ['Dataset', 'AboutPage'] : ['CollectionPage']
}

function isDataset(page: Page): boolean {
  return isResource(page) && 'code' in page
}

// The pages on which portals announce their catalogue.
function isAboutAll(page: Page): boolean {
  return page === 'home' || page === 'about' || (isResource(page) && !isDataset(page))
}

/**
 * The typed links that every page has: what it is, what describes the interface (RFC 8631), and on pages about the whole mirror where
 * programs begin.
 */
export function typedLinksOf({ site }: Pick<PageSource, 'site'>, page: Page): TypedLink[] {
  return [
    ...kindsOf(page).map((kind) => ({ rel: 'type', href: SCHEMA + kind })),
    { rel: 'service-desc', href: relativeFile(page, OPEN_API), type: OPEN_API_TYPE },
    { rel: 'service-doc', href: relativeLink(page, DEVELOPERS_PAGE), type: 'text/html' },
    ...(page === 'home' && isWholeHost(site)
      ? [{ rel: 'api-catalog', href: relativeFile(page, API_CATALOG), type: 'application/linkset+json' }]
      : []),
    ...(site !== undefined && isAboutAll(page) ? catalogueLinks('alternate', page, 1) : []),
  ]
}

/**
 * The typed links of the page of a dataset (Signposting, FAIR profile of 2023, level 1): its files, the list it is in, its licence if the
 * data names one with an address, and its address at the origin. It has no persistent identifier that the mirror knows of.
 */
export function datasetLinksOf(
  page: Page,
  {
    files,
    table,
    licences,
    origin,
    cataloguePage,
    timeMaps,
  }: {
    readonly files: readonly DataFile[]
    readonly table: TableFile | undefined
    readonly licences: readonly Licence[]
    /** Its address at the origin, if there is a copy. */
    readonly origin: string | undefined
    /** The number of the page of the catalogue for harvesters that it is on. */
    readonly cataloguePage: number | undefined
    /** The names of the TimeMaps of its formats (RFC 7089). */
    readonly timeMaps: readonly string[]
  },
): TypedLink[] {
  const related = origin === undefined ? undefined : findWebAddress(origin)
  return [
    { rel: 'collection', href: relativeLink(page, { operation: 'list_datasets' }) },
    { rel: 'alternate', href: MARKDOWN_NAME, type: 'text/markdown' },
    ...files.map(({ format, href }) => ({ rel: 'item', href, type: `application/${format}` })),
    ...madeFilesOf(table).map(({ href, mediaType }) => ({ rel: 'item', href, type: mediaType })),
    ...(table ? [{ rel: 'describedby', href: DATA_PACKAGE, type: 'application/json' }] : []),
    ...(cataloguePage === undefined ? [] : catalogueLinks('describedby', page, cataloguePage)),
    ...timeMaps.map((href) => ({ rel: 'timemap', href, type: TIME_MAP_MEDIA_TYPE })),
    ...licences.flatMap(({ href }) => (href === undefined ? [] : { rel: 'license', href })),
    ...(related === undefined ? [] : [{ rel: 'related', href: related }]),
  ]
}
