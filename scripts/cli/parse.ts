import { parseArgs } from 'node:util'
import { type Config, ConfigError, parseConfig, suggestNearest } from '../../src/lib/config/index.ts'
import type { Shard } from '../../src/lib/snapshot/index.ts'
import {
  COMMON,
  type Command,
  type Invocation,
  OPTIONS,
  type Option,
  type OptionName,
  UsageError,
} from './command.ts'
import { COMMANDS, findCommand } from './commands/index.ts'

type ParsedLine = Omit<Invocation, 'terminal' | 'signal'> & {
  readonly command: Command
  readonly help: boolean
  readonly version: boolean
}

/**
 * Parses a command line. Throws {@link UsageError} or ConfigError with what was seen and what is expected. `env` is the environment of
 * the process: npm consumes options before `--` and puts them there.
 */
export function parseLine(args: readonly string[], env: NodeJS.ProcessEnv = {}): ParsedLine {
  refuseConsumed(args, env)
  const named = args[0] !== undefined && !args[0].startsWith('-') ? args[0] : undefined
  const command = findCommand(named ?? 'mirror')
  if (command === undefined && /^https?:\/\//i.test(named ?? ''))
    throw new UsageError(`Pass the address with --origin: npm run mirror -- --origin ${named}`)
  if (command === undefined)
    throw new UsageError(
      `Unknown command "${named}".${suggestNearest(named ?? '', COMMAND_NAMES)} Commands: ${COMMAND_NAMES.join(', ')}. For help: npm run mirror -- --help.`,
    )
  const rest = named === undefined ? args : args.slice(1)
  const { values, positionals } = parseValues(command, rest)
  // An unset variable in a script, for example. It would stand for the working folder.
  if (positionals.includes('')) throw new UsageError(`${command.name}: an operand is empty.`)
  const [operand, secondOperand] = positionals
  const taken = command.operand?.split(' ').length ?? 0
  if (positionals[taken] !== undefined)
    throw new UsageError(
      named === undefined && findCommand(operand ?? '') !== undefined
        ? `Write the command before its options: npm run mirror -- ${operand} …`
        : `${command.name} takes ${TAKES[taken]} "${positionals[taken]}".`,
    )
  return {
    command,
    operand,
    secondOperand,
    overrides: parseOverrides(values),
    configFile: text(values.config),
    port: parseNumber('port', values.port, 0, 65_535),
    base: text(values.base),
    check: values.check === true,
    shape: text(values.shape),
    restore: text(values.restore),
    sample: parseNumber('sample', values.sample, 0, 1_000_000),
    seed: text(values.seed),
    against: text(values.against),
    since: text(values.since),
    strict: values.strict === true,
    maxAge: values['max-age'] === undefined ? undefined : parseDuration('max-age', String(values['max-age'])),
    plan: text(values.plan),
    shard: parseShard(text(values.shard)),
    wait: values.wait === true,
    full: values.full === true,
    acceptRemovals: text(values['accept-removals']),
    bag: values.bag === true,
    sqlite: values.sqlite === true,
    dataOnly: values['data-only'] === true,
    only: text(values.only),
    reason: text(values.reason),
    json: values.json === true,
    quiet: values.quiet === true,
    verbose: values.verbose === true,
    help: values.help === true,
    version: values.version === true,
  }
}

// By the number of operands that a command takes.
const TAKES = ['no operand, saw', 'one operand, saw a second,', 'two operands, saw a third,']
const COMMAND_NAMES = COMMANDS.map(({ name }) => name)

// `npm run mirror --origin <url>`: npm sets npm_config_origin and passes on only the address.
function refuseConsumed(args: readonly string[], env: NodeJS.ProcessEnv): void {
  if (env.npm_command !== 'run' && env.npm_command !== 'run-script') return
  const taken = Object.values(OPTIONS).filter(
    ({ name }) => env[`npm_config_${name.replaceAll('-', '_')}`] !== undefined && !args.includes(`--${name}`),
  )
  if (taken.length === 0) return
  const values = [...args]
  const [first] = values
  const command = first !== undefined && findCommand(first) ? [values.shift() as string] : []
  const options = taken.map((option: Option) => {
    const given = env[`npm_config_${option.name.replaceAll('-', '_')}`] ?? ''
    const value =
      option.value === undefined
        ? ''
        : ` ${given === 'true' ? (values.shift() ?? `<${option.value}>`) : given}`
    return `--${option.name}${value}`
  })
  const line = ['npm run mirror --', ...command, ...options, ...values].join(' ')
  throw new UsageError(
    `npm consumed ${taken.map(({ name }) => `--${name}`).join(' and ')}. Put options for the mirror after "--". Run: ${line}`,
  )
}

type Values = Readonly<Record<string, unknown>>

function parseValues(command: Command, args: readonly string[]): { values: Values; positionals: string[] } {
  const parsed = parseTokens(command, args)
  refuseRepeated(parsed.tokens)
  return parsed
}

function parseTokens(command: Command, args: readonly string[]) {
  const names: readonly OptionName[] = [...command.options, ...COMMON]
  const options = Object.fromEntries(
    names.map((name) => {
      const { value, repeatable } = OPTIONS[name] as Option
      return [
        name,
        { type: value === undefined ? 'boolean' : 'string', multiple: repeatable === true } as const,
      ]
    }),
  )
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true, strict: true, tokens: true })
  } catch (error) {
    const unknown = /Unknown option '([^']*)'/.exec((error as Error).message)?.[1]
    throw new UsageError(
      unknown === undefined
        ? describeValueFault(args, (error as Error).message)
        : `${command.name} has no option ${unknown}.${suggestNearest(unknown.replace(/^-+/, ''), names, '--')} Options: ${names.map((name) => `--${name}`).join(', ')}.`,
    )
  }
}

