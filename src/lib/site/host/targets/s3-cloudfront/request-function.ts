import {
  DATASETS_FOLDER,
  EVERYWHERE,
  LIST_FOLDERS,
  METHODS,
  PAGE,
  PAGE_FOLDERS_PATTERN,
  PREFLIGHT,
  QUERY_FOLDER,
} from '../../rules.ts'
import { declare } from './declare.ts'

/**
 * The function that sees every request (CloudFront Functions, cloudfront-js-2.0): it names the file of an address, or
 * answers itself. It cannot ask the bucket, so what may be a folder is told from its form.
 */
export function renderRequestFunction(base: string): string {
  const constants = {
    BASE: base,
    QUERY_FOLDER,
    DATASETS_FOLDER,
    LISTS: LIST_FOLDERS,
    PAGES: `^(?:${PAGE_FOLDERS_PATTERN})$`,
    PAGE,
    METHODS,
    PREFLIGHT,
    EVERYWHERE,
  }
  return `${declare(constants)}${REQUEST}`
}

const REQUEST = String.raw`
function handler(event) {
  const request = event.request
  if (!METHODS.includes(request.method)) return answer(405, 'Method Not Allowed', { allow: PREFLIGHT.allow })
  if (request.method === 'OPTIONS') return answer(204, 'No Content', PREFLIGHT)
  const query = request.querystring
  if (BASE !== '/' && request.uri === BASE.slice(0, -1)) return lead(BASE, query)
  if (!request.uri.startsWith(BASE)) return file(request, '404')
  const path = request.uri.slice(BASE.length)
  if (path.startsWith('/')) return file(request, '404')
  if (path === '' || path.endsWith('/')) return file(request, path + 'index.' + formatOf(path, query))
  const code = path.startsWith(DATASETS_FOLDER) ? path.slice(DATASETS_FOLDER.length) : ''
  if (LISTS.includes(path + '/') || new RegExp(PAGES).test(path) || (code !== '' && !code.includes('/'))) return lead(request.uri + '/', query)
  const folder = path.slice(0, path.lastIndexOf('/') + 1)
  if (decode(path.slice(folder.length)) === PAGE) return lead(BASE + folder, query)
  return file(request, path)
}

// The first type decides. Names and values come as they were sent.
function formatOf(path, query) {
  if (!path.startsWith(QUERY_FOLDER)) return 'html'
  const names = Object.keys(query).filter((name) => decode(name) === 'type')
  const first = names.length === 1 ? query[names[0]] : undefined
  const type = first && decode((first.multiValue ? first.multiValue[0] : first).value)
  return type === 'json' || type === 'xml' ? type : 'html'
}

function decode(text) {
  try {
    return decodeURIComponent(text.replace(/\+/g, ' '))
  } catch (_) {
    return text
  }
}

// S3 reads + as a blank. One file has one key of the cache, whatever the query was.
function file(request, path) {
  request.uri = '/' + path.replace(/\+/g, '%2B')
  request.querystring = {}
  return request
}

function lead(path, query) {
  const pairs = []
  for (const name in query)
    for (const one of query[name].multiValue || [query[name]])
      pairs.push(one.value === '' ? name : name + '=' + one.value)
  const location = path + (pairs.length > 0 ? '?' + pairs.join('&') : '')
  return answer(301, 'Moved Permanently', { location: location })
}

function answer(statusCode, statusDescription, values) {
  const headers = {}
  for (const name in EVERYWHERE) headers[name] = { value: EVERYWHERE[name] }
  for (const name in values) headers[name] = { value: values[name] }
  return { statusCode: statusCode, statusDescription: statusDescription, headers: headers }
}
`
