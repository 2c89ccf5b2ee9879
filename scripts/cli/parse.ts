import { parseArgs } from 'node:util'
import { type Config, ConfigError, parseConfig, suggestNearest } from '../../src/lib/config/index.ts'
import {
  COMMON,
  type Command,
  type GivenOptions,
  type Invocation,
  OPTIONS,
  type Option,
  type OptionName,
  OVERRIDES,
  UsageError,
} from './command.ts'
import { COMMANDS, findCommand } from './commands/index.ts'

type ParsedLine = Omit<Invocation, 'terminal' | 'signal'> & { readonly command: Command }

/**
 * Parses a command line. Throws {@link UsageError} or ConfigError with what was seen and what is expected. `env` is the environment of
 * the process: npm consumes options before `--` and puts them there.
 */
export function parseLine(line: readonly string[], env: NodeJS.ProcessEnv = {}): ParsedLine {
  // pnpm passes on the `--` that npm removes.
  const args = line[0] === '--' ? line.slice(1) : line
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
  // From an unset variable in a script, for example. It would mean the working folder.
  if (positionals.includes('')) throw new UsageError(`${command.name}: an operand is empty.`)
  const [operand, secondOperand] = positionals
  const taken = command.operand?.split(' ').length ?? 0
  if (positionals[taken] !== undefined)
    throw new UsageError(
      named === undefined && findCommand(operand ?? '') !== undefined
        ? `Write the command before its options: npm run mirror -- ${operand} …`
        : `${command.name} takes ${TAKES[taken]} "${positionals[taken]}".`,
    )
  const given = parseGiven(values)
  return { command, operand, secondOperand, overrides: parseOverrides(given), ...(given as GivenOptions) }
}

// By the number of operands that a command takes.
const TAKES = ['no operand, saw', 'one operand, saw a second,', 'two operands, saw a third,']
const COMMAND_NAMES = COMMANDS.map(({ name }) => name)

// `npm run mirror --origin <url>`: npm sets npm_config_origin and passes on only the address.
function refuseConsumed(args: readonly string[], env: NodeJS.ProcessEnv): void {
  if (env.npm_command !== 'run' && env.npm_command !== 'run-script') return
  const taken = Object.entries(OPTIONS).filter(
    ([name]) => env[`npm_config_${name.replaceAll('-', '_')}`] !== undefined && !args.includes(`--${name}`),
  )
  if (taken.length === 0) return
  const values = [...args]
  const [first] = values
  const command = first !== undefined && findCommand(first) ? [values.shift() as string] : []
  const options = taken.map(([name, option]: [string, Option]) => {
    const given = env[`npm_config_${name.replaceAll('-', '_')}`] ?? ''
    const value =
      option.value === undefined
        ? ''
        : ` ${given === 'true' ? (values.shift() ?? `<${option.value}>`) : given}`
    return `--${name}${value}`
  })
  const line = ['npm run mirror --', ...command, ...options, ...values].join(' ')
  throw new UsageError(
    `npm consumed ${taken.map(([name]) => `--${name}`).join(' and ')}. Put options for the mirror after "--". Run: ${line}`,
  )
}

type Values = Readonly<Record<string, unknown>>

function parseValues(command: Command, args: readonly string[]): { values: Values; positionals: string[] } {
  const parsed = parseTokens(command, args)
  refuseEmpty(parsed.tokens)
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

type Tokens = ReturnType<typeof parseTokens>['tokens']

// From an unset variable in a script, for example.
function refuseEmpty(tokens: Tokens): void {
  const empty = tokens.find((token) => token.kind === 'option' && token.value === '')
  if (empty?.kind !== 'option') return
  const { value } = OPTIONS[empty.name as OptionName] as Option
  throw new UsageError(`--${empty.name}: expected <${value}>, saw an empty value.`)
}

// If two folders were named, one of them would be ignored silently.
function refuseRepeated(tokens: Tokens): void {
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

// Node's message about a value that is missing, ambiguous or unexpected begins with the option.
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

// Every option by its name in camel case, including those that were not given.
function parseGiven(values: Values): Values {
  const options: [string, Option][] = Object.entries(OPTIONS)
  return Object.fromEntries(
    options.map(([name, { value, repeatable, parse }]) => {
      const given = values[name]
      const isText = value !== undefined && !repeatable && given !== undefined
      const parsed = isText && parse ? parse(String(given), name) : given
      return [
        name.replace(/-(.)/g, (_, letter) => letter.toUpperCase()),
        value === undefined ? parsed === true : parsed,
      ]
    }),
  )
}

function parseOverrides(given: Values): Config {
  const overrides = Object.fromEntries(
    OVERRIDES.flatMap((name) => (given[name] === undefined ? [] : [[name, given[name]]])),
  )
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
