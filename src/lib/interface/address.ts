import { findCodeProblem, parseDatasetCode } from './dataset-code.ts'
import { hrefOf } from './path.ts'
import {
  API_PATH,
  DATASET_OPERATION,
  datasetResource,
  isListOperation,
  LIST_OPERATIONS,
  parseFormat,
  type Representation,
  type Resource,
} from './resource.ts'

/** A base address of the interface: http or https, no query, no fragment, its path ending with a slash. */
export type BaseAddress = string & { readonly __base: unique symbol }

const BELOW_BASE = new RegExp(
  `/${API_PATH}(?:/(?:${[...LIST_OPERATIONS, DATASET_OPERATION].join('|')})(?:/[^/]*)?)?$`,
)

/** Parses a base address as written by an operator. Throws a TypeError that states what is wrong. */
export function parseBaseAddress(text: string): BaseAddress {
  const url = URL.parse(text)
  const seen = JSON.stringify(text)
  if (url === null) throw new TypeError(`expected an address such as https://data.example.org, saw ${seen}`)
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new TypeError(`expected an address that begins with http:// or https://, saw ${seen}`)
  if (url.username !== '' || url.password !== '')
    throw new TypeError(`expected an address without a user name or password, saw one in ${url.host}`)
  if (url.search !== '' || url.hash !== '')
    throw new TypeError(`expected an address without a query or fragment, saw ${seen}`)
  const path = url.pathname.replace(/\/+$/, '')
  if (BELOW_BASE.test(path)) throw new TypeError(`expected the address before /${API_PATH}/, saw ${seen}`)
  return `${url.origin}${path}/` as BaseAddress
}

/** The address of a representation: `https://data.example.org/api/v1/list/?type=json`. */
export function addressOf(base: BaseAddress, { resource, format }: Representation): string {
  return `${base}${hrefOf(resource)}${format === 'html' ? '' : `?type=${format}`}`
}

/** The host with and without its `www` label: both are host forms of one interface. */
export function hostForms(host: string): readonly [string, string] {
  const bare = host.startsWith('www.') ? host.slice(4) : host
  return [bare, `www.${bare}`]
}

/** The representation at an address below one of the base addresses; undefined if there is none. */
export function findRepresentation(address: string, bases: readonly string[]): Representation | undefined {
  const url = URL.parse(address)
  if (url === null) return undefined
  for (const base of bases) {
    const root = new URL(base)
    if (hostForms(url.host)[0] !== hostForms(root.host)[0] || !url.pathname.startsWith(root.pathname))
      continue
    const resource = findResourceOfPath(url.pathname.slice(root.pathname.length))
    if (resource) return { resource, format: parseFormat(url.searchParams) }
  }
  return undefined
}

/** The resource of a percent-encoded path below the base (`api/v1/list/`), with or without its trailing slash. */
export function findResourceOfPath(path: string): Resource | undefined {
  if (!path.startsWith(`${API_PATH}/`)) return undefined
  const [operation = '', segment, ...rest] = path.slice(API_PATH.length + 1).split('/')
  if (segment === undefined || (segment === '' && rest.length === 0))
    return isListOperation(operation) ? { operation } : undefined
  if (operation !== DATASET_OPERATION || rest.length > 1 || (rest[0] ?? '') !== '') return undefined
  const code = decodeSegment(segment)
  if (code === undefined || findCodeProblem(code) !== undefined) return undefined
  return datasetResource(parseDatasetCode(code))
}

/** Percent-decodes one path segment as UTF-8; undefined if it is invalid. */
export function decodeSegment(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment)
  } catch {
    return undefined
  }
}
