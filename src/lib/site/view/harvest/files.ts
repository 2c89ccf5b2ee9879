import { API_PATH } from '../../../interface/index.ts'
import { DEVELOPERS_PAGE, OPEN_API, OPEN_API_TYPE } from '../developers/paths.ts'
import { duckdbViewsOf, VIEWS_FILE } from '../duckdb.ts'
import type { Mirror } from '../mirror.ts'
import { dcatOf } from './dcat.ts'
import { emailOf, renderDcatUs } from './dcat-us.ts'
import { CATALOGUE_PAGE, harvestedEntries } from './order.ts'
import { API_CATALOG, CATALOGUE_ENDINGS, cataloguePath, DATA_JSON, isWholeHost, ROBOTS } from './paths.ts'
import { renderJsonLd, renderTurtle } from './rdf.ts'
import { renderRobots, sitemapOf } from './sitemap.ts'
import { statementOf } from './statement.ts'

/** A file about all datasets. With many of them its text is too long to be in memory. */
interface LongFile {
  /** Its path in the site. */
  readonly path: string
  pieces(): Iterable<string>
}

/** The most datasets of `data.json`, which is one file: about 50 MB. */
const MOST_IN_ONE_FILE = 25_000

const RENDERERS = { ttl: renderTurtle, jsonld: renderJsonLd } as const

/** Every file of a site that is made in pieces: the views for DuckDB, and the files for search engines and harvesters. */
export function* longFiles(mirror: Mirror): Generator<LongFile> {
  yield { path: VIEWS_FILE, pieces: () => duckdbViewsOf(mirror) }
  yield* harvestFiles(mirror)
}

/** The files for search engines and harvesters. They have absolute addresses, so a site without one of its own has none. */
export function* harvestFiles(mirror: Mirror, pageSize = CATALOGUE_PAGE): Generator<LongFile> {
  const { site } = mirror
  if (site === undefined) return
  yield* catalogueRenderings(mirror, site, pageSize)
  for (const { path, pieces } of sitemapOf(mirror, site)) yield { path, pieces: () => pieces }
  if (!isWholeHost(site)) return
  yield { path: ROBOTS, pieces: () => [renderRobots(site)] }
  yield { path: API_CATALOG, pieces: () => [renderApiCatalog(site)] }
}

/** The e-mail address of the contact that `data.json` requires; undefined if the site has no such file. */
export function dataJsonContactOf(mirror: Mirror): string | undefined {
  const { site, branding } = mirror
  if (site === undefined || harvestedEntries(mirror).length > MOST_IN_ONE_FILE) return undefined
  return emailOf(branding.contact)
}

function* catalogueRenderings(mirror: Mirror, site: string, pageSize: number): Generator<LongFile> {
  const entries = harvestedEntries(mirror)
  const pages = Math.max(1, Math.ceil(entries.length / pageSize))
  for (let number = 1; number <= pages; number++) {
    const shown = entries.slice((number - 1) * pageSize, number * pageSize)
    const datasets = shown.map((entry) => statementOf(mirror, site, entry))
    for (const ending of CATALOGUE_ENDINGS)
      yield {
        path: cataloguePath(number, ending),
        pieces: () =>
          RENDERERS[ending](dcatOf(mirror, site, { number, pages, total: entries.length, datasets }, ending)),
      }
  }
  const email = dataJsonContactOf(mirror)
  if (email === undefined) return
  yield {
    path: DATA_JSON,
    pieces: () =>
      renderDcatUs(mirror, site, {
        email,
        datasets: entries.values().map((entry) => statementOf(mirror, site, entry)),
      }),
  }
}

/**
 * What a site has for programs, as a set of links (RFC 9727, RFC 9264): the interface, and what describes it. `site` is its address, with a
 * slash at the end.
 */
function renderApiCatalog(site: string): string {
  const api = `${site}${API_PATH}/`
  const linkset = [
    {
      anchor: site + API_CATALOG,
      item: [{ href: api }],
      profile: [{ href: 'https://www.rfc-editor.org/info/rfc9727' }],
    },
    {
      anchor: api,
      'service-desc': [{ href: site + OPEN_API, type: OPEN_API_TYPE }],
      'service-doc': [{ href: `${site}${DEVELOPERS_PAGE}/`, type: 'text/html' }],
      status: [{ href: `${site}status.json`, type: 'application/json' }],
    },
  ]
  return `${JSON.stringify({ linkset }, null, 2)}\n`
}
