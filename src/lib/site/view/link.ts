import { encodePath, hrefOf, type Resource } from '../../interface/index.ts'

/** A page of the catalogue that has no address in the interface, by its folder below `browse/` with real names: `by-title/2`. */
interface BrowsePage {
  readonly browse: string
}

/** A page of the site: one of its own, or a resource's. */
export type Page = 'home' | 'about' | 'about/api' | 'offline' | 'search' | BrowsePage | Resource

/** The folder of the pages of the catalogue, next to `api/`. */
const BROWSE_FOLDER = 'browse/'

/** The path of a page's folder below the root, percent-encoded, with a trailing slash; empty for the home page. */
export function addressBelowRoot(page: Page): string {
  if (page === 'home') return ''
  if (typeof page === 'string') return `${page}/`
  return isResource(page) ? hrefOf(page) : `${BROWSE_FOLDER}${encodePath(page.browse)}/`
}

/** Whether a page is that of a resource of the interface: its json and xml are next to it. */
export function isResource(page: Page): page is Resource {
  return typeof page === 'object' && 'operation' in page
}

/** The relative path from a page to the root: `../../../`; empty for the home page. */
export function rootFrom(page: Page): string {
  return '../'.repeat(addressBelowRoot(page).split('/').length - 1)
}

/** A link to a file below the root, `manifest.json`; the path must be percent-encoded. */
export function relativeFile(from: Page, path: string): string {
  return climb(addressBelowRoot(from), path)
}

/** A link from one page to another, or to a part of it. It ends in `index.html`, so that it works from a disk. */
export function relativeLink(from: Page, to: Page, anchor?: string): string {
  const link = climb(addressBelowRoot(from), `${addressBelowRoot(to)}index.html`)
  return anchor === undefined ? link : `${link}#${anchor}`
}

/** The path of a bundled asset below the root, whatever the base of the build. */
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
