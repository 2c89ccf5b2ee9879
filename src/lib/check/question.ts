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

interface Promised {
  /** A description of at most 37 characters. */
  readonly meaning: string
  readonly level: Level
}

/** What a published mirror promises to its HTTP clients: the requirements that a check tests. */
export const PROMISES = {
  statements: { level: 'must', meaning: 'manifest, checksums and status agree' },
  alive: { level: 'must', meaning: 'the mirror is still up to date' },
  history: { level: 'must', meaning: 'no earlier generation was rewritten' },
  data: { level: 'must', meaning: 'json, xml and csv are as recorded' },
  pages: { level: 'must', meaning: 'every page matches its checksum' },
  links: { level: 'must', meaning: 'index.html leads to its page' },
  files: { level: 'must', meaning: 'all other files match their checksums' },
  missing: { level: 'must', meaning: 'unknown addresses answer 404' },
  fresh: { level: 'must', meaning: '304 only if nothing changed' },
  coding: { level: 'must', meaning: 'br, gzip and zstd give the same bytes' },
  leftover: { level: 'must', meaning: 'no files from an earlier version' },
  query: { level: 'rule', meaning: '?type=json and ?type=xml give data' },
  first: { level: 'rule', meaning: 'the first type parameter decides' },
  odd: { level: 'rule', meaning: 'any other type gives the page' },
  notfound: { level: 'rule', meaning: "a 404 has the mirror's own page" },
  slash: { level: 'rule', meaning: '/x redirects to /x/ with its query' },
  index: { level: 'rule', meaning: '/x/index.html redirects to /x/' },
  types: { level: 'rule', meaning: 'media types are correct' },
  cors: { level: 'rule', meaning: 'scripts of any site may read it' },
  nosniff: { level: 'rule', meaning: 'browsers do not guess media types' },
  policy: { level: 'rule', meaning: 'data cannot run scripts in browsers' },
  caching: { level: 'rule', meaning: 'revalidated, except for hashed names' },
  vary: { level: 'rule', meaning: 'compressed responses send Vary' },
  preflight: { level: 'rule', meaning: 'other sites may send own headers' },
  methods: { level: 'rule', meaning: 'PUT and DELETE are refused' },
  case: { level: 'rule', meaning: 'addresses are case-sensitive' },
  listing: { level: 'rule', meaning: 'folders without a page are not listed' },
  open: { level: 'rule', meaning: 'no noindex, download or tracking' },
  validators: { level: 'rule', meaning: 'ETag or Last-Modified gives 304' },
  head: { level: 'rule', meaning: 'HEAD has the headers of GET' },
  range: { level: 'may', meaning: 'byte ranges are supported' },
} as const satisfies Record<string, Promised>

export type PromiseName = keyof typeof PROMISES

/** The requirements in the order of the report. */
export const PROMISE_NAMES = Object.keys(PROMISES) as readonly PromiseName[]
