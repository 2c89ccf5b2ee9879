import { createHash } from 'node:crypto'
import { NOT_FOUND_SCRIPT, NOT_FOUND_STYLE } from './not-found.ts'
import { ROUTE_SCRIPT } from './route-query.ts'

/**
 * What a page may do (CSP Level 3): load style, script and pictures of the site, read its files, start its worker, and ask its
 * search. A page says it itself, so that it holds on every host; on a disk `'self'` is the disk. The one script inside a page is
 * known by its hash.
 */
export const PAGE_POLICY = `default-src 'none'; style-src 'self'; script-src 'self' ${hashOf(ROUTE_SCRIPT)}; img-src 'self'; connect-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'self'`

/** What a script may do that a browser runs by itself, which a service worker is: load its parts and read the site. */
export const SCRIPT_POLICY = "default-src 'none'; script-src 'self'; connect-src 'self'"

/** What 404.html may do: its style and script are its own, and known by their hashes. */
export const NOT_FOUND_POLICY = `default-src 'none'; style-src ${hashOf(NOT_FOUND_STYLE)}; script-src ${hashOf(NOT_FOUND_SCRIPT)}; base-uri 'none'; form-action 'none'`

/** For everything that is no page: a browser shows it and runs nothing, not even what an xml document asks for. */
export const DATA_POLICY = "sandbox; default-src 'none'"

/** No other host is told what was read here. */
export const REFERRER_POLICY = 'no-referrer'

function hashOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}
