import { join, posix } from 'node:path'
import { Parser } from 'htmlparser2'
import { decodeSegment } from '../../interface/index.ts'
import { readTextFile } from '../../snapshot/index.ts'
import type { VerifyFinding } from './finding.ts'

/** The links of a page, as written, and its ids. */
interface PageLinks {
  readonly links: readonly string[]
  readonly ids: ReadonlySet<string>
}

/**
 * Finds links of pages to files or parts of pages that are missing: one finding for each target, with the first page that links to it and
 * the number of links. Pages are read one at a time, and again if a link leads to a part of them, so only the targets are in memory.
 */
export function findDeadLinks(
  site: string,
  files: readonly string[],
): { links: number; dead: VerifyFinding[] } {
  const known = new Set(files)
  const parts = new Map<string, Map<string, Asking>>()
  const dead = new Map<string, Asking>()
  let links = 0
  for (const path of files.filter((file) => file.endsWith('.html'))) {
    for (const link of readFound(site, path).links) {
      const target = findTarget(path, link)
      if (target === undefined) continue
      links++
      const { file, fragment } = target
      if (!known.has(file)) ask(dead, `leads to ${file}, which is missing`, path, link)
      else if (fragment !== '' && file.endsWith('.html')) {
        const asked = parts.get(file) ?? new Map<string, Asking>()
        parts.set(file, asked)
        ask(asked, fragment, path, link)
      }
    }
  }
  for (const [file, asked] of parts) {
    const { ids } = readFound(site, file)
    for (const [fragment, asking] of asked)
      if (!ids.has(fragment)) dead.set(`leads to the part "${fragment}" of ${file}, which is missing`, asking)
  }
  return { links, dead: [...dead].map(([problem, asking]) => findingOf(problem, asking)) }
}

/** Reads the `href`, `src` and `id` attributes of a page. */
function readPage(html: string): PageLinks {
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

// The first link to a target, and the number of links.
interface Asking {
  readonly path: string
  readonly link: string
  count: number
}

function ask(asked: Map<string, Asking>, place: string, path: string, link: string): void {
  const asking = asked.get(place)
  if (asking) asking.count++
  else asked.set(place, { path, link, count: 1 })
}

function findingOf(problem: string, { path, link, count }: Asking): VerifyFinding {
  const more = count === 1 ? '' : ` (and ${count - 1} more ${count === 2 ? 'link' : 'links'})`
  return { kind: 'dead link', path, message: `${link} ${problem}${more}` }
}

// A page that cannot be read is reported with its checksum.
function readFound(site: string, path: string): PageLinks {
  try {
    return readPage(readTextFile(join(site, path)))
  } catch {
    return { links: [], ids: new Set() }
  }
}

interface Target {
  readonly file: string
  readonly fragment: string
}

// The target of a relative link; undefined for links that leave the site. The 404 page is served at any depth: its links are made by a
// script.
function findTarget(page: string, link: string): Target | undefined {
  if (page === '404.html' || /^([a-z][a-z0-9+.-]*:|\/)/i.test(link)) return undefined
  const [address = '', fragment = ''] = link.split('#')
  const decoded = (address.split('?')[0] ?? '')
    .split('/')
    .map((segment) => decodeSegment(segment) ?? segment)
    .join('/')
  const path = decoded === '' ? page : posix.join(posix.dirname(page), decoded)
  return {
    file: path === '.' || path.endsWith('/') ? posix.join(path, 'index.html') : path,
    fragment: decodeSegment(fragment) ?? fragment,
  }
}
