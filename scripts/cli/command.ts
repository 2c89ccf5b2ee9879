import type { Config } from '../../src/lib/config/index.ts'
import type { OptionName } from './options.ts'
import type { Terminal } from './terminal.ts'

/** What a command gets from its line. */
export interface Invocation {
  /** Overrides of the config. */
  readonly overrides: Config
  readonly configFile: string | undefined
  readonly operand: string | undefined
  readonly port: number | undefined
  readonly base: string | undefined
  readonly shape: string | undefined
  /** The published mirror to start from: its address or folder. */
  readonly restore: string | undefined
  /** The id of the removal plan a person accepts. */
  readonly acceptRemovals: string | undefined
  readonly json: boolean
  readonly quiet: boolean
  readonly verbose: boolean
  readonly terminal: Terminal
  /** Aborts on SIGINT and SIGTERM. */
  readonly signal: AbortSignal
}

/** A command of the program. `run` gives the exit code. */
export interface Command {
  readonly name: string
  readonly summary: string
  /** The word for its operand in the help; absent when it takes none. */
  readonly operand?: string
  readonly options: readonly OptionName[]
  run(invocation: Invocation): Promise<number>
}
