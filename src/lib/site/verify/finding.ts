/** The stable names of what may be found; docs/commands.md gives the meaning of each. */
export const FINDING_KINDS = [
  'missing',
  'unreadable',
  'altered',
  'unexpected',
  'dead link',
  'contradiction',
] as const

/** Something in a published site that is not as the site says. */
export interface VerifyFinding {
  readonly kind: (typeof FINDING_KINDS)[number]
  readonly path: string
  readonly message: string
}

/** What a published site was found to be. */
export interface Verdict {
  readonly files: number
  readonly links: number
  readonly findings: readonly VerifyFinding[]
  /** What is worth knowing, and no fault of the files. */
  readonly notes: readonly string[]
}
