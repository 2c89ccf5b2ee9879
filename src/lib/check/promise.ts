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
