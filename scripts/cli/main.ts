import { programState, TOOL } from '../job/program.ts'
import { COMMON, type Command, type Invocation, OPTIONS, type Option } from './command.ts'
import { COMMANDS } from './commands/index.ts'
import { type CommandEnding, EXIT_MEANINGS, exitCodeOf } from './exit-codes.ts'
import { describe, errorCodeOf, Interrupted, ProgramChanged, report } from './faults.ts'
import { parseLine } from './parse.ts'
import { escapeControls, openTerminal, type Terminal, throwIfUnwritten } from './terminal.ts'

/** Runs one command line, by default in the terminal of this process. Resolves to the exit code; prints every error in one place. */
export async function main(args: readonly string[], terminal: Terminal = openTerminal()): Promise<number> {
  const interruption = new AbortController()
  const onSignal = () => interruption.abort(new Error('interrupted'))
  for (const signal of SIGNALS) process.once(signal, onSignal)
  const watch = watchRunner(onSignal)
  try {
    const { command, ...line } = parseLine(args, process.env)
    if (line.help) terminal.out(await renderHelp(command))
    if (line.version) terminal.out(TOOL)
    if (line.help || line.version) return exitCodeOf('complete')
    const ending = await runWatched(command, { ...line, terminal, signal: interruption.signal })
    await throwIfUnwritten(terminal)
    return exitCodeOf(ending)
  } catch (error) {
    const fault = interruption.signal.aborted ? new Interrupted() : error
    terminal.err(escapeControls(describe(fault)))
    if (args.includes('--json')) terminal.out(JSON.stringify(report(fault), null, 2))
    return exitCodeOf(errorCodeOf(fault))
  } finally {
    clearInterval(watch)
    for (const signal of SIGNALS) process.off(signal, onSignal)
  }
}

/** The signals that interrupt a command. A terminal that is closed sends SIGHUP. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
/** How often the command checks whether its runner still runs, in ms. */
const WATCH_INTERVAL = 1000

// Runners such as npm pass on SIGINT and SIGTERM. SIGHUP and SIGKILL only end the runner, so the command then ends as if interrupted.
function watchRunner(onEnd: () => void): NodeJS.Timeout | undefined {
  if (process.env.npm_lifecycle_event === undefined) return undefined
  const runner = process.ppid
  return setInterval(() => process.ppid !== runner && onEnd(), WATCH_INTERVAL).unref()
}

// During an upgrade, modules that are not loaded yet are replaced, and packages are removed.
async function runWatched(command: Command, invocation: Invocation): Promise<CommandEnding> {
  const program = programState()
  try {
    return await command.run(invocation)
  } catch (error) {
    const isOurs = errorCodeOf(error) === 'internal' || (error as NodeJS.ErrnoException).code === 'ENOENT'
    throw isOurs && programState() !== program ? new ProgramChanged(error) : error
  }
}

/** The help of one command. The help of `mirror` also lists the other commands. */
async function renderHelp(command: Command): Promise<string> {
  const operand = command.operand === undefined ? '' : ` ${command.operand}`
  const name = command.name === 'mirror' ? '[command]' : command.name
  return [
    `npm run mirror -- ${name}${operand} [options]`,
    '',
    await summarize(command),
    '',
    ...(command.name === 'mirror'
      ? [
          'Commands:',
          ...renderTable(
            await Promise.all(COMMANDS.map(async (known) => [known.name, await summarize(known)] as const)),
          ),
          '',
        ]
      : []),
    'Options:',
    ...renderTable([...command.options, ...COMMON].map((name) => renderOption(name, OPTIONS[name]))),
    '',
    'Exit codes:',
    ...renderTable(Object.entries(EXIT_MEANINGS)),
  ].join('\n')
}

async function summarize({ summary, known }: Command): Promise<string> {
  return known === undefined ? summary : `${summary} ${known.what}: ${(await known.names()).join(', ')}.`
}

function renderOption(name: string, { value, help }: Option): [string, string] {
  return [value === undefined ? `--${name}` : `--${name} <${value}>`, help]
}

function renderTable(rows: readonly (readonly [string, string])[]): string[] {
  const width = Math.max(...rows.map(([left]) => left.length))
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`)
}
