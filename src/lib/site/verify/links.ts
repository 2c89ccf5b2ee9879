import { readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { Parser } from 'htmlparser2'
import { decodeSegment } from '../../interface/index.ts'
import type { Finding } from './verify.ts'

/** The links of a page as written, and the ids it has. */
export interface PageLinks {
  readonly links: readonly string[]
  readonly ids: ReadonlySet<string>
}

/** Every link of every page that leads into the site and finds nothing there, fragments included. */
export function findDeadLinks(site: string, files: readonly string[]): { links: number; dead: Finding[] } {
  const known = new Set(files)
  const pages = new Map(
    files
      .filter((path) => path.endsWith('.html'))
      .map((path) => [path, readPage(readFileSync(join(site, path), 'utf8'))]),
  )
  let links = 0
  const dead: Finding[] = []
  for (const [path, page] of pages) {
    for (const link of page.links) {
      const target = findTarget(path, link)
      if (target === undefined) continue
      links++
      const problem = findProblem(target, known, pages)
      if (problem) dead.push({ kind: 'dead link', path, message: `${link} ${problem}` })
    }
  }
  return { links, dead }
}

/** Reads the `href`, `src` and `id` attributes of a page. */
export function readPage(html: string): PageLinks {
  const links: string[] = []
  const ids = new Set<string>()
  const parser = new Parser({
    onopentag(_name, { href, src, id }) {
      if (href !== undefined) links.push(href)
      if (src !== undefined) links.push(src)
      if (id !== undefined) ids.add(id)
    },
  })
  parser.end(html)
  return { links, ids }
}

interface Target {
  readonly path: string
  readonly fragment: string
}

// The file a relative link of a page names; undefined for links that leave the site. The 404 page is served anywhere: its links are made by script.
function findTarget(page: string, link: string): Target | undefined {
  if (page === '404.html' || /^([a-z][a-z0-9+.-]*:|\/)/i.test(link)) return undefined
  const [address = '', fragment = ''] = link.split('#')
  const path = address.split('?')[0] ?? ''
  const decoded = path
    .split('/')
    .map((segment) => decodeSegment(segment) ?? segment)
    .join('/')
  return {
    path: path === '' ? page : posix.join(posix.dirname(page), decoded),
    fragment: decodeSegment(fragment) ?? fragment,
  }
}

function findProblem(
  { path, fragment }: Target,
  known: ReadonlySet<string>,
  pages: ReadonlyMap<string, PageLinks>,
): string | undefined {
  const file = path === '.' || path.endsWith('/') ? posix.join(path, 'index.html') : path
  if (!known.has(file)) return `leads to ${file}, which is not there`
  const page = pages.get(file)
  if (fragment !== '' && page && !page.ids.has(fragment))
    return `leads to the part "${fragment}" of ${file}, which is not there`
  return undefined
}
