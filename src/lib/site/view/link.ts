import { hrefOf, type Resource } from '../../interface/index.ts'

/** A page of the site: one of its own, or a resource's. */
export type Page = 'home' | 'about' | 'offline' | 'search' | Resource

/** Where a page's folder is below the root, percent-encoded, ending with a slash; empty for the home page. */
export function addressBelowRoot(page: Page): string {
  if (page === 'home') return ''
  return typeof page === 'string' ? `${page}/` : hrefOf(page)
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
