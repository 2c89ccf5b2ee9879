import type { Mirror } from '../mirror.ts'
import { renderApiCatalog } from './api-catalog.ts'
import { API_CATALOG, isWholeHost } from './paths.ts'
import { robotsOf, sitemapOf } from './sitemap.ts'

/** A file for search engines and harvesters. */
interface HarvestFile {
  /** Its path in the site. */
  readonly path: string
  make(): string
}

/** The files for search engines and harvesters. They have absolute addresses, so a site without one of its own has none. */
export function* harvestFiles(mirror: Mirror): Generator<HarvestFile> {
  const { site } = mirror
  if (site === undefined) return
  for (const { path, text } of sitemapOf(mirror, site)) yield { path, make: () => text }
  if (!isWholeHost(site)) return
  const { path, text } = robotsOf(site)
  yield { path, make: () => text }
  yield { path: API_CATALOG, make: () => renderApiCatalog(site) }
}
