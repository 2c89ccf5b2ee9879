// @ts-check
// Handles a request in CloudFront, before its cache. This file runs there as it is, with the rules and a `handler` added. It imports
// nothing and uses only what cloudfront-js-2.0 documents: ECMAScript 5.1 with `const`, `let`, arrow functions and templates. `for … of`,
// destructuring, spread, default values and `?.` are not documented.

/**
 * @typedef {object} RequestRules
 * @property {string} base The path under which the site is published, with a slash at both ends.
 * @property {string} queryFolder Below this folder, for a path that ends in a slash, the query decides the format.
 * @property {string} datasetsFolder The folder that holds one folder per dataset.
 * @property {readonly string[]} lists The folders of the lists.
 * @property {string} pages A pattern for the other folders that have a page, without the trailing slash.
 * @property {string} page The file name of the page of a folder.
 * @property {readonly string[]} methods
 * @property {Fields} preflight The headers of an answer to OPTIONS.
 * @property {Fields} everywhere The headers of every answer.
 */

/** @typedef {Readonly<Record<string, string>>} Fields */
/** @typedef {{ value: string, multiValue?: { value: string }[] }} QueryValue A value as it was sent; all values of a repeated name. */
/** @typedef {{ method: string, uri: string, querystring: Record<string, QueryValue> }} ViewerRequest */
/** @typedef {{ statusCode: number, statusDescription: string, headers: Record<string, { value: string }> }} ViewerAnswer */

/**
 * Returns the request for the file of an address, or an answer. A function cannot query the bucket, so the form of a path decides whether
 * it is a folder.
 *
 * @param {RequestRules} rules
 * @param {ViewerRequest} request
 * @returns {ViewerRequest | ViewerAnswer}
 */
export function handleRequest(rules, request) {
  const base = rules.base
  const query = request.querystring
  if (!rules.methods.includes(request.method))
    return answer(rules, 405, 'Method Not Allowed', { allow: rules.methods.join(', ') })
  if (request.method === 'OPTIONS') return answer(rules, 204, 'No Content', rules.preflight)
  if (base !== '/' && request.uri === base.slice(0, -1)) return redirect(rules, base, query)
  if (!request.uri.startsWith(base)) return requestFile(request, '404')
  const path = request.uri.slice(base.length)
  if (path.startsWith('/')) return requestFile(request, '404')
  if (path === '' || path.endsWith('/'))
    return requestFile(request, `${path}index.${formatOf(rules, path, query)}`)
  if (isFolder(rules, path)) return redirect(rules, `${request.uri}/`, query)
  const folder = path.slice(0, path.lastIndexOf('/') + 1)
  if (decode(path.slice(folder.length)) === rules.page) return redirect(rules, base + folder, query)
  return requestFile(request, path)
}

/**
 * Whether a path without a trailing slash has the form of a folder with a page.
 *
 * @param {RequestRules} rules
 * @param {string} path
 */
function isFolder(rules, path) {
  const code = path.startsWith(rules.datasetsFolder) ? path.slice(rules.datasetsFolder.length) : ''
  if (code !== '' && !code.includes('/')) return true
  return rules.lists.includes(`${path}/`) || new RegExp(rules.pages).test(path)
}

/**
 * The format in the first `type` of the query.
 *
 * @param {RequestRules} rules
 * @param {string} path
 * @param {Record<string, QueryValue>} query
 */
function formatOf(rules, path, query) {
  if (!path.startsWith(rules.queryFolder)) return 'html'
  // A name may be encoded in several ways; the event does not contain their order.
  const names = Object.keys(query).filter((name) => decode(name) === 'type')
  const first = names.length === 1 ? valuesOf(query, names[0])[0] : undefined
  const type = first === undefined ? '' : decode(first)
  return type === 'json' || type === 'xml' ? type : 'html'
}

/**
 * @param {Record<string, QueryValue>} query
 * @param {string | undefined} name
 * @returns {string[]}
 */
function valuesOf(query, name) {
  const found = name === undefined ? undefined : query[name]
  if (found === undefined) return []
  return (found.multiValue || [found]).map((one) => one.value)
}

/** @param {string} text */
function decode(text) {
  try {
    return decodeURIComponent(text.replace(/\+/g, ' '))
  } catch (_) {
    return text
  }
}

/**
 * S3 decodes + as a space. Without the query, each file has one cache key.
 *
 * @param {ViewerRequest} request
 * @param {string} path
 */
function requestFile(request, path) {
  request.uri = `/${path.replace(/\+/g, '%2B')}`
  request.querystring = {}
  return request
}

/**
 * @param {RequestRules} rules
 * @param {string} path
 * @param {Record<string, QueryValue>} query
 */
function redirect(rules, path, query) {
  /** @type {string[]} */
  const pairs = []
  Object.keys(query).forEach((name) => {
    valuesOf(query, name).forEach((value) => {
      pairs.push(value === '' ? name : `${name}=${value}`)
    })
  })
  const location = pairs.length > 0 ? `${path}?${pairs.join('&')}` : path
  return answer(rules, 301, 'Moved Permanently', { location: location })
}

/**
 * @param {RequestRules} rules
 * @param {number} status
 * @param {string} description
 * @param {Fields} fields
 * @returns {ViewerAnswer}
 */
function answer(rules, status, description, fields) {
  /** @type {Record<string, { value: string }>} */
  const headers = {}
  const all = Object.assign({}, rules.everywhere, fields)
  Object.keys(all).forEach((name) => {
    headers[name] = { value: all[name] || '' }
  })
  return { statusCode: status, statusDescription: description, headers: headers }
}
