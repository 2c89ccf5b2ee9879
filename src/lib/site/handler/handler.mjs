// @ts-check
// The request handler of a site. `mirror serve`, Node.js, Deno and the worker for Cloudflare run this file as it is; it imports nothing, so
// that it can be copied. The files come from a `Site`: folder.mjs or assets.mjs.

/**
 * The rules of a site, as data.
 *
 * @typedef {object} Rules
 * @property {string} base The path under which the site is published, with a slash at both ends.
 * @property {string} queryFolder Below this folder, for a path that ends in a slash, the query decides the format.
 * @property {readonly string[]} formats The formats a query can ask for, besides that of a page.
 * @property {string} page The file name of the page of a folder.
 * @property {string} notFound The page for missing files.
 * @property {readonly string[]} methods
 * @property {Headers} preflight The headers of an answer to OPTIONS.
 * @property {Headers} everywhere The headers of every answer.
 * @property {string} hashedFolder File names below this folder contain a hash of the content.
 * @property {{ readonly hashed: string, readonly other: string }} caching
 * @property {{ readonly names: Headers, readonly endings: Headers, readonly other: string }} types Media types: by path, by extension, and for all other files.
 * @property {{ readonly notFound: string, readonly endings: Headers, readonly other: string }} policies
 */

/** @typedef {Readonly<Record<string, string>>} Headers */

/**
 * A request. The target is origin-form (`/data/?type=json`) or absolute-form (`http://host/data/`); `header` is given names in lower case.
 *
 * @typedef {object} HandlerRequest
 * @property {string} method
 * @property {string} target
 * @property {(name: string) => string | null | undefined} header
 */

/**
 * An open file. Either `read` or `close` is called, once.
 *
 * @template Body
 * @typedef {object} Found
 * @property {string | undefined} etag
 * @property {Date | undefined} modified
 * @property {number | undefined} size The number of bytes that `read` gives; undefined if unknown, which excludes ranges.
 * @property {string | undefined} coding The content coding of those bytes.
 * @property {boolean} varies Whether the bytes depend on Accept-Encoding.
 * @property {(range?: Range) => Body | undefined} read
 * @property {() => void} close
 */

/**
 * The files of a site, by their decoded paths below its root. For a request with a range, a file is opened without a content coding.
 *
 * @template Body
 * @typedef {object} Site
 * @property {(file: string) => boolean | Promise<boolean>} has
 * @property {(file: string, request: Pick<HandlerRequest, 'method' | 'header'>) => Found<Body> | undefined | Promise<Found<Body> | undefined>} open
 */

/**
 * @template Body
 * @typedef {{ readonly status: number, readonly headers: Record<string, string>, readonly body?: Body | undefined }} Answer
 */

/** @typedef {{ readonly first: number, readonly last: number }} Range The first and the last byte, both included. */

/**
 * Creates the handler of a site: it answers requests by the rules.
 *
 * @template Body
 * @param {Rules} rules
 * @param {Site<Body>} site
 * @returns {(request: HandlerRequest) => Promise<Answer<Body>>}
 */
export function createHandler(rules, site) {
  /** @type {(status: number, headers: Headers) => Answer<Body>} */
  const plain = (status, headers) => ({ status, headers: { ...rules.everywhere, ...headers } })
  return async function handle(request) {
    const { method } = request
    if (method === 'OPTIONS') return plain(204, rules.preflight)
    if (method !== 'GET' && method !== 'HEAD') return plain(405, { allow: rules.methods.join(', ') })
    const { file, location } = await planAnswer(rules, site, originForm(request.target))
    if (location !== undefined) return plain(301, { location })
    const found = file === undefined ? undefined : await site.open(file, request)
    if (file !== undefined && found !== undefined) return answerFile(found, fileHeaders(rules, file), request)
    const headers = fileHeaders(rules, rules.notFound)
    const page = await site.open(rules.notFound, { method, header: () => undefined })
    return page === undefined ? { status: 404, headers } : send(page, 404, headers, method)
  }
}

/**
 * The headers of a file, whatever the status of the answer.
 *
 * @param {Pick<Rules, 'types' | 'policies' | 'caching' | 'hashedFolder' | 'notFound' | 'everywhere'>} rules
 * @param {string} path
 * @returns {Record<string, string>}
 */
