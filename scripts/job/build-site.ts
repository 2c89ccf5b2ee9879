import { mkdirSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Settings } from '../../src/lib/config/index.ts'
import { openPublished, writing } from '../../src/lib/site/index.ts'
import { StateInUse, withLock, withState } from '../../src/lib/snapshot/index.ts'
import { astroConfig } from './astro.ts'

/** Builds the site from the snapshot and publishes it to the `out` folder, unless `signal` aborts before it is whole. */
export async function buildSite(settings: Settings, verbose: boolean, signal: AbortSignal): Promise<void> {
  process.env.ASTRO_TELEMETRY_DISABLED ??= '1'
  const { build } = await import('astro')
  // Astro puts its bundle into the working folder when the site lies outside of it, where two builds at once would meet.
  const before = process.cwd()
  mkdirSync(dirname(settings.out), { recursive: true })
  process.chdir(dirname(settings.out))
  try {
    const config = astroConfig(settings, signal, async () => {})
    await alone(settings, () => build({ ...config, configFile: false, logLevel: verbose ? 'info' : 'error' }))
  } finally {
    process.chdir(before)
  }
}

// One run at a time uses the snapshot, and one builds into the folder: from another snapshot it would be built over.
async function alone({ state, out: named }: Settings, use: () => Promise<void>): Promise<void> {
  const out = openPublished(named)
  const lock = join(dirname(out), `.${basename(out)}.mirror-lock`)
  const inUse = (pid: number | undefined) => new StateInUse(out, pid, '--out')
  await writing(dirname(out), () => withLock(lock, inUse, () => withState(state, use)))
}
