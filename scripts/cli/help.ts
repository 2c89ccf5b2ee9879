import type { Command } from './command.ts'
import { COMMANDS } from './commands/index.ts'
import { EXIT_MEANINGS } from './exit-codes.ts'
import { COMMON, OPTIONS, type Option } from './options.ts'

/** The help of one command. The help of `mirror` also lists the other commands. */
export async function renderHelp(command: Command): Promise<string> {
  const operand = (command.operand?.split(' ') ?? []).map((word) => ` [${word}]`).join('')
  const name = command.name === 'mirror' ? '' : ` ${command.name}`
  return [
    `npm run mirror --${name}${operand} [options]`,
    '',
    await describe(command),
    '',
    ...(command.name === 'mirror'
      ? [
          'Commands:',
          ...renderTable(
            await Promise.all(COMMANDS.map(async (known) => [known.name, await describe(known)] as const)),
          ),
          '',
        ]
      : []),
    'Options:',
    ...renderTable([...command.options, ...COMMON].map((option) => renderOption(OPTIONS[option]))),
    '',
    'Exit codes:',
    ...renderTable(Object.entries(EXIT_MEANINGS)),
  ].join('\n')
}

async function describe({ summary, known }: Command): Promise<string> {
  return known === undefined ? summary : `${summary} ${known.what}: ${(await known.names()).join(', ')}.`
}

function renderOption({ name, value, help }: Option): [string, string] {
  return [value === undefined ? `--${name}` : `--${name} <${value}>`, help]
}

function renderTable(rows: readonly (readonly [string, string])[]): string[] {
  const width = Math.max(...rows.map(([left]) => left.length))
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`)
}
