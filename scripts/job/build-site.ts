import { getSystemErrorMap } from 'node:util'
import type { Settings } from '../../src/lib/config/index.ts'
import { DiskFault, toDiskFault } from '../../src/lib/site/index.ts'
import type { Manifest } from '../../src/lib/snapshot/index.ts'
import { astroConfig } from './astro.ts'
import { withLocks } from './folders.ts'

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

/**
 * The message of the bundler when it cannot create a file or a folder. It is not written in JavaScript and has its own format: the
 * path is at the end of a line, the error number of the system below it.
 */
const REFUSAL = /(?: in|:) (?<path>(?:\/|[A-Za-z]:\\).*)$[\s\S]*?\(os error (?<errno>\d+)\)/m

/** The bundler's error contains other errors. An error of Node in a plugin has its code in `pluginCode`. */
interface BundlingError extends NodeJS.ErrnoException {
  readonly pluginCode?: string
  readonly errors?: readonly BundlingError[]
}

/** The same error, or a DiskFault if a file below `folder` could not be written while pages were bundled. */
function toBundlingFault(error: unknown, folder: string): unknown {
  const [first = error] = (error as BundlingError | undefined)?.errors ?? []
  const met = (first ?? {}) as BundlingError
  const refused = REFUSAL.exec(met.message ?? '')?.groups
  const [code = met.pluginCode ?? met.code] = getSystemErrorMap().get(-Number(refused?.errno)) ?? []
  const fault = toDiskFault({ ...met, code, path: refused?.path ?? met.path }, folder)
  return fault instanceof DiskFault ? fault : error
}
