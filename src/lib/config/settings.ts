import * as v from 'valibot'
import type { BaseAddress } from '../interface/index.ts'
import { configSchema } from './schema.ts'

/** What code reads: the config with every default filled in. Seconds and bytes as in the config. */
export type Settings = Omit<v.InferOutput<typeof configSchema>, 'origin'> & {
  /** The base addresses of the origin; undefined for the bundled sample. */
  readonly origin: readonly BaseAddress[] | undefined
}

/** A wrong config or option: one line per key, with what was seen and what is expected. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

/**
 * Turns what a person wrote into settings. Throws {@link ConfigError}, a line per wrong key:
 * `concurrency: expected a whole number from 1 to 256, saw 0`.
 */
export function parseConfig(config: unknown, where = 'the config'): Settings {
  const result = v.safeParse(configSchema, config)
  if (!result.success)
    throw new ConfigError(`${where} is wrong:\n${result.issues.map(renderIssue).join('\n')}`)
  const { origin, ...rest } = result.output
  return { ...rest, origin: typeof origin === 'string' ? [origin] : origin }
}

type Issue = v.BaseIssue<unknown>

function renderIssue(issue: Issue): string {
  const inner = issue.type === 'union' ? ((issue.issues?.[0] as Issue | undefined) ?? issue) : issue
  const key = v.getDotPath(issue) ?? ''
  if (issue.type === 'strict_object' && issue.expected === 'never')
    return `  ${key}: unknown key${renderKnown(key)}`
  if (key === '') return `  expected an object with the keys of the config, saw ${renderSeen(issue.input)}`
  const message = inner.message
  const saw =
    message.includes(', saw ') || message.startsWith('The ') ? '' : `, saw ${renderSeen(issue.input)}`
  return `  ${key}: ${message}${saw}`
}

function renderKnown(key: string): string {
  return key.includes('.') ? '' : `; known are ${Object.keys(configSchema.entries).join(', ')}`
}

function renderSeen(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value)
  return text.length > 80 ? `${text.slice(0, 77)}…` : text
}
