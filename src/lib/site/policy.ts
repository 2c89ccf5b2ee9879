import { hash } from 'node:crypto'

/** The style of 404.html. It is inside the page, which is served at any depth and cannot refer to other files. */
export const NOT_FOUND_STYLE = `
:root { color-scheme: light dark; --paper: #fbfcfa; --ink: #141d1a; --quiet: #52605a; --link: #0b5d4c; }
@media (prefers-color-scheme: dark) { :root { --paper: #101614; --ink: #e2e9e4; --quiet: #9eaca5; --link: #86d4b7; } }
@media print { :root { color-scheme: light; --paper: #fff; --ink: #000; --quiet: #333; --link: #000; } }
html { background: var(--paper); color: var(--ink); }
body { margin: 0 auto; padding: 0.875rem clamp(1rem, 4vw, 3rem) 4rem; max-width: 74rem; font: 1.0625rem/1.6 Charter, 'Bitstream Charter', 'Sitka Text', Cambria, serif; }
header { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: 0.5rem 2rem; padding-bottom: 0.875rem; border-bottom: 1px solid color-mix(in srgb, var(--quiet) 40%, transparent); }
header a { min-width: 0; overflow-wrap: anywhere; color: inherit; font-weight: 700; font-size: 1.125rem; text-decoration: none; }
form { display: flex; flex: 1 1 14rem; min-width: 0; max-width: 26rem; gap: 0.5rem; }
input, button { box-sizing: border-box; min-height: 2.5rem; padding: 0.25rem 0.75rem; font: inherit; color: inherit; background: none; border: 1px solid var(--quiet); border-radius: 4px; }
input { flex: 1; width: 0; min-width: 0; }
@media print { form { display: none; } }
@media (scripting: none) { form { display: none; } }
main { max-width: 38rem; padding-top: clamp(2rem, 10vh, 6rem); overflow-wrap: anywhere; }
h1 { margin: 0 0 1rem; font-size: 2.25rem; line-height: 1.1; }
p { margin: 0 0 1rem; }
a { color: var(--link); }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
ul { display: flex; flex-wrap: wrap; gap: 0.5rem 1.5rem; margin: 0; padding: 0; list-style: none; }
li { max-width: 100%; }
`

/**
 * The script of 404.html. It links to a search for the code of the dataset that was asked for, and puts it into the search box. It finds the home page above the part of the
 * address that is the same in every mirror, even in an incomplete address. The folder of the mirror may have such a name too, so the last occurrence counts, except for the address of the interface.
 */
export const NOT_FOUND_SCRIPT = `
(function () {
  var path = location.pathname
  var cut = path.indexOf('/api/v1/')
  if (cut < 0) cut = path.lastIndexOf('/browse/')
  if (cut < 0) cut = path.search(/\\/(api(\\/v1)?|browse|search|about|_astro)\\/?$/)
  var links = ['home', 'datasets', 'search', 'start'].map(function (id) { return document.getElementById(id) })
  var root = cut >= 0 ? path.slice(0, cut + 1) : links[0].getAttribute('href')
  links.forEach(function (link) { link.setAttribute('href', root + link.getAttribute('data-path')) })
  var code = /\\/get_dataset\\/([^/]+)/.exec(path)
  var form = document.getElementById('find')
  form.setAttribute('action', root + 'search/')
  if (!code) return
  try { code = decodeURIComponent(code[1]) } catch (error) { return }
  links[2].setAttribute('href', root + 'search/?q=' + encodeURIComponent(code))
  form.elements.q.value = code
  links[2].textContent = links[2].getAttribute('data-label').replace('{}', function () { return code })
})()
`

/**
 * The script in the head of a resource's page, for hosts that ignore queries: they answer a request for json or xml with the page, which
 * then redirects to the file before anything is painted. A host that routes the query never sends the page for such a request.
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
 * What a page may do (CSP Level 3): load styles, scripts, pictures and fonts of the site, read its files, start its worker, and use its search.
 * It is in the page itself, so it applies on every host; on a disk `'self'` is the disk. The one script inside a page is allowed by its
 * hash.
 */
export const PAGE_POLICY = `default-src 'none'; style-src 'self'; script-src 'self' ${hashOf(ROUTE_SCRIPT)}; img-src 'self'; font-src 'self'; connect-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'self'`

/** What a script that runs without a page, such as a service worker, may do: load its parts and read the site. */
export const SCRIPT_POLICY = "default-src 'none'; script-src 'self'; connect-src 'self'"

/** What 404.html may do: use the search; its style and script are inside it and allowed by their hashes. */
export const NOT_FOUND_POLICY = `default-src 'none'; style-src ${hashOf(NOT_FOUND_STYLE)}; script-src ${hashOf(NOT_FOUND_SCRIPT)}; base-uri 'none'; form-action 'self'`

/** For everything that is not a page: browsers show it but run nothing, not even what an xml document refers to. */
export const DATA_POLICY = "sandbox; default-src 'none'"

/** Other hosts do not learn the address of the page. */
export const REFERRER_POLICY = 'no-referrer'

function hashOf(text: string): string {
  return `'sha256-${hash('sha256', text, 'base64')}'`
}
