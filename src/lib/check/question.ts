import type { IncomingHttpHeaders } from 'node:http'
import { findLocation, quoteForeign, single } from '../http/index.ts'
import type { JsonScan } from '../reading/index.ts'

/**
 * What one answer shows about one requirement: `pass` · `unsupported` the host does not do it, which does no harm · `fail` the answer is
 * wrong · `refused` the host rejected the request because of its rate limit.
 */
export interface CheckVerdict {
  readonly promise: PromiseName
  readonly outcome: 'pass' | 'unsupported' | 'fail' | 'refused'
  /** Unless it passes: what was received, and what was expected. */
  readonly saw?: string
  readonly expected?: string
}

export type LocatedVerdict = CheckVerdict & { readonly address: string }

/** One request, and how its answer is judged. Both functions are pure. */
export interface Question {
  /** Relative to the base, percent-encoded, with its query: `api/v1/list/?type=json`. */
  readonly target: string
  readonly method?: 'HEAD' | 'OPTIONS' | 'PUT' | 'DELETE'
  readonly headers?: Readonly<Record<string, string>>
  /** Maximum bytes of the decoded body; a longer body is not read to its end. */
  readonly most: number
  /** How many of the first bytes of the body are stored. Default: {@link PROBED_BYTES}. */
  readonly keep?: number
  /** Opens what examines the body while it arrives. ExceedsLimit, thrown by it, ends the body and is its problem. */
  readonly scan?: () => JsonScan
  judge(answer: CheckAnswer): readonly CheckVerdict[]
  /** Questions that follow from this answer. */
  next?(answer: CheckAnswer): readonly Question[]
}

export const PROBED_BYTES = 64

export function pass(promise: PromiseName): CheckVerdict {
  return { promise, outcome: 'pass' }
}

export function unsupported(promise: PromiseName, saw: string, expected: string): CheckVerdict {
  return { promise, outcome: 'unsupported', saw, expected }
}

export function fail(promise: PromiseName, saw: string, expected: string): CheckVerdict {
  return { promise, outcome: 'fail', saw, expected }
}

/** The response to one question. */
export interface Given {
  readonly kind: 'given'
  readonly address: string
  readonly status: number
  readonly headers: IncomingHttpHeaders
  /** Length of the decoded body. */
  readonly bytes: number
  readonly sha256: string
  /** The first bytes of the body, as many as the question asks for. */
  readonly head: Buffer
  /** Its last bytes, at most {@link PROBED_BYTES}. */
  readonly tail: Buffer
  /** Why the body cannot be judged, as a clause: it was cut, could not be decoded, or was too long. */
  readonly problem?: string
}

/** A question without a response. The message is a clause: `could not be reached (ECONNREFUSED)`. */
interface Failed {
  readonly kind: 'failed'
  readonly address: string
  readonly message: string
  /** Whether it was not asked, because the host limits the request rate. */
  readonly limited?: true
}

export type CheckAnswer = Given | Failed

/** A header of an answer; repeated headers are joined to a list (RFC 9110, 5.3). */
export function headerOf({ headers }: Given, name: string): string | undefined {
  const value = headers[name]
  return Array.isArray(value) ? value.join(', ') : value
}

/** The names in a list of names (RFC 9110, 5.6.1), in lower case. */
export function namesIn(list: string): string[] {
  return list
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
}

/** The target of a redirect: null if its Location is invalid, undefined if the answer is no redirect. */
export function locationOf(answer: Given): URL | null | undefined {
  return findLocation(new URL(answer.address), answer)
}

/** A short description of an answer. */
export function describeAnswer(answer: CheckAnswer): string {
  if (answer.kind === 'failed') return `it ${answer.message}`
  const { status, bytes, sha256, problem } = answer
  const location = single(answer.headers.location)
  if (location !== undefined)
    return `${status} to ${quoteForeign(Buffer.from(location, 'latin1').toString())}`
  if (problem !== undefined) return `${status}, and it ${problem}`
  return status === 200 ? describeBytes(bytes, sha256) : `${status}`
}

/** Describes bytes by their length and the first characters of their sha256. */
export function describeBytes(bytes: number | undefined, sha256: string): string {
  return `${bytes === undefined ? '' : `${bytes} bytes, `}sha256 ${sha256.slice(0, 12)}…`
}

/**
 * Which hosts must meet a requirement: `must` every host · `rule` a host that follows the mirror's rules, while a plain host need not ·
 * `may` none, since HTTP makes it optional.
 */
export type Level = 'must' | 'rule' | 'may'

export interface Promised {
  /** A description of at most 37 characters. */
  readonly meaning: string
  readonly level: Level
  /** What to do if it is not met, unless {@link DEPLOY_RULES} is the answer. */
  readonly remedy?: string
}

/** What to do if a host does not follow a rule that `host` writes for it. */
export const DEPLOY_RULES =
  'Deploy the configuration that the command `host` wrote for this server, and turn off what a proxy or CDN in front of it does differently.'

