import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { mirrorAwkward } from '../support/shared-mirror.ts'

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
