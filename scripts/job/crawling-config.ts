import { astroConfig } from './astro.ts'
import { crawlOrigin } from './crawl-origin.ts'
import { loadSettings } from './load-settings.ts'

/** The config of a bare `astro build`: it crawls first, and ends with the exit code of the whole job. */
export async function crawlingConfig() {
  process.env.ASTRO_TELEMETRY_DISABLED ??= '1'
  const settings = await loadSettings()
  return astroConfig(settings, async () => {
    const { manifest } = await crawlOrigin(settings, () => {}, new AbortController().signal)
    for (const { severity, subject, message } of manifest.problems)
      console.warn(`${severity}: ${subject} ${message}`)
    if (!manifest.complete) process.exitCode = 4
  })
}