const UPLOAD =
  'Publish the whole site again, delete what is no longer in it (rsync --delete), and purge the caches in front of it.'

/** What a published mirror promises to its HTTP clients: the requirements that a check tests. */
export const PROMISES = {
  statements: {
    level: 'must',
    meaning: 'manifest, checksums and status agree',
    remedy: `Make sure that the address is that of the mirror. ${UPLOAD}`,
  },
  alive: {
    level: 'must',
    meaning: 'the mirror is still up to date',
    remedy:
      'Look at the last runs of the mirror. If a time is in the future, correct the clock of the machine that runs it.',
  },
  history: {
    level: 'must',
    meaning: 'no earlier generation was rewritten',
    remedy:
      'Find out who replaced the data or restored an older state. Until then, do not trust either copy.',
  },
  data: {
    level: 'must',
    meaning: 'json, xml and csv are as recorded',
    remedy: `${UPLOAD} Turn off what renames files, or shortens or converts them on the way.`,
  },
  pages: {
    level: 'must',
    meaning: 'every page matches its checksum',
    remedy: `${UPLOAD} Turn off what changes html on the way: banners, minification, protection of addresses.`,
  },
  links: {
    level: 'must',
    meaning: 'index.html leads to its page',
    remedy: 'Remove the rule that sends index.html to another address, or changes it.',
  },
  files: {
    level: 'must',
    meaning: 'all other files match their checksums',
    remedy: `${UPLOAD} Include files and folders whose names begin with a dot.`,
  },
  missing: {
    level: 'must',
    meaning: 'unknown addresses answer 404',
    remedy:
      'Turn off the page or redirect that the host has for unknown addresses, as for single-page applications: they must answer 404.',
  },
  fresh: {
    level: 'must',
    meaning: '304 only if nothing changed',
    remedy: 'Turn off the cache that answers 304 without comparing the validators, and purge it.',
  },
  coding: {
    level: 'must',
    meaning: 'br, gzip and zstd give the same bytes',
    remedy: `${UPLOAD} Compressed copies (.gz, .br, .zst) of an earlier run are served otherwise.`,
  },
  leftover: {
    level: 'must',
    meaning: 'no files from an earlier version',
    remedy:
      'Delete what is not part of the site: upload with rsync --delete or into an empty folder, and purge the caches.',
  },
  query: {
    level: 'rule',
    meaning: '?type=json and ?type=xml give data',
    remedy:
      'Deploy the configuration that the command `host` wrote for this server, and have a CDN pass on the query string and keep it in the key of its cache.',
  },
  first: { level: 'rule', meaning: 'the first type parameter decides' },
  odd: { level: 'rule', meaning: 'any other type gives the page' },
  notfound: { level: 'rule', meaning: "a 404 has the mirror's own page" },
  slash: { level: 'rule', meaning: '/x redirects to /x/ with its query' },
  index: { level: 'rule', meaning: '/x/index.html redirects to /x/' },
  types: {
    level: 'rule',
    meaning: 'media types are correct',
    remedy: 'Set the media type that is expected, and remove a default charset (AddDefaultCharset, charset).',
  },
  cors: { level: 'rule', meaning: 'scripts of any site may read it' },
  nosniff: { level: 'rule', meaning: 'browsers do not guess media types' },
  policy: { level: 'rule', meaning: 'data cannot run scripts in browsers' },
  caching: {
    level: 'rule',
    meaning: 'revalidated, except for hashed names',
    remedy: 'Have the host and CDN send the Cache-Control that is expected, and not one of their own.',
  },
  vary: { level: 'rule', meaning: 'compressed responses send Vary' },
  preflight: { level: 'rule', meaning: 'other sites may send own headers' },
  methods: { level: 'rule', meaning: 'PUT and DELETE are refused' },
  case: { level: 'rule', meaning: 'addresses are case-sensitive' },
  listing: { level: 'rule', meaning: 'folders without a page are not listed' },
  open: {
    level: 'rule',
    meaning: 'no noindex, download or tracking',
    remedy: 'Remove these headers from the configuration of the host, proxy or CDN.',
  },
  validators: { level: 'rule', meaning: 'ETag or Last-Modified gives 304' },
  head: {
    level: 'rule',
    meaning: 'HEAD has the headers of GET',
    remedy: 'Have the host and CDN answer HEAD as GET, without the body.',
  },
  range: {
    level: 'may',
    meaning: 'byte ranges are supported',
    remedy:
      'Turn off ranges where they are wrong: a cache or proxy that cuts files answers with other parts.',
  },
} as const satisfies Record<string, Promised>

export type PromiseName = keyof typeof PROMISES

/** The requirements in the order of the report. */
export const PROMISE_NAMES = Object.keys(PROMISES) as readonly PromiseName[]
