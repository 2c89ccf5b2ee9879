import { ConfigError } from '../../src/lib/config/index.ts'
import { OriginUnreachable, RemovalRefused } from '../../src/lib/crawl/index.ts'
import { DamagedSnapshot } from '../../src/lib/site/index.ts'
import { DamagedManifest, RestoreFailed, StateInUse } from '../../src/lib/snapshot/index.ts'
import { TOOL } from '../job/tool.ts'
import { PackageError } from '../origin/index.ts'
import { EXIT_CODES } from './exit-codes.ts'
import { renderHelp } from './help.ts'
import { parseLine } from './parse.ts'
import { openTerminal, printable } from './terminal.ts'
import { UsageError } from './usage-error.ts'

/** Runs one command line. Resolves to the exit code; prints every error in one place. */
export async function main(args: readonly string[]): Promise<number> {
  const terminal = openTerminal()
  const interruption = new AbortController()
  const onSignal = () => interruption.abort(new Error('interrupted'))
  process.once('SIGINT', onSignal).once('SIGTERM', onSignal)
  try {
    const { command, help, version, ...line } = parseLine(args)
    if (help) terminal.out(renderHelp(command))
    if (version) terminal.out(TOOL)
    if (help || version) return EXIT_CODES.complete
    return await command.run({ ...line, terminal, signal: interruption.signal })
  } catch (error) {
    if (interruption.signal.aborted) {
      terminal.err('Interrupted. What was fetched is kept; run again to go on.')
      return EXIT_CODES.interrupted
    }
    terminal.err(printable(describe(error)))
    if (args.includes('--json')) terminal.out(JSON.stringify(report(error), null, 2))
    return exitCodeOf(error)
  } finally {
    process.off('SIGINT', onSignal).off('SIGTERM', onSignal)
  }
}

function isUsage(error: unknown): boolean {
  return (
    error instanceof UsageError ||
    error instanceof ConfigError ||
    error instanceof PackageError ||
    error instanceof StateInUse
  )
}

/** A fault for machines. */
function report(error: unknown): object {
  return {
    error: error instanceof Error ? error.message : String(error),
    exitCode: exitCodeOf(error),
    ...(error instanceof RemovalRefused && { removal: error.removal }),
  }
}

function exitCodeOf(error: unknown): number {
  if (error instanceof RemovalRefused) return EXIT_CODES.refused
  if (isUsage(error)) return EXIT_CODES.usage
  return isUnreachable(error) ? EXIT_CODES.unreachable : EXIT_CODES.fault
}

function isUnreachable(error: unknown): boolean {
  return error instanceof OriginUnreachable || error instanceof RestoreFailed
}

// A fault nobody foresaw keeps its stack: whoever mends it needs it.
function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const foreseen =
    isUsage(error) ||
    isUnreachable(error) ||
    error instanceof RemovalRefused ||
    error instanceof DamagedSnapshot ||
    error instanceof DamagedManifest ||
    'syscall' in error
  return foreseen ? error.message : (error.stack ?? error.message)
}
