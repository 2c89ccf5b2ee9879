/**
 * Who keeps a promise: `must` every host, or the check of it fails · `rule` a host that follows the mirror's rules; a plain one
 * may lack it · `may` whoever can, HTTP leaves it to the host.
 */
export type Level = 'must' | 'rule' | 'may'

interface Promised {
  /** What it means, in at most 37 characters. */
  readonly meaning: string
  readonly level: Level
}

/** What a published mirror promises whoever asks it over HTTP. */
export const PROMISES = {
  statements: { level: 'must', meaning: 'manifest, checksums and status agree' },
  alive: { level: 'must', meaning: 'status.json is still good' },
  data: { level: 'must', meaning: 'json, xml and csv have their bytes' },
  pages: { level: 'must', meaning: 'every page is as built' },
  links: { level: 'must', meaning: 'index.html leads to its page' },
  files: { level: 'must', meaning: 'all other files are as built' },
  missing: { level: 'must', meaning: 'what is not there is 404' },
  fresh: { level: 'must', meaning: '304 only for what did not change' },
  coding: { level: 'must', meaning: 'br, gzip and zstd give the same bytes' },
  leftover: { level: 'must', meaning: 'nothing the mirror does not have' },
  query: { level: 'rule', meaning: '?type=json and ?type=xml give data' },
  first: { level: 'rule', meaning: 'the first type decides' },
  odd: { level: 'rule', meaning: 'any other type is the page' },
  notfound: { level: 'rule', meaning: "404 is the mirror's own page" },
  slash: { level: 'rule', meaning: '/x leads to /x/, the query kept' },
  index: { level: 'rule', meaning: '/x/index.html leads to /x/' },
  types: { level: 'rule', meaning: "media types are the interface's" },
  cors: { level: 'rule', meaning: 'any site may read it' },
  nosniff: { level: 'rule', meaning: 'no browser guesses a type' },
  policy: { level: 'rule', meaning: 'data runs nothing in a browser' },
  caching: { level: 'rule', meaning: 'revalidated; hashed names are cached' },
  vary: { level: 'rule', meaning: 'what is compressed says Vary' },
  preflight: { level: 'rule', meaning: 'other sites may send their headers' },
  methods: { level: 'rule', meaning: 'PUT and DELETE are refused' },
  case: { level: 'rule', meaning: 'letter case is significant' },
  listing: { level: 'rule', meaning: 'no folder without a page is listed' },
  open: { level: 'rule', meaning: 'no noindex, no download, no cookie' },
  validators: { level: 'rule', meaning: 'ETag or Last-Modified gives 304' },
  head: { level: 'rule', meaning: 'HEAD says what GET says' },
  range: { level: 'may', meaning: 'a range of bytes is answered' },
} as const satisfies Record<string, Promised>

export type PromiseName = keyof typeof PROMISES

/** The promises, in the order they are told. */
export const PROMISE_NAMES = Object.keys(PROMISES) as readonly PromiseName[]
