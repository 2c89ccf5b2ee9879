import type { Config } from '../../src/lib/config/index.ts'
import type { Shard } from '../../src/lib/snapshot/index.ts'
import type { CommandEnding } from './exit-codes.ts'
import type { OptionName } from './options.ts'
import type { Terminal } from './terminal.ts'

/** What a command gets from the command line. */
export interface Invocation {
  /** Overrides of the config. */
  readonly overrides: Config
  readonly configFile: string | undefined
  readonly operand: string | undefined
  /** The second operand, of a command that takes two. */
  readonly secondOperand: string | undefined
  readonly port: number | undefined
  readonly base: string | undefined
  /** Whether only to check that the site can be deployed. */
  readonly check: boolean
  readonly shape: string | undefined
  /** The published mirror to start from: its address or folder. */
  readonly restore: string | undefined
  /** How many datasets to check; all when undefined. */
  readonly sample: number | undefined
  /** The seed for choosing that sample. */
  readonly seed: string | undefined
  /** The base address of the origin to compare with, as given. */
  readonly against: string | undefined
  readonly strict: boolean
  /** The maximum time since the origin last answered, in ms. */
  readonly maxAge: number | undefined
  /** The file of the plan that several runs share. */
  readonly plan: string | undefined
  /** The part of that plan to fetch. */
  readonly shard: Shard | undefined
  /** Whether to wait while another run is using the folder. */
  readonly wait: boolean
  /** Whether to render every page again. */
  readonly full: boolean
  /** The ids of the removal plans that the user accepts, separated by commas. */
  readonly acceptRemovals: string | undefined
  readonly json: boolean
  readonly quiet: boolean
  readonly verbose: boolean
  readonly terminal: Terminal
  /** Aborts on SIGINT and SIGTERM. */
  readonly signal: AbortSignal
}

/** A command of the program. `run` resolves to how it ended. */
export interface Command {
  readonly name: string
  readonly summary: string
  /** Names that the help lists, such as hosts. */
  readonly known?: { readonly what: string; readonly names: () => Promise<readonly string[]> }
  /** The names of its operands in the help, separated by a blank; absent if it takes none. */
  readonly operand?: string
  readonly options: readonly OptionName[]
  run(invocation: Invocation): Promise<CommandEnding>
}

/** A wrong command line. The message states what was seen and what is expected. */
export class UsageError extends Error {
  override name = 'UsageError'
}

/** The error of a command that needs a built site and finds none in the folder. */
export function noBuiltSite(command: string, folder: string): UsageError {
  return new UsageError(`${command}: there is no built site in ${folder}. Build one: npm run mirror`)
}
