import type { FailureKind, FetchFailure } from '../http/index.ts'
import type { ProblemCode } from '../snapshot/index.ts'

/** The problem code of a failure. */
export function problemCodeOf({ kind, status, unsent, unconnected }: FetchFailure): ProblemCode {
  if (unsent && !unconnected) return 'not-asked'
  switch (kind) {
    case 'status':
      return codeOfStatus(status)
    // Without a response, the limit of the run was reached.
    case 'large':
      return status === undefined ? 'not-asked' : 'too-large'
    case 'robots':
      return status === undefined ? 'robots-disallowed' : 'robots-unreadable'
    default:
      return CODES[kind]
  }
}

const CODES = {
  network: 'unreachable',
  timeout: 'timeout',
  redirect: 'redirected',
  cut: 'cut-short',
  malformed: 'malformed',
  foreign: 'wrong-format',
  encoding: 'unknown-coding',
  error: 'error-in-place-of-data',
  mismatch: 'wrong-dataset',
  loss: 'suspicious-change',
} as const satisfies Record<Exclude<FailureKind, 'status' | 'large' | 'robots'>, ProblemCode>

// RFC 9110, 15.5 and 15.6; RFC 6585, 4; RFC 7725, 3.
function codeOfStatus(status = 0): ProblemCode {
  if (status === 404) return 'not-found'
  if (status === 410) return 'gone'
  if ([401, 402, 403, 407, 451].includes(status)) return 'access-denied'
  if (status === 429) return 'rate-limited'
  return status >= 500 ? 'server-error' : 'unexpected-status'
}