// Of two folders, one would be used without a word.
function refuseRepeated(tokens: ReturnType<typeof parseTokens>['tokens']): void {
  const given = new Map<string, string>()
  for (const token of tokens) {
    if (token.kind !== 'option' || token.value === undefined) continue
    const { name, value } = token
    if ((OPTIONS[name as OptionName] as Option).repeatable) continue
    const before = given.get(name)
    if (before !== undefined)
      throw new UsageError(
        `--${name}: expected one value, saw "${before}" and "${value}". Write the option once.`,
      )
    given.set(name, value)
  }
}

// Node's message about a value that is missing, ambiguous or not expected begins with the option.
function describeValueFault(args: readonly string[], message: string): string {
  const name = /^Option '--([\w-]+)/.exec(message)?.[1] ?? ''
  const { value } = (OPTIONS as Readonly<Record<string, Option>>)[name] ?? {}
  if (value === undefined) {
    const given = args.find((arg) => arg.startsWith(`--${name}=`))
    return `--${name}: expected no value, saw "${given?.slice(name.length + 3)}".`
  }
  const at = args.findIndex((arg, at) => arg === `--${name}` && /^-|^$/.test(args[at + 1] ?? ''))
  const next = args[at + 1]
  return next === undefined
    ? `--${name}: expected <${value}> after it, saw nothing.`
    : `--${name}: expected <${value}> after it, saw "${next}". Write a value that begins with a dash as --${name}=${next}`
}

function parseOverrides(values: Values): Config {
  const concurrency = parseNumber('concurrency', values.concurrency, 1, 256)
  const rate = values.rate === undefined ? undefined : parseRate(String(values.rate))
  const overrides = {
    ...(values.origin !== undefined && { origin: values.origin as string[] }),
    ...(values.out !== undefined && { out: values.out as string }),
    ...(values.state !== undefined && { state: values.state as string }),
    ...(concurrency !== undefined && { concurrency }),
    ...(rate !== undefined && { rate }),
  }
  try {
    parseConfig(overrides)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    throw new UsageError(
      error.message
        .split('\n')
        .slice(1)
        .map((line) => `--${line.trim().replace(/^(\w+)\.\d+:/, '$1:')}`)
        .join('\n'),
    )
  }
  return overrides
}

function parseNumber(option: string, value: unknown, least: number, most: number): number | undefined {
  if (value === undefined) return undefined
  const number = /^\d+$/.test(String(value)) ? Number(value) : Number.NaN
  if (!(number >= least && number <= most))
    throw new UsageError(`--${option}: expected a whole number from ${least} to ${most}, saw "${value}".`)
  return number
}

const MOST_SHARDS = 10_000

function parseShard(value: string | undefined): Shard | undefined {
  if (value === undefined) return undefined
  const [, index, of] = (/^(\d{1,5})\/(\d{1,5})$/.exec(value) ?? []).map(Number) as [number, number, number]
  if (index >= 1 && index <= of && of <= MOST_SHARDS) return { index, of }
  throw new UsageError(
    `--shard: expected the number of a part and the number of parts, such as 3/8, saw "${value}".`,
  )
}

const UNITS: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 }

// In ms.
function parseDuration(option: string, value: string): number {
  const [, count = '', unit = ''] = /^(\d{1,6})([mhd])$/.exec(value) ?? []
  if (Number(count) < 1)
    throw new UsageError(
      `--${option}: expected a whole number of minutes, hours or days, such as 90m, 36h or 7d, saw "${value}".`,
    )
  return Number(count) * (UNITS[unit] ?? 0)
}

// The bounds are checked with the config.
function parseRate(value: string): number {
  if (!/^\d+(?:\.\d+)?$/.test(value))
    throw new UsageError(`--rate: expected requests per second, from 0.01 to 10000, saw "${value}".`)
  return Number(value)
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}
