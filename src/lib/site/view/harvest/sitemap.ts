import { datasetResource, type ListOperation } from '../../../interface/index.ts'
import { xmlAttribute } from '../../../reading/index.ts'
import { hasPage, listingPages, slicePage } from '../browse/listing.ts'
import { lastChangeOf } from '../changes.ts'
import { listsShown } from '../chrome.ts'
import { DEVELOPERS_PAGE } from '../developers/paths.ts'
import { addressBelowRoot, type Page } from '../link.ts'
import { listPages } from '../list.ts'
import type { Mirror } from '../mirror.ts'
import { changedAtOf } from '../summary.ts'
import { SITEMAP } from './paths.ts'

/** A page that search engines should know. */
interface MappedPage {
  /** Absolute. */
  readonly address: string
  /** When what it shows last changed: ISO 8601; absent if unknown. */
  readonly changedAt?: string | undefined
}

/** A part of a sitemap: its path below the root, and its text in pieces. */
interface SitemapFile {
  readonly path: string
  readonly pieces: readonly string[]
}

/** Limits of one file of a sitemap (sitemaps.org, 0.9): the number of its pages, and its size in bytes. */
const MOST_PAGES = 50_000
const MOST_BYTES = 50_000_000

/** The sitemap of a mirror at the address `site`: one file, or an index and its parts. */
export function sitemapOf(mirror: Mirror, site: string): SitemapFile[] {
  return renderSitemap(mappedPages(mirror, site), site)
}

/**
 * Every page that shows something of its own, once, with its address: neither the page for unknown addresses nor those of the search and of
 * stored copies, which scripts fill. No time of a run is in it, so that it changes only if a page does.
 */
function mappedPages(mirror: Mirror, site: string): MappedPage[] {
  const { summaries, changes } = mirror
  const lastRun = changes.runs[0]?.at ?? lastChangeOf(mirror)
  const paged = (page: Page, changedAt: string | undefined) => ({
    address: site + addressBelowRoot(page),
    changedAt,
  })
  const latestOf = (members: readonly { readonly changedHere: string | undefined }[], number: number) =>
    slicePage(members, number)
      .flatMap(({ changedHere }) => changedHere ?? [])
      .sort()
      .at(-1)
  const listed = listsShown(mirror).map((operation) =>
    paged(
      { operation },
      operation === 'list_datasets' ? latestOf(summaries.byTitle, 1) : listChangedAt(mirror, operation),
    ),
  )
  const continued = listPages(mirror).map(({ path, operation }) =>
    paged({ browse: path }, listChangedAt(mirror, operation)),
  )
  const listings = listingPages(mirror).flatMap(({ path, folder, number }) => {
    const listing = mirror.listings.byFolder.get(folder)
    return listing && hasPage(listing, number)
      ? paged({ browse: path }, latestOf(listing.members, number))
      : []
  })
  const datasets = summaries.all.map(({ code, changedHere }) => paged(datasetResource(code), changedHere))
  return [
    paged('home', lastRun),
    paged('about', lastRun),
    paged(DEVELOPERS_PAGE, lastRun),
    ...listed,
    ...continued,
    ...listings,
    ...datasets,
  ].sort((a, b) => (a.address < b.address ? -1 : 1))
}

// Lists of categories and publishers show the number of their datasets, which are in the list of datasets.
function listChangedAt(mirror: Mirror, operation: ListOperation): string | undefined {
  return [operation, 'list_datasets' as const]
    .flatMap((one) => changedAtOf(mirror.recordsOf({ operation: one })) ?? [])
    .sort()
    .at(-1)
}

/** Renders a sitemap. More pages than one file may have make several, and an index of them. */
export function renderSitemap(
  pages: readonly MappedPage[],
  site: string,
  most = { pages: MOST_PAGES, bytes: MOST_BYTES },
): SitemapFile[] {
  const parts: { text: string[]; bytes: number; changedAt: string | undefined }[] = []
  for (const { address, changedAt } of pages) {
    const text = elementOf('url', address, changedAt)
    const bytes = Buffer.byteLength(text)
    let part = parts.at(-1)
    if (part === undefined || part.text.length >= most.pages || part.bytes + bytes > most.bytes) {
      part = { text: [], bytes: 0, changedAt: undefined }
      parts.push(part)
    }
    part.text.push(text)
    part.bytes += bytes
    if (changedAt !== undefined && changedAt > (part.changedAt ?? '')) part.changedAt = changedAt
  }
  const named = parts.map((part, at) => ({ ...part, path: `sitemap-${at + 1}.xml` }))
  const [first] = named
  if (first === undefined || named.length === 1)
    return [{ path: SITEMAP, pieces: documentOf('urlset', first?.text ?? []) }]
  const index = named.map(({ path, changedAt }) => elementOf('sitemap', site + path, changedAt))
  return [
    { path: SITEMAP, pieces: documentOf('sitemapindex', index) },
    ...named.map(({ path, text }) => ({ path, pieces: documentOf('urlset', text) })),
  ]
}

function elementOf(name: string, address: string, changedAt: string | undefined): string {
  const time = changedAt === undefined ? '' : `<lastmod>${xmlAttribute(changedAt)}</lastmod>`
  return `<${name}><loc>${xmlAttribute(address)}</loc>${time}</${name}>\n`
}

function documentOf(root: string, elements: readonly string[]): string[] {
  return [
    `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n`,
    ...elements,
    `</${root}>\n`,
  ]
}

/** What robots may read of a site: all of it. Where they find its pages. */
export function renderRobots(site: string): string {
  return `User-agent: *\nAllow: /\n\nSitemap: ${site}${SITEMAP}\n`
}
