/** The exit codes of the ways in which a command ends without an error. */
const ENDINGS = {
  complete: 0,
  gaps: 4,
  refused: 5,
  reused: 7,
  unverified: 6,
  unchecked: 3,
} as const

/**
 * The stable code of each kind of error that ends a command, with its exit code. docs/commands.md lists the meanings. A code is never
 * changed or reused.
 */
export const ERROR_CODES = {
  usage: 2,
  config: 2,
  'data-package': 2,
  'unusable-folder': 2,
  'unusable-plan': 2,
  'unusable-shards': 2,
  'origin-unreachable': 3,
  'no-snapshot': 3,
  'restore-failed': 3,
  'site-unreachable': 3,
  'removal-refused': 5,
  'unsigned-mirror': 5,
  'in-use': 8,
  'damaged-snapshot': 1,
  'damaged-site': 6,
  'disk-full': 1,
  system: 1,
  'program-changed': 1,
  internal: 1,
  interrupted: 130,
} as const

export type ErrorCode = keyof typeof ERROR_CODES

/**
 * How a command ends: with everything (`complete`), with gaps, with a `plan` that the removal guard would refuse (`refused`), with the last
 * snapshot because the origin was unreachable (`reused`), with findings (`unverified`), with promises that could not be checked
 * (`unchecked`), or with an error.
 */
export type CommandEnding = keyof typeof ENDINGS | ErrorCode

/** The exit code of an ending. No other code decides one. */
export function exitCodeOf(ending: CommandEnding): number {
  return { ...ENDINGS, ...ERROR_CODES }[ending]
}

/** The ending of a command that crawled or built: whether the mirror is complete. */
export function endingOf({ complete }: { readonly complete: boolean }): 'complete' | 'gaps' {
  return complete ? 'complete' : 'gaps'
}

/** What each exit code means; docs/commands.md lists the same. */
export const EXIT_MEANINGS: Readonly<Record<number, string>> = {
  0: 'complete',
  1: 'unexpected fault',
  2: 'wrong usage or configuration',
  3: 'origin or mirror unreachable, or nothing to build from',
  4: 'published, but with gaps (each is listed)',
  5: 'refused until a person accepts it, nothing published',
  6: 'verification failed',
  7: 'origin unreachable, the last snapshot is used',
  8: 'another run is using the folder',
  130: 'interrupted (a crawl continues where it stopped)',
}