export function fileHeaders({ types, policies, caching, hashedFolder, notFound, everywhere }, path) {
  const name = path.slice(path.lastIndexOf('/') + 1)
  const ending = /\.([a-z]+)$/.exec(name)?.[1] ?? ''
  return {
    'content-type': types.names[path] ?? types.endings[ending] ?? types.other,
    'cache-control': path.startsWith(hashedFolder) ? caching.hashed : caching.other,
    'content-security-policy':
      path === notFound ? policies.notFound : (policies.endings[ending] ?? policies.other),
    ...everywhere,
  }
}

/**
 * Whether a client accepts a content coding (RFC 9110, 12.5.3).
 *
 * @param {string | null | undefined} header
 * @param {string} coding
 */
export function accepts(header, coding) {
  return (header ?? '').split(',').some((part) => {
    const [name, ...parameters] = part
      .toLowerCase()
      .split(';')
      .map((text) => text.trim())
    return name === coding && !parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter))
  })
}

/**
 * Converts a target to origin-form. A server must accept absolute-form too (RFC 9112, 3.2.2), in which an empty path means `/` (RFC 9110,
 * 4.2.3).
 *
 * @param {string} target
 */
function originForm(target) {
  const rest = target.replace(/^https?:\/\/[^/?#]*/i, '')
  return rest === '' || rest.startsWith('?') ? `/${rest}` : rest
}

/**
 * Plans the answer to a target: the file to send, an address to redirect to, or neither. Below the query folder, for a path that ends in a
 * slash, the first `type` decides the format. `/x` and `/x/index.html` redirect to `/x/` and keep the query.
 *
 * @param {Rules} rules
 * @param {Pick<Site<unknown>, 'has'>} site
 * @param {string} target
 * @returns {Promise<{ file?: string, location?: string }>}
 */
async function planAnswer({ base, page, queryFolder, formats }, site, target) {
  const cut = target.indexOf('?')
  const raw = cut < 0 ? target : target.slice(0, cut)
  const query = cut < 0 ? '' : target.slice(cut)
  if (base !== '/' && raw === base.slice(0, -1)) return { location: base + query }
  const path = raw.startsWith(base) ? findPath(raw.slice(base.length)) : undefined
  if (path === undefined) return {}
  if (path === '' || path.endsWith('/')) {
    const type = path.startsWith(queryFolder) ? new URLSearchParams(`?${query.slice(1)}`).get('type') : null
    return { file: path + (type !== null && formats.includes(type) ? `index.${type}` : page) }
  }
  // Folders are checked first: a dataset may have the code `index.html`.
  if (await site.has(`${path}/${page}`)) return { location: `${raw}/${query}` }
  if ((path === page || path.endsWith(`/${page}`)) && (await site.has(path)))
    return { location: raw.slice(0, raw.lastIndexOf('/') + 1) + query }
  return { file: path }
}

/**
 * Decodes a percent-encoded path; undefined for a path that no file of a site can have.
 *
 * @param {string} raw
 */
function findPath(raw) {
  try {
    const names = raw.split('/').map(decodeURIComponent)
    const legal = names.every(
      (name, at) =>
        name !== '.' && name !== '..' && !/[/\0]/.test(name) && (name !== '' || at === names.length - 1),
    )
    return legal ? names.join('/') : undefined
  } catch {
    return undefined
  }
}

/**
 * Checks conditions, then ranges, which are defined for GET only (RFC 9110, 13.2.2 and 14.2).
 *
 * @template Body
 * @param {Found<Body>} found
 * @param {Headers} kind
 * @param {HandlerRequest} request
 * @returns {Answer<Body>}
 */
function answerFile(found, kind, { method, header }) {
  const { etag, modified, size, coding, varies } = found
  const headers = {
    ...kind,
    ...(etag !== undefined && { etag }),
    ...(modified && { 'last-modified': modified.toUTCString() }),
    'accept-ranges': 'bytes',
    ...(varies && { vary: 'accept-encoding' }),
    ...(coding !== undefined && { 'content-encoding': coding }),
  }
  /** @type {(status: number, more?: Headers) => Answer<Body>} */
  const bodiless = (status, more) => {
    found.close()
    return { status, headers: { ...headers, ...more } }
  }
  if (isOutdated(header, found)) return bodiless(412)
  if (isCurrent(header, found)) return bodiless(304)
  const condition = header('if-range') ?? undefined
  const applies =
    method === 'GET' &&
    (condition === undefined || isSame(condition, etag) || condition === modified?.toUTCString())
  const range = applies && size !== undefined ? parseRange(header('range'), size) : undefined
  if (range === 'unsatisfiable') return bodiless(416, { 'content-range': `bytes */${size}` })
  if (range === undefined) return send(found, 200, headers, method)
  const { first, last } = range
  return send(found, 206, { ...headers, 'content-range': `bytes ${first}-${last}/${size}` }, method, range)
}

/**
 * @template Body
 * @param {Found<Body>} found
 * @param {number} status
 * @param {Headers} headers
 * @param {string} method
 * @param {Range} [range]
 * @returns {Answer<Body>}
 */
function send(found, status, headers, method, range) {
  const length = range === undefined ? found.size : range.last - range.first + 1
  const sized = { ...headers, ...(length !== undefined && { 'content-length': String(length) }) }
  if (method !== 'HEAD') return { status, headers: sized, body: found.read(range) }
  found.close()
  return { status, headers: sized }
}

/**
 * Whether a request is only for a version of the file that is no longer current (RFC 9110, 13.2.2: If-Match goes before
 * If-Unmodified-Since).
 *
 * @param {HandlerRequest['header']} header
 * @param {Pick<Found<unknown>, 'etag' | 'modified'>} found
 */
function isOutdated(header, { etag, modified }) {
  const tags = header('if-match') ?? undefined
  if (tags !== undefined)
    return !tags.split(',').some((tag) => tag.trim() === '*' || isSame(tag.trim(), etag))
  const since = parseTime(header('if-unmodified-since'))
  return modified !== undefined && inSeconds(modified) > since
}

/**
 * Whether a client already has the current file (RFC 9110, 13.2.2: If-None-Match goes before If-Modified-Since).
 *
 * @param {HandlerRequest['header']} header
 * @param {Pick<Found<unknown>, 'etag' | 'modified'>} found
 */
function isCurrent(header, { etag, modified }) {
  const tags = header('if-none-match') ?? undefined
  if (tags !== undefined)
    return tags.split(',').some((tag) => ['*', opaque(etag)].includes(opaque(tag.trim()) ?? ''))
  const since = parseTime(header('if-modified-since'))
  return modified !== undefined && inSeconds(modified) <= since
}

const TIMES = [
  /^\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT$/,
  /^\w{6,9}, \d\d-\w{3}-\d\d \d\d:\d\d:\d\d GMT$/,
  /^\w{3} \w{3} [ \d]\d \d\d:\d\d:\d\d \d{4}$/,
]

/**
 * Parses a time in one of the three forms of HTTP, the last of which names no zone (RFC 9110, 5.6.7); in milliseconds since 1970. Any other
 * text is NaN, so that the condition is ignored: `Date.parse` takes `2030` for a time.
 *
 * @param {string | null | undefined} text
 */
function parseTime(text) {
  if (!text || !TIMES.some((form) => form.test(text))) return Number.NaN
  return Date.parse(text.endsWith(' GMT') ? text : `${text} GMT`)
}

/**
 * An entity tag without `W/`, for the weak comparison (RFC 9110, 8.8.3.2).
 *
 * @param {string | undefined} tag
 */
function opaque(tag) {
  return tag?.replace(/^W\//, '')
}

/**
 * The strong comparison (RFC 9110, 8.8.3.2).
 *
 * @param {string} tag
 * @param {string | undefined} etag
 */
function isSame(tag, etag) {
  return tag === etag && !tag.startsWith('W/')
}

/**
 * A time in whole seconds, as in HTTP; in milliseconds since 1970, like `Date.parse`.
 *
 * @param {Date} time
 */
function inSeconds(time) {
  return Math.floor(time.getTime() / 1000) * 1000
}

/**
 * Parses a Range header (RFC 9110, 14.2): one range of bytes, `unsatisfiable`, or undefined if the whole file is to be sent (no range,
 * several, or an invalid header).
 *
 * @param {string | null | undefined} header
 * @param {number} size
 * @returns {Range | 'unsatisfiable' | undefined}
 */
function parseRange(header, size) {
  const [, from, to] = /^bytes=(\d*)-(\d*)$/i.exec((header ?? '').trim()) ?? []
  if (from === undefined || to === undefined || (from === '' && to === '')) return undefined
  if (from === '')
    return Number(to) === 0 || size === 0
      ? 'unsatisfiable'
      : { first: Math.max(0, size - Number(to)), last: size - 1 }
  if (to !== '' && Number(to) < Number(from)) return undefined
  if (Number(from) >= size) return 'unsatisfiable'
  return { first: Number(from), last: to === '' ? size - 1 : Math.min(Number(to), size - 1) }
}
