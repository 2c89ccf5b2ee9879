import { once } from 'node:events'
import type { Config } from '../../src/lib/config/index.ts'
import type { Shard } from '../../src/lib/snapshot/index.ts'
import type { CommandEnding } from './exit-codes.ts'
import { type Terminal, throwIfUnwritten } from './terminal.ts'

/** A parsed command line: the values of the options, the operands, and what the command runs with. */
export type Invocation = GivenOptions & {
  readonly overrides: Config
  readonly operand: string | undefined
  /** The second operand, if the command takes two. */
  readonly secondOperand: string | undefined
  readonly terminal: Terminal
  /** Aborts when a signal interrupts the command. */
  readonly signal: AbortSignal
}

/** A command of the program. `run` resolves to how it ended. */
export interface Command {
  readonly name: string
  readonly summary: string
  /** Names that the help lists, such as hosts. */
  readonly known?: { readonly what: string; readonly names: () => Promise<readonly string[]> }
  /** Its operands in the help, separated by a space: `<required>`, `[optional]`. Absent if it takes none. */
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

/** Prints the result of a command: as json, or as text unless the command is quiet. */
export function printResult({ terminal, json, quiet }: Invocation, result: object, text: () => string): void {
  if (json) terminal.out(JSON.stringify(result, null, 2))
  else if (!quiet) terminal.out(text())
}

/** Waits until a command that serves something is interrupted, then closes its server. Resolves to how it ended. */
export async function untilInterrupted(
  { terminal, signal }: Pick<Invocation, 'terminal' | 'signal'>,
  server: { close(): Promise<void> },
): Promise<CommandEnding> {
  try {
    await throwIfUnwritten(terminal)
    if (!signal.aborted) await once(signal, 'abort')
  } finally {
    await server.close()
  }
  return 'complete'
}

/** One option of the command line. */
export interface Option {
  /** The word for its value in the help; absent for a switch. */
  readonly value?: string
  readonly repeatable?: true
  readonly help: string
  /** Parses the value for the command; by default, it gets the text. Throws a {@link UsageError}. */
  parse?(text: string, option: string): unknown
}

/** The options by name. The help and the parser use this table, and a test compares the docs with it. */
export const OPTIONS = {
  origin: {
    value: 'base_url',
    repeatable: true,
    help: 'service to mirror; repeat for other addresses of the same service',
  },
  out: {
    value: 'dir',
    help: 'output folder (dist); for pack, the file to write (named after the origin)',
  },
  state: {
    value: 'dir',
    help: 'state folder, which holds the snapshot between runs (.mirror)',
  },
  config: { value: 'file', help: 'config file (mirror.config.ts)' },
  concurrency: { value: 'n', help: 'maximum concurrent requests, 1 to 256 (16)', parse: wholeNumber(1, 256) },
  rate: { value: 'n', help: 'maximum requests per second (unlimited)', parse: parseRate },
  restore: {
    value: 'mirror',
    help: 'address or folder of a published mirror, from which a missing or older snapshot is restored',
  },
  'accept-removals': {
    value: 'plan_id',
    help: 'accept what the refused run or gap with this plan id reports: removals, replacements, an unsigned mirror',
    parse: parsePlanIds,
  },
  plan: {
    value: 'file',
    help: 'file with the output of "plan --json", the same for all shards and merge',
  },
  shard: { value: 'i/n', help: 'fetch only the i-th of n parts of the plan, for merge', parse: parseShard },
  wait: { help: 'wait while another run is using the folder, instead of ending with exit code 8' },
  full: { help: 'build everything again instead of carrying over unchanged pages' },
  port: {
    value: 'n',
    help: 'port to listen on (8080, for origin 8081); 0 picks a free one',
    parse: wholeNumber(0, 65_535),
  },
  base: { value: 'path', help: "path the site is served under (/; for host, that of the config's site)" },
  sample: {
    value: 'n',
    help: 'number of datasets to check, in addition to the lists and unusual codes (all)',
    parse: wholeNumber(0, 1_000_000),
  },
  seed: { value: 'text', help: "seed for choosing the sample (the mirror's generation id)" },
  against: { value: 'base_url', help: 'origin to compare the mirror with' },
  since: {
    value: 'file',
    help: 'earlier copy of generations.jsonl, which the current file must continue',
  },
  strict: { help: 'also fail if the host does not support something' },
  'max-age': {
    value: 'duration',
    help: 'maximum time since the origin last answered, such as 90m, 36h or 7d (unlimited)',
    parse: parseDuration,
  },
  check: { help: "check the site against the host's limits without writing files" },
  shape: { value: 'name', help: 'shape of the responses (plain)' },
  bag: { help: 'pack a BagIt bag (RFC 8493) for an archive' },
  'data-only': { help: 'leave the pages out of the bag' },
  sqlite: { help: 'pack the tables of all datasets into one SQLite database' },
  only: {
    value: 'version',
    help: 'remove only this version: its sha256, or a time at which it was current (all former versions)',
  },
  reason: { value: 'text', help: 'why the versions are removed; the reason is published' },
  json: { help: 'print the result as json' },
  quiet: { help: 'print only problems' },
  verbose: { help: 'print every address that is requested; for build, the log of Astro' },
  help: { help: 'print this help' },
  version: { help: 'print the version' },
} as const satisfies Record<string, Option>

export type OptionName = keyof typeof OPTIONS

/** Options that override keys of the config. */
export const OVERRIDES = ['origin', 'out', 'state', 'concurrency', 'rate'] as const

type Given<One extends Option> = One extends { parse(text: string, option: string): infer Parsed }
  ? Parsed | undefined
  : One extends { value: string }
    ? string | undefined
    : boolean

type InCamelCase<Name extends string> = Name extends `${infer First}-${infer Rest}`
  ? `${First}${Capitalize<InCamelCase<Rest>>}`
  : Name

/** The values of the other options, by their names in camel case: `maxAge` for `max-age`. */
export type GivenOptions = {
  readonly [Name in Exclude<OptionName, (typeof OVERRIDES)[number]> as InCamelCase<Name>]: Given<
    (typeof OPTIONS)[Name]
  >
}

/** Options every command takes. */
export const COMMON: readonly OptionName[] = ['json', 'quiet', 'verbose', 'help', 'version']

function wholeNumber(least: number, most: number) {
  return (text: string, option: string): number => {
    const number = /^\d+$/.test(text) ? Number(text) : Number.NaN
    if (!(number >= least && number <= most))
      throw new UsageError(`--${option}: expected a whole number from ${least} to ${most}, saw "${text}".`)
    return number
  }
}

// Several ids are separated by commas.
function parsePlanIds(text: string, option: string): string {
  if (/^[0-9a-f]{12}(?:, ?[0-9a-f]{12})*$/.test(text)) return text
  throw new UsageError(
    `--${option}: expected the plan id that a refusal prints, 12 digits and letters from a to f, or several with commas, saw "${text}".`,
  )
}

const MOST_SHARDS = 10_000

function parseShard(text: string): Shard {
  const [, index, of] = (/^(\d{1,5})\/(\d{1,5})$/.exec(text) ?? []).map(Number) as [number, number, number]
  if (index >= 1 && index <= of && of <= MOST_SHARDS) return { index, of }
  throw new UsageError(
    `--shard: expected the number of a part and the number of parts, such as 3/8, saw "${text}".`,
  )
}

const UNITS: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 }

// Returns ms.
function parseDuration(text: string, option: string): number {
  const [, count = '', unit = ''] = /^(\d{1,6})([mhd])$/.exec(text) ?? []
  if (Number(count) < 1)
    throw new UsageError(
      `--${option}: expected a whole number of minutes, hours or days, such as 90m, 36h or 7d, saw "${text}".`,
    )
  return Number(count) * (UNITS[unit] ?? 0)
}

// The range is checked with the config.
function parseRate(text: string): number {
  if (!/^\d+(?:\.\d+)?$/.test(text))
    throw new UsageError(`--rate: expected requests per second, from 0.01 to 10000, saw "${text}".`)
  return Number(text)
}
