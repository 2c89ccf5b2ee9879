import { findCodeProblem, parseDatasetCode } from './dataset-code.ts'
import { hrefOf } from './path.ts'
import {
  API_PATH,
  DATASET_OPERATION,
  datasetResource,
  isListOperation,
  LIST_OPERATIONS,
  type ListOperation,
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

/** The session of a client without cookies, which Java servlet containers add to paths. In an encoded code, the semicolon is encoded. */
const SESSION = /;jsessionid=[^/?#;\s"'<>]*/gi

/** An address or path without the session that a Java server may have added to it. */
export function withoutSession(address: string): string {
  return address.replace(SESSION, '')
}

/** The resource of a percent-encoded path below the base (`api/v1/list/`), with or without its trailing slash or a session. */
export function findResourceOfPath(address: string): Resource | undefined {
  const path = withoutSession(address)
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

/** A link to a dataset in a document. */
export interface DatasetLink {
  /** The decoded code in the link, which may be no valid folder name. */
  readonly code: string
  /** The normalised host of an absolute link (lower case, ASCII, no default port); undefined for a relative one. */
  readonly host: string | undefined
}

const MARK = `${DATASET_OPERATION}/`
// A value that is only a link: its code may contain spaces and quotes, for origins that do not encode them.
const WHOLE = new RegExp(
  `^((?:(?:https?:)?//[^/?#\\s]+/)?(?:[^?#\\s"'<>()[\\]]*/)?)${MARK}([^/?#]+)/?(?:[?#].*)?$`,
  'is',
)
// A link inside other text ends at white space, quotes and angle brackets.
const WITHIN = new RegExp(`(?<![\\p{L}\\p{N}_-])${MARK}([^/?#\\s"'<>]+)(/?)`, 'gu')
const BOUNDARY = /[\s"'<>]/
// Punctuation at the end of an address in prose is not part of it, unless a slash follows.
const PUNCTUATION = '.,;:!)]}»”’'

/**
 * The links to `get_dataset/<code>/` in one value (a json string, an attribute, a piece of text), in order, with repeats. Absolute or
 * relative, percent-encoded or not. Linear time.
 */
export function findDatasetLinks(value: string): DatasetLink[] {
  const first = value.indexOf(MARK)
  if (first === -1) return []
  const whole = value.includes(MARK, first + 1) ? null : WHOLE.exec(value.trim())
  return whole ? [toLink(whole[1] ?? '', whole[2] ?? '')] : findWithin(value)
}

function findWithin(value: string): DatasetLink[] {
  let end = 0
  return [...value.matchAll(WITHIN)].map(({ 0: all, 1: segment = '', 2: slash, index }) => {
    let start = index
    while (start > end && !BOUNDARY.test(value.charAt(start - 1))) start--
    end = index + all.length
    return toLink(value.slice(start, index), slash ? segment : withoutPunctuation(segment) || segment)
  })
}

function withoutPunctuation(segment: string): string {
  let end = segment.length
  while (end > 0 && PUNCTUATION.includes(segment.charAt(end - 1))) end--
  return segment.slice(0, end)
}

// `lead` is the text before the operation; the address may be inside the query of another one.
function toLink(lead: string, named: string): DatasetLink {
  const segment = withoutSession(named)
  const address = lead.slice(Math.max(lead.lastIndexOf('?'), lead.lastIndexOf('#')) + 1)
  const slashes = address.lastIndexOf('//')
  const host = slashes === -1 ? '' : (address.slice(slashes + 2).split('/', 1)[0] ?? '')
  const scheme = address.slice(0, Math.max(0, slashes)).toLowerCase().endsWith('http:') ? 'http:' : 'https:'
  return {
    code: decodeSegment(segment) ?? segment,
    host: host === '' ? undefined : (URL.parse(`${scheme}//${host}/`)?.host ?? host.toLowerCase()),
  }
}

const BELOW_API = new RegExp(`/${API_PATH}/([^/]+)/?(.*)$`, 's')
/** Query parameters that control presentation, not content. */
const MANNER =
  /^(?:type|format|lang|language|locale|hl|page|p|per_?page|limit|offset|sort|order(?:_?by)?|view|print|theme|retry|reload|refresh|t|ts|_|utm_.*)$/i

/**
 * The entry that a link on the html page of a list leads to, as a text that is the same for all links to it: a dataset, if the list contains
 * datasets; else an address of the list itself, or of one that contains datasets, with further path segments or a query. Undefined for links
 * to other pages.
 */
export function findEntry(href: string, operation: ListOperation): string | undefined {
  const url = URL.parse(href.trim(), `http://page.invalid/${API_PATH}/${operation}/`)
  const [, target = '', more = ''] = BELOW_API.exec(withoutSession(url?.pathname ?? '')) ?? []
  const listsDatasets = (one: string) => one === 'list' || one === 'list_datasets'
  if (!url || listsDatasets(operation))
    return target === DATASET_OPERATION && more !== '' ? more.replace(/\/$/, '') : undefined
  if (!isListOperation(target) || !(target === operation || listsDatasets(target))) return undefined
  const query = [...url.searchParams].filter(([name]) => !MANNER.test(name))
  return more !== '' || query.length > 0 ? `${target}/${more}?${new URLSearchParams(query)}` : undefined
}
