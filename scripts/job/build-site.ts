import type { Settings } from '../../src/lib/config/index.ts'
import type { Manifest } from '../../src/lib/snapshot/index.ts'
import { withLocks } from './folders.ts'
import { type BuildOptions, makeSite } from './site.ts'

/**
 * Builds the site from the snapshot and publishes it to the `out` folder, unless `signal` aborts before it is complete.
 * Resolves to the published manifest.
 */
export async function buildSite(
  settings: Settings,
  signal: AbortSignal,
  options: BuildOptions = {},
): Promise<Manifest> {
  process.env.ASTRO_TELEMETRY_DISABLED ??= '1'
  let manifest: Manifest | undefined
  await withLocks(settings, async () => {
    manifest = await makeSite(settings, signal, options)
  })
  return manifest as Manifest
}
