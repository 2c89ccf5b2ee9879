import {
  API_PATH,
  type Format,
  findResourceOfPath,
  parseFormat,
  type Resource,
} from '../../../src/lib/interface/index.ts'

/** The resource of a request target. */
export type Route =
  | { readonly to: 'home' }
  | { readonly to: 'moved'; readonly location: string }
  | { readonly to: 'resource'; readonly resource: Resource; readonly format: Format }
  | { readonly to: 'nothing'; readonly format: Format }

/** Parses a request target below a base path, which begins and ends with a slash. */
export function parseTarget(target: string, basePath: string): Route {
  const { path, query } = splitTarget(target)
  const format = parseFormat(new URLSearchParams(query))
  if (path === basePath) return { to: 'home' }
  if (`${path}/` === basePath) return moved(path, query)
  if (!path.startsWith(basePath)) return { to: 'nothing', format }
  const below = path.slice(basePath.length)
  const resource = findResourceOfPath(below)
  if (resource === undefined) return { to: 'nothing', format }
  return path.endsWith('/') ? { to: 'resource', resource, format } : moved(path, query)
}

function moved(path: string, query: string): Route {
  return { to: 'moved', location: `${path}/${query}` }
}

/** Splits without decoding or normalising: a code is the exact text between two slashes. */
function splitTarget(target: string): { path: string; query: string } {
  const local = target.replace(/^https?:\/\/[^/?#]*/i, '')
  const cut = local.indexOf('?')
  return cut === -1 ? { path: local, query: '' } : { path: local.slice(0, cut), query: local.slice(cut) }
}

/**
 * Parses a base path as written by an operator (`data`, `/data/`, nothing), and adds slashes at both ends. Throws a TypeError for a query
 * or the interface's own path.
 */
export function parseBasePath(text: string): string {
  if (/[?#]/.test(text) || text.includes(`${API_PATH}/`))
    throw new TypeError(`basePath: expected a path such as /open-data, saw ${JSON.stringify(text)}`)
  const inner = text.replace(/^\/+|\/+$/g, '')
  return inner === '' ? '/' : `/${encodeURI(decodeURI(inner))}/`
}
