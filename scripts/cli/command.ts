import type { Config } from '../../src/lib/config/index.ts'
import type { Shard } from '../../src/lib/snapshot/index.ts'
import type { CommandEnding } from './exit-codes.ts'
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
  /** The file of an earlier chain of generations. */
  readonly since: string | undefined
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
  /** The ids of the plans, or of unsigned mirrors, that the user accepts, separated by commas. */
  readonly acceptRemovals: string | undefined
  /** Whether to pack a bag. */
  readonly bag: boolean
  /** Whether to pack the tables into a database. */
  readonly sqlite: boolean
  /** Whether to leave out the pages. */
  readonly dataOnly: boolean
  /** The one version of a dataset to remove, by sha256 or time. */
  readonly only: string | undefined
  /** Why a version is removed. */
  readonly reason: string | undefined
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

/** The error of a command that cannot listen on a port. Returns other errors unchanged. */
export function toPortFault(error: NodeJS.ErrnoException, port: number): unknown {
  if (error.code === 'EADDRINUSE')
    return new UsageError(`--port: port ${port} is already in use. Name another port, or 0 for a free one.`)
  if (error.code === 'EACCES')
    return new UsageError(
      `--port: this user has no permission to listen on port ${port}. Name a port from 1024 on, or 0 for a free one.`,
    )
  return error
}

/** One option of the command line; the help and the docs are made from this table. */
export interface Option {
  readonly name: string
  /** The word for its value in the help; absent for a switch. */
  readonly value?: string
  readonly repeatable?: true
  readonly help: string
}

export const OPTIONS = {
  origin: {
    name: 'origin',
    value: 'base_url',
    repeatable: true,
    help: 'service to mirror; repeat for other addresses of the same service',
  },
  out: {
    name: 'out',
    value: 'dir',
    help: 'output folder (dist); for pack, the zip file (named after the origin)',
  },
  state: {
    name: 'state',
    value: 'dir',
    help: 'state folder, which holds the snapshot between runs (.mirror)',
  },
  config: { name: 'config', value: 'file', help: 'config file (mirror.config.ts)' },
  concurrency: { name: 'concurrency', value: 'n', help: 'maximum concurrent requests, 1 to 256 (16)' },
  rate: { name: 'rate', value: 'n', help: 'maximum requests per second (unlimited)' },
  restore: {
    name: 'restore',
    value: 'mirror',
    help: 'address or folder of a published mirror, to restore a missing or older snapshot from',
  },
  'accept-removals': {
    name: 'accept-removals',
    value: 'plan_id',
    help: 'accept the removals, replacements or unsigned mirror of the refused run or gap with this plan id',
  },
  plan: {
    name: 'plan',
    value: 'file',
    help: 'file with the output of "plan --json", the same for all shards and merge',
  },
  shard: { name: 'shard', value: 'i/n', help: 'fetch only the i-th of n parts of the plan, for merge' },
  wait: { name: 'wait', help: 'wait while another run is using the folder, instead of exiting' },
  full: { name: 'full', help: 'build everything again instead of carrying over unchanged pages' },
  port: { name: 'port', value: 'n', help: 'port to listen on (8080, for origin 8081); 0 picks a free one' },
  base: { name: 'base', value: 'path', help: 'path the site is served under (/)' },
  sample: {
    name: 'sample',
    value: 'n',
    help: 'number of datasets to check, in addition to the lists and unusual codes (all)',
  },
  seed: { name: 'seed', value: 'text', help: "seed for choosing the sample (the mirror's generation id)" },
  against: { name: 'against', value: 'base_url', help: 'origin to compare the mirror with' },
  since: {
    name: 'since',
    value: 'file',
    help: 'an earlier generations.jsonl, which the present one must continue',
  },
  strict: { name: 'strict', help: 'fail for what the host does not support, too' },
  'max-age': {
    name: 'max-age',
    value: 'duration',
    help: 'maximum time since the origin last answered, such as 90m, 36h or 7d (unlimited)',
  },
  check: { name: 'check', help: "check the site against the host's limits without writing files" },
  shape: { name: 'shape', value: 'name', help: 'shape of the responses (plain)' },
  bag: { name: 'bag', help: 'pack a BagIt bag (RFC 8493) for an archive' },
  'data-only': { name: 'data-only', help: 'leave the pages out of the bag' },
  sqlite: { name: 'sqlite', help: 'pack the tables of all datasets into one SQLite database' },
  only: {
    name: 'only',
    value: 'version',
    help: 'remove only this version: its sha256, or a time at which it was current (all former versions)',
  },
  reason: { name: 'reason', value: 'text', help: 'why a version is removed, which is published' },
  json: { name: 'json', help: 'print the result as json' },
  quiet: { name: 'quiet', help: 'print only problems' },
  verbose: { name: 'verbose', help: 'print every address' },
  help: { name: 'help', help: 'print this help' },
  version: { name: 'version', help: 'print the version' },
} as const satisfies Record<string, Option>

export type OptionName = keyof typeof OPTIONS

/** Options every command takes. */
export const COMMON: readonly OptionName[] = ['json', 'quiet', 'verbose', 'help', 'version']
