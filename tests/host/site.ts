import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { openPackage, startOrigin } from '../../scripts/origin/index.ts'
import type { Config } from '../../src/lib/config/index.ts'
import { AWKWARD, mirrorInto, settingsIn } from '../support/mirror.ts'
import { mirrorAwkward } from '../support/shared-mirror.ts'

/** Mirrors the awkward package into a folder as a config says, whole. Resolves to the folder of the site. */
export async function configuredSite(folder: string, config: Config): Promise<string> {
  const origin = await startOrigin(await openPackage(AWKWARD))
  const settings = settingsIn(folder, { ...config, origin: origin.url })
  try {
    await mirrorInto(settings)
  } finally {
    await origin.close()
  }
  return settings.out
}

/** Mirrors the awkward package into a folder, and leaves one dataset without xml. Resolves to the folder of the site. */
export async function awkwardSite(folder: string): Promise<string> {
  const { out: site } = await mirrorAwkward(folder)
  rmSync(join(site, 'api/v1/get_dataset/numbers/index.xml'))
  return site
}

/** A copy of a site, with its times, in the folder of that name. */
export function copyOf(site: string, folder: string): string {
  const copy = join(folder, 'dist')
  cpSync(site, copy, { recursive: true, preserveTimestamps: true })
  return copy
}
