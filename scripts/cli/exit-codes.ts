/** The exit codes of all commands; docs/commands.md lists the same. */
export const EXIT_CODES = {
  complete: 0,
  fault: 1,
  usage: 2,
  unreachable: 3,
  gaps: 4,
  refused: 5,
  unverified: 6,
  stale: 7,
  busy: 8,
  interrupted: 130,
} as const

export const EXIT_MEANINGS: Readonly<Record<number, string>> = {
  [EXIT_CODES.complete]: 'complete',
  [EXIT_CODES.fault]: 'unexpected fault',
  [EXIT_CODES.usage]: 'wrong usage or configuration',
  [EXIT_CODES.unreachable]: 'origin unreachable, nothing to build from',
  [EXIT_CODES.gaps]: 'published, but with gaps (each is listed)',
  [EXIT_CODES.refused]: 'refused by the removal guard, nothing published',
  [EXIT_CODES.unverified]: 'verification failed',
  [EXIT_CODES.stale]: 'origin unreachable, the last snapshot is used',
  [EXIT_CODES.busy]: 'another run is using the folder',
  [EXIT_CODES.interrupted]: 'interrupted (state kept, the next run resumes)',
}
