import {
  API_PATH,
  DATA_FORMATS,
  DATASET_OPERATION,
  type DataFormat,
  LIST_OPERATIONS,
  MARKDOWN_MEDIA_TYPE,
  MEDIA_TYPES,
  PARQUET_MEDIA_TYPE,
  TABLE_MEDIA_TYPE,
  TIME_MAP_MEDIA_TYPE,
} from '../../interface/index.ts'
import { fileHeaders, type Rules } from '../handler/handler.mjs'
import { DATA_POLICY, NOT_FOUND_POLICY, PAGE_POLICY, REFERRER_POLICY, SCRIPT_POLICY } from '../policy.ts'
import { ALLOWED_SIGNERS } from '../proof/signature.ts'
import { API_CATALOG } from '../view/harvest/paths.ts'

/**
 * A regular expression for the raw query (without its `?`) of a request for a format: the first `type` parameter is exactly `json` or
 * `xml`, each letter literal or percent-encoded. It agrees with `parseFormat`, and uses only syntax that PCRE, RE2 and JavaScript share: no
 * look-around, braces, quotes or slashes.
 */
function patternOf(format: DataFormat): string {
  return `^(?:${otherName(0)}&)*${spelled(NAME)}=${spelled(format)}(?:&|$)`
}

const NAME = 'type'

// A parameter whose name differs from `type` at the letter `index`, from that letter on.
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
const QUERY_FOLDER = `${API_PATH}/`

export const LIST_FOLDERS: readonly string[] = LIST_OPERATIONS.map(
  (operation) => `${QUERY_FOLDER}${operation}/`,
)

/** A pattern for the folders outside the interface that have a page; without the trailing slash. */
export const PAGE_FOLDERS_PATTERN = 'about|about/api|offline|search|browse/[a-z0-9_-]+/[a-z0-9_-]+'

/** The folder that contains one folder per dataset. */
export const DATASETS_FOLDER = `${QUERY_FOLDER}${DATASET_OPERATION}/`

/** Regular expressions for the raw query that asks for a format, see {@link patternOf}. */
export const QUERY_PATTERNS: Readonly<Record<DataFormat, string>> = {
  json: patternOf('json'),
  xml: patternOf('xml'),
}

/** Media types by file name extension. */
const ENDINGS: Readonly<Record<string, string>> = {
  ...MEDIA_TYPES,
  csv: TABLE_MEDIA_TYPE,
  md: MARKDOWN_MEDIA_TYPE,
  parquet: PARQUET_MEDIA_TYPE,
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml',
  woff2: 'font/woff2',
  png: 'image/png',
  txt: 'text/plain; charset=utf-8',
  sql: 'application/sql',
  ttl: 'text/turtle; charset=utf-8',
  jsonld: 'application/ld+json',
  jsonl: 'application/jsonl',
  timemap: TIME_MAP_MEDIA_TYPE,
  sig: 'text/plain; charset=utf-8',
  tsq: 'application/timestamp-query',
  tsr: 'application/timestamp-reply',
}

/** The types that a server compresses while it sends them, without their parameters. */
export const COMPRESSED = ['html', 'json', 'xml', 'csv', 'css', 'js', 'svg', 'txt'].map((ending) =>
  (ENDINGS[ending] ?? '').replace(/;.*/, ''),
)

const METHODS: readonly string[] = ['GET', 'HEAD', 'OPTIONS']

/** The rules for a site at any path. */
export const RULES: Omit<Rules, 'base'> = {
  queryFolder: QUERY_FOLDER,
  formats: DATA_FORMATS,
  /** Requests for the file itself are redirected to the folder. */
  page: 'index.html',
  notFound: '404.html',
  /** Those of a read-only interface; any other is answered 405. */
  methods: METHODS,
  preflight: {
    allow: METHODS.join(', '),
    'access-control-allow-methods': METHODS.join(', '),
    'access-control-allow-headers': '*',
  },
  /**
   * Any site may read an answer, with the headers that it needs for ranges and conditions (Fetch, 3.2.5), browsers do not guess another type,
   * no other host learns its address.
   */
  everywhere: {
    'access-control-allow-origin': '*',
    'access-control-expose-headers': 'content-range, etag, accept-ranges, link',
    'x-content-type-options': 'nosniff',
    'referrer-policy': REFERRER_POLICY,
  },
  hashedFolder: '_astro/',
  /** Of files with a hash in their names, which are cached forever, and of all others, which are revalidated on every request. */
  caching: { hashed: 'public, max-age=31536000, immutable', other: 'no-cache' },
  types: {
    names: {
      SHA256SUMS: 'text/plain; charset=utf-8',
      [ALLOWED_SIGNERS]: 'text/plain; charset=utf-8',
      [API_CATALOG]: 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
    },
    endings: ENDINGS,
    other: 'application/octet-stream',
  },
  /** The Content-Security-Policy: of the not-found page, by extension, and of all other files. */
  policies: {
    notFound: NOT_FOUND_POLICY,
    endings: { html: PAGE_POLICY, js: SCRIPT_POLICY },
    other: DATA_POLICY,
  },
}

/** The rules as data for the handler. `base`: the path of the site. */
export function rulesOf(base: string): Rules {
  return { base, ...RULES }
}

/** The headers of a file, whatever the status of the answer. */
export function headersOf(path: string): Record<string, string> {
  return fileHeaders(rulesOf('/'), path)
}
