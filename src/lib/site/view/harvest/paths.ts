/** The links of a site for search engines: every page with the time of its last change (sitemaps.org, 0.9). */
export const SITEMAP = 'sitemap.xml'

/** What robots may read (RFC 9309). */
export const ROBOTS = 'robots.txt'

/** What the site has for programs (RFC 9727). */
export const API_CATALOG = '.well-known/api-catalog'

/** Whether a site is the whole of its host. Only there do robots and clients look for files with fixed addresses. */
export function isWholeHost(site: string | undefined): site is string {
  return site !== undefined && new URL(site).pathname === '/'
}

/** The files that need absolute addresses: without one of its own, a site has none of them. */
export const ABSOLUTE_FILES: readonly string[] = [SITEMAP, ROBOTS, API_CATALOG]
