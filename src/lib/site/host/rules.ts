import {
  API_PATH,
  DATA_FORMATS,
  DATASET_OPERATION,
  type DataFormat,
  LIST_OPERATIONS,
  MEDIA_TYPES,
  TABLE_MEDIA_TYPE,
} from '../../interface/index.ts'
import { fileHeaders, type Rules } from '../handler/handler.mjs'
import { DATA_POLICY, NOT_FOUND_POLICY, PAGE_POLICY, REFERRER_POLICY, SCRIPT_POLICY } from '../policy.ts'

/**
 * A regular expression for the raw query of a request (without its `?`) that asks for a format: the first `type` parameter is
 * exactly `json` or `xml`, each letter as it is or percent-encoded. It says what `parseFormat` says, in the words that PCRE,
 * RE2 and JavaScript share: no look-around, no braces, no quotes, no slash.
 */
function patternOf(format: DataFormat): string {
  return `^(?:${otherName(0)}&)*${spelled(NAME)}=${spelled(format)}(?:&|$)`
}

const NAME = 'type'

// A parameter whose name is not `type`, from its letter at `index` on; what stands before it is the same.
function otherName(index: number): string {
  const letter = NAME[index]
  if (letter === undefined) return '[^&=][^&]*'
  const [high, low] = hexOf(letter)
  const otherByte = `%(?:[^&${high}][^&]*|${high}(?:[^&${low}][^&]*)?)?`
  return `(?:[^&%${letter}][^&]*|${otherByte}|${spelled(letter)}${otherName(index + 1)})?`
}

function spelled(text: string): string {
  return [...text]
    .map((letter) => {
      const [high, low = ''] = hexOf(letter)
      return `(?:${letter}|%${high}${/[a-f]/.test(low) ? `[${low.toUpperCase()}${low}]` : low})`
    })
    .join('')
}

function hexOf(letter: string): string {
  return letter.charCodeAt(0).toString(16)
}

/** Below this folder, for a path that ends in a slash, the query decides the format. */
export const QUERY_FOLDER = `${API_PATH}/`

/** The lists, as folders of the site. */
export const LIST_FOLDERS: readonly string[] = LIST_OPERATIONS.map(
  (operation) => `${QUERY_FOLDER}${operation}/`,
)

/** Paths of folders that have a page and lie outside the interface, without the last slash, as a pattern. */
export const PAGE_FOLDERS_PATTERN = 'about|offline|search|browse/[a-z0-9_-]+/[a-z0-9_-]+'

/** The folder that holds one folder per dataset. */
export const DATASETS_FOLDER = `${QUERY_FOLDER}${DATASET_OPERATION}/`

/** What a request for a folder gets without a known `type`, and by which name a folder may be asked for too, and is led away from. */
export const PAGE = 'index.html'

/** The page for what is not there, whatever the query, with status 404. */
export const NOT_FOUND = '404.html'

/** Regular expressions for the raw query that asks for a format, see {@link patternOf}. */
export const QUERY_PATTERNS: Readonly<Record<DataFormat, string>> = {
  json: patternOf('json'),
  xml: patternOf('xml'),
}

/** Media types by the ending of a name. */
export const TYPES: Readonly<Record<string, string>> = {
  ...MEDIA_TYPES,
  csv: TABLE_MEDIA_TYPE,
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml',
  png: 'image/png',
  txt: 'text/plain; charset=utf-8',
}

/** Media types of files whose name has no ending. */
export const NAMED_TYPES: Readonly<Record<string, string>> = { SHA256SUMS: 'text/plain; charset=utf-8' }

/** The media type of everything else. */
export const OTHER_TYPE = 'application/octet-stream'

/** What a browser may do with a file: of the not-found page, by the ending of a name, and of everything else. */
export const POLICIES = {
  notFound: NOT_FOUND_POLICY,
  endings: { html: PAGE_POLICY, js: SCRIPT_POLICY } as Readonly<Record<string, string>>,
  other: DATA_POLICY,
} as const

/** Below this folder a name carries a hash of its content, so that a file is kept for good; all else is asked about every time. */
export const HASHED_FOLDER = '_astro/'
export const CACHING = { hashed: 'public, max-age=31536000, immutable', other: 'no-cache' } as const

/** What every answer says, redirects too: any site may read it, no browser takes it for another type, no other host is told of it. */
export const EVERYWHERE: Readonly<Record<string, string>> = {
  'access-control-allow-origin': '*',
  'x-content-type-options': 'nosniff',
  'referrer-policy': REFERRER_POLICY,
}

/** The methods a read-only interface knows; any other is 405. */
export const METHODS: readonly string[] = ['GET', 'HEAD', 'OPTIONS']

/** What an answer to OPTIONS says besides. */
export const PREFLIGHT: Readonly<Record<string, string>> = {
  allow: METHODS.join(', '),
  'access-control-allow-methods': METHODS.join(', '),
  'access-control-allow-headers': '*',
}

/** The rules as data, for the handler: of a site that lies under this path. */
export function rulesOf(base: string): Rules {
  return {
    base,
    queryFolder: QUERY_FOLDER,
    formats: DATA_FORMATS,
    page: PAGE,
    notFound: NOT_FOUND,
    methods: METHODS,
    preflight: PREFLIGHT,
    everywhere: EVERYWHERE,
    hashedFolder: HASHED_FOLDER,
    caching: CACHING,
    types: { names: NAMED_TYPES, endings: TYPES, other: OTHER_TYPE },
    policies: POLICIES,
  }
}

/** The headers of a file, whatever the status of the answer. */
export function headersOf(path: string): Record<string, string> {
  return fileHeaders(rulesOf('/'), path)
}
