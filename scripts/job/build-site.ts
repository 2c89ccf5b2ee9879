import type { Settings } from '../../src/lib/config/index.ts'
import type { Manifest } from '../../src/lib/snapshot/index.ts'
import { astroConfig } from './astro.ts'
import { toBundlingFault } from './bundling-fault.ts'
import { withLocks } from './with-locks.ts'

/**
 * Builds the site from the snapshot and publishes it to the `out` folder, unless `signal` aborts before it is complete.
 * Resolves to the published manifest.
 */
export async function buildSite(
  settings: Settings,
  verbose: boolean,
  signal: AbortSignal,
): Promise<Manifest> {
  process.env.ASTRO_TELEMETRY_DISABLED ??= '1'
  const { build } = await import('astro')
  try {
    const done: Manifest[] = []
    const config = astroConfig(
      settings,
      signal,
      async () => {},
      (manifest) => done.push(manifest),
    )
    // The caller reports errors, so Astro need not.
    const logLevel = verbose ? 'info' : 'silent'
    // A build needs no content types, and the program's folder may be read-only.
    const options = { sync: false } as Parameters<typeof build>[1]
    await withLocks(settings, () => build({ ...config, configFile: false, logLevel }, options))
    return done[0] as Manifest
  } catch (error) {
    throw toBundlingFault(error, settings.out)
  }
}
