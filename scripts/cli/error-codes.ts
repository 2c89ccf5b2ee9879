import { EXIT_CODES } from './exit-codes.ts'

/**
 * The stable code of each kind of error that ends a command, with its exit code. docs/commands.md lists the meanings. A code is never
 * changed or reused.
 */
export const ERROR_CODES = {
  usage: EXIT_CODES.usage,
  config: EXIT_CODES.usage,
  'data-package': EXIT_CODES.usage,
  'unusable-folder': EXIT_CODES.usage,
  'origin-unreachable': EXIT_CODES.unreachable,
  'no-snapshot': EXIT_CODES.unreachable,
  'restore-failed': EXIT_CODES.unreachable,
  'site-unreachable': EXIT_CODES.unreachable,
  'removal-refused': EXIT_CODES.refused,
  'in-use': EXIT_CODES.busy,
  'damaged-snapshot': EXIT_CODES.fault,
  'damaged-site': EXIT_CODES.unverified,
  'disk-full': EXIT_CODES.fault,
  system: EXIT_CODES.fault,
  internal: EXIT_CODES.fault,
  interrupted: EXIT_CODES.interrupted,
} as const

export type ErrorCode = keyof typeof ERROR_CODES
