/**
 * The permanent name of each kind of problem, for programs to group and filter by; docs/files.md gives their meanings. Names are never
 * changed or reused. Readers must accept unknown names.
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
  // The response was not acceptable.
  'cut-short',
  'malformed',
  'wrong-format',
  'unknown-coding',
  'too-large',
  'error-in-place-of-data',
  'wrong-dataset',
  'suspicious-change',
  // The lists contain too few datasets, or contradict each other.
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
  // The lists have too few facts about datasets.
  'lost-facts',
  'missing-facts',
  'unknown-field',
  // The snapshot, and the origin's validators and robots.txt.
  'damaged-copy',
  'not-restored',
  'unreliable-validators',
  'crawl-delay',
  'inconsistent',
  // Reported while the site is built.
  'not-read',
] as const

export type ProblemCode = (typeof PROBLEM_CODES)[number]

/**
 * Why a copy is in its state although nothing failed: the dataset left the lists, the config excludes the format, or the encoding was
 * converted.
 */
export const REASON_CODES = ['no-longer-listed', 'format-not-offered', 'recoded'] as const

export type ReasonCode = ProblemCode | (typeof REASON_CODES)[number]

/** The values in a message, so it can be worded in any language: `status` 404, `to` an address. */
export type Facts = Readonly<Record<string, string | number>>
