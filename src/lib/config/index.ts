import type { Config } from './schema.ts'

export * from './schema.ts'

/** Gives `mirror.config.ts` its types. */
export function defineConfig(config: Config): Config {
  return config
}
export { suggestNearest } from './nearest.ts'
