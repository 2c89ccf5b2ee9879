import type { Fault } from '../fault.ts'
import { BODIES } from './bodies.ts'
import { BOMBS } from './bombs.ts'
import { CHARSETS } from './charsets.ts'
import { CODINGS } from './codings.ts'
import { EMPTIED, ERRORS } from './errors.ts'
import { FRAMING } from './framing.ts'
import { HEADERS, RETRY_AFTER } from './headers.ts'
import { MISMATCHES } from './mismatches.ts'
import { REDIRECTS } from './redirects.ts'
import { STATUSES } from './statuses.ts'
import { TIMING } from './timing.ts'
import { VALIDATORS } from './validators.ts'

/** All faults in the answer for a dataset, by family. */
export const FAMILIES: Readonly<Record<string, readonly Fault[]>> = {
  statuses: STATUSES,
  timing: TIMING,
  framing: FRAMING,
  codings: CODINGS,
  bodies: BODIES,
  charsets: CHARSETS,
  errors: [...ERRORS, ...EMPTIED],
  mismatches: MISMATCHES,
  validators: VALIDATORS,
  headers: [...HEADERS, ...RETRY_AFTER],
  redirects: REDIRECTS,
  bombs: BOMBS,
}

/** All faults. */
export const FAULTS: readonly Fault[] = Object.values(FAMILIES).flat()
