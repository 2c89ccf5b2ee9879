import { PREVIEW_NAME } from '../../../interface/index.ts'

/** The links of a site for search engines: every page with the time of its last change (sitemaps.org, 0.9). */
export const SITEMAP = 'sitemap.xml'

/** What robots may read (RFC 9309). */
export const ROBOTS = 'robots.txt'

/** What the site has for programs (RFC 9727). */
export const API_CATALOG = '.well-known/api-catalog'

/** The endings of the renderings of the catalogue in DCAT: Turtle and JSON-LD. */
export const CATALOGUE_ENDINGS = ['ttl', 'jsonld'] as const
export type CatalogueEnding = (typeof CATALOGUE_ENDINGS)[number]

/** The path of a page of the catalogue in DCAT, counted from 1: `catalog.ttl`, `catalog-2.ttl`. */
export function cataloguePath(number: number, ending: CatalogueEnding): string {
  return `catalog${number > 1 ? `-${number}` : ''}.${ending}`
}

/** The catalogue in DCAT-US. */
export const DATA_JSON = 'data.json'

/** Whether a site is the whole of its host. Only there do robots and clients look for files with fixed addresses. */
export function isWholeHost(site: string | undefined): site is string {
  return site !== undefined && new URL(site).pathname === '/'
}

/** The files that need absolute addresses: without one of its own, a site has none of them. */
export const ABSOLUTE_FILES: readonly string[] = [
  cataloguePath(1, 'ttl'),
  cataloguePath(1, 'jsonld'),
  DATA_JSON,
  SITEMAP,
  ROBOTS,
  API_CATALOG,
  PREVIEW_NAME,
]
