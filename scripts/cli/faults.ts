import { ConfigError } from '../../src/lib/config/index.ts'
import { OriginUnreachable, RemovalRefused } from '../../src/lib/crawl/index.ts'
import {
  DamagedManifest,
  DamagedSnapshot,
  NoSnapshot,
  RestoreFailed,
  StateInUse,
  UnusableFolder,
} from '../../src/lib/snapshot/index.ts'
import { PackageError } from '../origin/index.ts'
import { EXIT_CODES } from './exit-codes.ts'
import { UsageError } from './usage-error.ts'

/** The run was told to end before it was done. */
export class Interrupted extends Error {
  override name = 'Interrupted'

  constructor() {
    super('Interrupted. What was fetched is kept; run again to go on.')
  }
}

function isUsage(error: unknown): boolean {
  return (
    error instanceof UsageError ||
    error instanceof ConfigError ||
    error instanceof PackageError ||
    error instanceof UnusableFolder
  )
}

/** A fault for machines. */
export function report(error: unknown): object {
  return {
    error: error instanceof Error ? error.message : String(error),
    exitCode: exitCodeOf(error),
    ...(error instanceof RemovalRefused && { removal: error.removal }),
  }
}

/** The exit code a command that ended with this fault has. */
export function exitCodeOf(error: unknown): number {
  if (error instanceof Interrupted) return EXIT_CODES.interrupted
  if (error instanceof RemovalRefused) return EXIT_CODES.refused
  if (error instanceof StateInUse) return EXIT_CODES.busy
  if (isUsage(error)) return EXIT_CODES.usage
  return hasNoSource(error) ? EXIT_CODES.unreachable : EXIT_CODES.fault
}

function hasNoSource(error: unknown): boolean {
  return error instanceof OriginUnreachable || error instanceof RestoreFailed || error instanceof NoSnapshot
}

/** A fault for people. One that nobody foresaw keeps its stack: whoever mends it needs it. */
export function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const foreseen =
    isUsage(error) ||
    hasNoSource(error) ||
    error instanceof Interrupted ||
    error instanceof StateInUse ||
    error instanceof RemovalRefused ||
    error instanceof DamagedSnapshot ||
    error instanceof DamagedManifest ||
    'syscall' in error
  return foreseen ? error.message : (error.stack ?? error.message)
}
