import { decodeSegment } from '../../interface/index.ts'
import { formatOf, PAGE, QUERY_FOLDER } from '../host/rules.ts'

/** What a request asks of the site, as data. Paths are below the site's root, with real names. */
export type AnswerPlan =
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'redirect'; readonly location: string }
  | { readonly kind: 'missing' }

/** What is there under a path of the site. */
export type Look = (path: string) => 'file' | 'folder' | undefined

/**
 * What a request target (`/base/api/v1/list/?type=json`) gets. Below `/api/v1/`, for a path that ends in a slash, the first
 * `type` decides the format; `/x` leads to `/x/` and `/x/index.html` to `/x/`, the query kept; everything else is a file or missing.
 */
export function planAnswer(target: string, base: string, look: Look): AnswerPlan {
  const [rawPath = '', query] = splitOnce(target, '?')
  const kept = query === undefined ? '' : `?${query}`
  if (rawPath === base.slice(0, -1) && base !== '/') return { kind: 'redirect', location: `${base}${kept}` }
  if (!rawPath.startsWith(base)) return { kind: 'missing' }
  const path = findPath(rawPath.slice(base.length))
  if (path === undefined) return { kind: 'missing' }
  if (path === '' || path.endsWith('/')) {
    const format = path.startsWith(QUERY_FOLDER) ? formatOf(query ?? '') : 'html'
    return fileOrMissing(`${path}index.${format}`, look)
  }
  // A folder first: a dataset may have the code `index.html`.
  if (look(path) === 'folder' && look(`${path}/${PAGE}`) === 'file')
    return { kind: 'redirect', location: `${rawPath}/${kept}` }
  if ((path === PAGE || path.endsWith(`/${PAGE}`)) && look(path) === 'file')
    return { kind: 'redirect', location: `${rawPath.slice(0, rawPath.lastIndexOf('/') + 1)}${kept}` }
  return fileOrMissing(path, look)
}

function fileOrMissing(path: string, look: Look): AnswerPlan {
  return look(path) === 'file' ? { kind: 'file', path } : { kind: 'missing' }
}

// The real names of a percent-encoded path; undefined for one no file of a site can have.
function findPath(raw: string): string | undefined {
  const segments = raw.split('/').map(decodeSegment)
  const legal = segments.every(
    (segment, index) =>
      segment !== undefined &&
      segment !== '.' &&
      segment !== '..' &&
      !segment.includes('/') &&
      !segment.includes('\0') &&
      (segment !== '' || index === segments.length - 1),
  )
  return legal ? segments.join('/') : undefined
}

function splitOnce(text: string, mark: string): [string, string | undefined] {
  const at = text.indexOf(mark)
  return at < 0 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)]
}
