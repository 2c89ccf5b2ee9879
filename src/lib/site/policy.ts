import { createHash } from 'node:crypto'

/** The style of 404.html. It is served at any depth, so nothing can lie beside it. */
export const NOT_FOUND_STYLE = `
:root { color-scheme: light dark; --paper: #fbfcfa; --ink: #141d1a; --quiet: #52605a; --link: #0b5d4c; }
@media (prefers-color-scheme: dark) { :root { --paper: #101614; --ink: #e2e9e4; --quiet: #9eaca5; --link: #86d4b7; } }
@media print { :root { color-scheme: light; --paper: #fff; --ink: #000; --quiet: #333; --link: #000; } }
html { background: var(--paper); color: var(--ink); }
body { margin: 0; padding: clamp(2rem, 12vh, 8rem) clamp(1rem, 8vw, 8rem); font: 1.0625rem/1.6 Charter, 'Bitstream Charter', 'Sitka Text', Cambria, serif; }
main { max-width: 38rem; border-top: 4px solid; padding-top: 1.5rem; overflow-wrap: anywhere; }
h1 { margin: 0 0 1rem; font-size: 2.25rem; line-height: 1.1; }
p { margin: 0 0 1rem; }
a { color: var(--link); }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
small { color: var(--quiet); }
`

/**
 * The script of 404.html: home is above the part of the address that is the same in every mirror, be it cut. The folder a mirror lies in
 * may have such a name as well, so the last one counts, but for the address of the interface.
 */
export const NOT_FOUND_SCRIPT = `
(function () {
  var path = location.pathname
  var cut = path.indexOf('/api/v1/')
  if (cut < 0) cut = path.lastIndexOf('/browse/')
  if (cut < 0) cut = path.search(/\\/(api(\\/v1)?|browse|search|about|_astro)\\/?$/)
  if (cut >= 0) document.getElementById('home').setAttribute('href', path.slice(0, cut + 1))
})()
`

/**
 * The script at the head of a resource's page, for hosts that do not look at queries: who asked for json or xml gets the page
 * there, and is led on to the file before anything is painted. Where a host routes the query, the page never comes with one.
 */
export const ROUTE_SCRIPT = `
(function () {
  var type = new URLSearchParams(location.search).get('type')
  if ((type !== 'json' && type !== 'xml') || !/^https?:.*\\/$/.test(location.protocol + location.pathname)) return
  document.documentElement.hidden = true
  location.replace('index.' + type)
})()
`

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
