/** The stable names of the findings; docs/commands.md describes each. */
export const FINDING_KINDS = [
  'missing',
  'unreadable',
  'altered',
  'unexpected',
  'dead link',
  'contradiction',
] as const

/** A difference between a published site and what it states about itself. */
export interface VerifyFinding {
  readonly kind: (typeof FINDING_KINDS)[number]
  readonly path: string
  readonly message: string
}

/** `outdated`: `goodUntil` of `status.json` has passed. `earlier-status`: `status.json` is that of an earlier run than `manifest.json`. */
export interface VerifyNote {
  readonly code: 'outdated' | 'earlier-status'
  readonly message: string
}

/** The result of verifying a site. */
export interface Verdict {
  readonly files: number
  readonly links: number
  readonly findings: readonly VerifyFinding[]
  /** What is worth knowing but not a fault of the files. */
  readonly notes: readonly VerifyNote[]
}
