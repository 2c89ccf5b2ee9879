import { createHash } from 'node:crypto'
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { serviceRoutes } from '../../support/crawling.ts'
import { mirrorInto, settingsIn } from '../../support/mirror.ts'
import { startScripted } from '../../support/scripted-origin.ts'
import { mirrorShared } from '../../support/shared-mirror.ts'
import { temporaryFolder } from '../../support/temporary.ts'

/** A mirror of a few datasets with ordinary codes, below a folder; gives the folder of the site. */
export async function mirrorSmall(t: TestContext, folder: string): Promise<string> {
  const { out } = await mirrorShared(folder, 'small', async (own) => {
    const datasets = { budget: 'a hundred', roads: 'a long one', schools: 'fifty' }
    const origin = await startScripted(t, serviceRoutes(datasets))
    const settings = settingsIn(own, { origin: origin.base })
    await mirrorInto(settings)
    return settings
  })
  return out
}

/** A copy of a site that a test may change; gives its folder. */
export function copySite(t: { after(clean: () => void): void }, site: string): string {
  const copy = join(temporaryFolder(t), 'dist')
  cpSync(site, copy, { recursive: true })
  return copy
}

/** Replaces a file of a site and updates its checksums. */
export function replaceFile(site: string, path: string, bytes: Buffer | string): void {
  writeFileSync(join(site, path), bytes)
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const sums = readFileSync(join(site, 'SHA256SUMS'), 'utf8').split('\n')
  const at = sums.findIndex((line) => line.endsWith(`  ${path}`))
  sums[at] = `${sha256}  ${path}`
  writeFileSync(join(site, 'SHA256SUMS'), sums.join('\n'))
}
