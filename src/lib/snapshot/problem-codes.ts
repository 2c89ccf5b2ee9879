/**
 * The stable name of each kind of problem, for programs to group and filter by; docs/files.md gives the meaning of each. A name is
 * never changed or used for something else. A reader must accept names that it does not know.
 */
export const PROBLEM_CODES = [
  // A representation could not be fetched.
  'unreachable',
  'timeout',
  'not-asked',
  'not-found',
  'gone',
  'access-denied',
  'rate-limited',
  'server-error',
  'unexpected-status',
  'redirected',
  'robots-disallowed',
  'robots-unreadable',
  // Something else came in its place.
  'cut-short',
  'malformed',
  'wrong-format',
  'unknown-coding',
  'too-large',
  'error-in-place-of-data',
  'wrong-dataset',
  'suspicious-change',
  // The lists name less than there is, or not clearly.
  'no-datasets',
  'no-code',
  'unusable-code',
  'clashing-code',
  'over-max-datasets',
  'paged',
  'formats-disagree',
  'unmatched-list',
  'lists-changing',
  'lists-unconfirmed',
  'other-host',
  // The lists state less about datasets than they could.
  'lost-facts',
  'missing-facts',
  'unknown-field',
  // The snapshot, and what the origin says of itself.
  'damaged-copy',
  'not-restored',
  'unreliable-validators',
  'crawl-delay',
  'inconsistent',
  // The site, when it is built.
  'not-read',
] as const

export type ProblemCode = (typeof PROBLEM_CODES)[number]

/** Why a copy is what it is where nothing failed: its dataset left the lists, the config rules the format out, its encoding was changed. */
export const REASON_CODES = ['no-longer-listed', 'format-not-offered', 'recoded'] as const

export type ReasonCode = ProblemCode | (typeof REASON_CODES)[number]

/** What a sentence reports beside its kind, so that it can be worded in any language: `status` 404, `to` an address. */
export type Facts = Readonly<Record<string, string | number>>
