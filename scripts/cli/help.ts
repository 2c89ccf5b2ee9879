import type { Command } from './command.ts'
import { COMMANDS } from './commands/index.ts'
import { EXIT_MEANINGS } from './exit-codes.ts'
import { COMMON, OPTIONS, type Option } from './options.ts'

/** The help of one command; that of `mirror` lists the others. */
export function renderHelp(command: Command): string {
  const operand = (command.operand?.split(' ') ?? []).map((word) => ` [${word}]`).join('')
  const name = command.name === 'mirror' ? '' : ` ${command.name}`
  return [
    `npm run mirror --${name}${operand} [options]`,
    '',
    command.summary,
    '',
    ...(command.name === 'mirror'
      ? ['Commands:', ...renderTable(COMMANDS.map(({ name, summary }) => [name, summary])), '']
      : []),
    'Options:',
    ...renderTable([...command.options, ...COMMON].map((option) => renderOption(OPTIONS[option]))),
    '',
    'Exit codes:',
    ...renderTable(Object.entries(EXIT_MEANINGS)),
  ].join('\n')
}

function renderOption({ name, value, help }: Option): [string, string] {
  return [value === undefined ? `--${name}` : `--${name} <${value}>`, help]
}

function renderTable(rows: readonly (readonly [string, string])[]): string[] {
  const width = Math.max(...rows.map(([left]) => left.length))
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`)
}
