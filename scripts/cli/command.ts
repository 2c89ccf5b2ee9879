import type { Config } from '../../src/lib/config/index.ts'
import type { OptionName } from './options.ts'
import type { Terminal } from './terminal.ts'

/** What a command gets from its line. */
export interface Invocation {
  /** Overrides of the config. */
  readonly overrides: Config
  readonly configFile: string | undefined
  readonly operand: string | undefined
  /** The second operand, of a command that takes two. */
  readonly secondOperand: string | undefined
  readonly port: number | undefined
  readonly base: string | undefined
  /** Whether only to look whether it could be done. */
  readonly check: boolean
  readonly shape: string | undefined
  /** The published mirror to start from: its address or folder. */
  readonly restore: string | undefined
  /** How many datasets to check; all when undefined. */
  readonly sample: number | undefined
  /** What that sample is drawn by. */
  readonly seed: string | undefined
  /** The base address of the origin to compare with, as a person wrote it. */
  readonly against: string | undefined
  readonly strict: boolean
  /** How long ago the origin may have answered last, in ms. */
  readonly maxAge: number | undefined
  /** Whether to wait while another run uses the same folder. */
  readonly wait: boolean
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
  /** What it knows by name; the help lists them. */
  readonly known?: { readonly what: string; readonly names: () => Promise<readonly string[]> }
  /** The words for its operands in the help, one or two parted by a blank; absent when it takes none. */
  readonly operand?: string
  readonly options: readonly OptionName[]
  run(invocation: Invocation): Promise<number>
}
