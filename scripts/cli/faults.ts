import { describeSystemError, diskCodeOf } from '../../src/lib/snapshot/disk-errors.ts'
import { type ErrorCode, exitCodeOf } from './exit-codes.ts'

/** The run was interrupted by a signal. */
export class Interrupted extends Error {
  override name = 'Interrupted'

  constructor() {
    super('Interrupted. Run the same command again; a crawl continues where it stopped.')
  }
}

/** The program was changed while it ran. It loads some modules late, and modules of two versions do not work together. */
export class ProgramChanged extends Error {
  override name = 'ProgramChanged'

  constructor(cause: unknown) {
    const [first] = String(cause instanceof Error ? cause.message : cause).split('\n')
    super(
      `The program was changed while it ran, for example by an upgrade (${first}). What is published is intact. When the upgrade has finished, run again.`,
      { cause },
    )
  }
}

/** The codes of errors by the names of their classes, so that a mistyped command does not load every part of the program. */
const CODES = new Map<string, ErrorCode>([
  ['Interrupted', 'interrupted'],
  ['ProgramChanged', 'program-changed'],
  ['UsageError', 'usage'],
  ['ConfigError', 'config'],
  ['PackageError', 'data-package'],
  ['UnusableFolder', 'unusable-folder'],
  ['UnusablePlan', 'unusable-plan'],
  ['UnusableShards', 'unusable-shards'],
  ['OriginUnreachable', 'origin-unreachable'],
  ['NoSnapshot', 'no-snapshot'],
  ['RestoreFailed', 'restore-failed'],
  ['SiteUnreachable', 'site-unreachable'],
  ['RemovalRefused', 'removal-refused'],
  ['UnsignedMirror', 'unsigned-mirror'],
  ['StateInUse', 'in-use'],
  ['TargetInUse', 'in-use'],
  ['DamagedSnapshot', 'damaged-snapshot'],
  ['DamagedManifest', 'damaged-snapshot'],
  ['Unpackable', 'damaged-site'],
  ['OutOfMemory', 'system'],
])

/** The stable code of an error. */
export function errorCodeOf(error: unknown): ErrorCode {
  if (!(error instanceof Error)) return 'internal'
  for (let kind = error.constructor; kind !== Function.prototype; kind = Object.getPrototypeOf(kind)) {
    const known = CODES.get(kind.name)
    if (known !== undefined) return known
  }
  if (!('syscall' in error)) return 'internal'
  const code = diskCodeOf(error.cause ?? error)
  return code === 'ENOSPC' || code === 'EDQUOT' ? 'disk-full' : 'system'
}

/** An error for `--json`. */
export function report(error: unknown): object {
  const code = errorCodeOf(error)
  return {
    error: messageOf(error),
    code,
    exitCode: exitCodeOf(code),
    ...(error instanceof Error && 'removal' in error && { removal: error.removal }),
  }
}

// The message of the system does not state what to do.
function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return 'syscall' in error ? describeSystemError(error as NodeJS.ErrnoException) : error.message
}

/** An error as text. An unforeseen one is printed with its stack, for the bug report. */
export function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return errorCodeOf(error) === 'internal' ? (error.stack ?? error.message) : messageOf(error)
}
