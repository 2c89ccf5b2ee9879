import { TOOL } from '../job/tool.ts'
import { exitCodeOf } from './exit-codes.ts'
import { renderHelp } from './help.ts'
import { parseLine } from './parse.ts'
import { openTerminal, printable, type Terminal } from './terminal.ts'

/** Runs one command line, by default in the terminal of this process. Resolves to the exit code; prints every error in one place. */
export async function main(args: readonly string[], terminal: Terminal = openTerminal()): Promise<number> {
  const interruption = new AbortController()
  const onSignal = () => interruption.abort(new Error('interrupted'))
  process.once('SIGINT', onSignal).once('SIGTERM', onSignal)
  try {
    const { command, help, version, ...line } = parseLine(args, process.env)
    if (help) terminal.out(await renderHelp(command))
    if (version) terminal.out(TOOL)
    if (help || version) return exitCodeOf('complete')
    return exitCodeOf(await command.run({ ...line, terminal, signal: interruption.signal }))
  } catch (error) {
    // Loaded only here: it imports every class of error, and so most of the program.
    const { describe, errorCodeOf, Interrupted, report } = await import('./faults.ts')
    const fault = interruption.signal.aborted ? new Interrupted() : error
    terminal.err(printable(describe(fault)))
    if (args.includes('--json')) terminal.out(JSON.stringify(report(fault), null, 2))
    return exitCodeOf(errorCodeOf(fault))
  } finally {
    process.off('SIGINT', onSignal).off('SIGTERM', onSignal)
  }
}
