import { inspect } from 'node:util'
import * as v from 'valibot'
import type { BaseAddress } from '../interface/index.ts'
import { configSchema } from './schema.ts'

/** The config with all defaults filled in. Seconds and bytes as in the config. */
export type Settings = Omit<v.InferOutput<typeof configSchema>, 'origin'> & {
  /** The base addresses of the origin; undefined for the bundled sample. */
  readonly origin: readonly BaseAddress[] | undefined
}

/** Invalid config keys or options: one line each, with the actual and the expected value. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

/**
 * Parses a config. Throws {@link ConfigError} with a line for each invalid key: `concurrency: expected a whole number from 1 to 256, saw
 * 0`.
 */
export function parseConfig(config: unknown, where = 'the config'): Settings {
  if (Array.isArray(config))
    throw new ConfigError(`${where} is wrong:\n  expected an object, saw ${renderSeen(config)}`)
  const result = v.safeParse(configSchema, config, { abortPipeEarly: true })
  if (!result.success)
    throw new ConfigError(`${where} is wrong:\n${result.issues.map(renderIssue).join('\n')}`)
  const { origin, ...rest } = result.output
  return { ...rest, origin: typeof origin === 'string' ? [origin] : origin }
}

function renderIssue(issue: v.BaseIssue<unknown>): string {
  const key = v.getDotPath(issue)
  const { message, input } = issue
  const isWhole = !message.startsWith('expected ') || message.includes(', saw ')
  return `  ${key === null ? '' : `${key}: `}${message}${isWhole ? '' : `, saw ${renderSeen(input)}`}`
}

function renderSeen(value: unknown): string {
  const text =
    typeof value === 'string'
      ? JSON.stringify(value)
      : inspect(value, { depth: 1, breakLength: Number.POSITIVE_INFINITY })
  return text.length > 80 ? `${text.slice(0, 77)}…` : text
}
