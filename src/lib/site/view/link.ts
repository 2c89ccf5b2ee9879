import { hrefOf, type Resource } from '../../interface/index.ts'

/** A page of the catalogue that has no address in the interface, by its folder below `browse/` with real names: `by-title/2`. */
interface BrowsePage {
  readonly browse: string
}

/** A page of the site: one of its own, or a resource's. */
export type Page = 'home' | 'about' | 'offline' | 'search' | BrowsePage | Resource

/** The folder of the pages of the catalogue, beside `api/`. */
const BROWSE_FOLDER = 'browse/'

/** Where a page's folder is below the root, percent-encoded, ending with a slash; empty for the home page. */
export function addressBelowRoot(page: Page): string {
  if (page === 'home') return ''
  if (typeof page === 'string') return `${page}/`
  return isResource(page) ? hrefOf(page) : `${BROWSE_FOLDER}${encodePath(page.browse)}/`
}

/** Whether a page is that of a resource of the interface: json and xml lie beside it. */
export function isResource(page: Page): page is Resource {
  return typeof page === 'object' && 'operation' in page
}

/** A path with its names percent-encoded. */
function encodePath(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/')
}

/** The way up from a page to the root: `../../../`; empty for the home page. */
export function rootFrom(page: Page): string {
  return '../'.repeat(addressBelowRoot(page).split('/').length - 1)
}

/** A link to a file below the root, `manifest.json`, already percent-encoded. */
export function relativeFile(from: Page, path: string): string {
  return climb(addressBelowRoot(from), path)
}

/** A link from one page to another, or to a place in it. It ends in `index.html`, so that it works from a disk. */
export function relativeLink(from: Page, to: Page, anchor?: string): string {
  const link = climb(addressBelowRoot(from), `${addressBelowRoot(to)}index.html`)
  return anchor === undefined ? link : `${link}#${anchor}`
}

/** The address of a bundled asset as a path below the root, whatever base the build was told. */
export function pathOfAsset(url: string, base: string): string {
  const prefix = base.endsWith('/') ? base : `${base}/`
  return url.startsWith(prefix) ? url.slice(prefix.length) : url.replace(/^\/+/, '')
}

function climb(from: string, to: string): string {
  const here = from.split('/').slice(0, -1)
  const there = to.split('/')
  let shared = 0
  while (shared < here.length && shared < there.length - 1 && here[shared] === there[shared]) shared += 1
  return '../'.repeat(here.length - shared) + there.slice(shared).join('/')
}
