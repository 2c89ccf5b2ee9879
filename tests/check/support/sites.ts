import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { openPackage, startOrigin } from '../../../scripts/origin/index.ts'
import { serviceRoutes } from '../../support/crawling.ts'
import { AWKWARD, mirrorInto, settingsIn } from '../../support/mirror.ts'
import { startScripted } from '../../support/scripted-origin.ts'

/** A mirror of the package of awkward codes, below a folder; gives the folder of the site. */
export async function mirrorAwkward(folder: string): Promise<string> {
  const origin = await startOrigin(await openPackage(AWKWARD))
  try {
    await mirrorInto(settingsIn(folder, { origin: origin.url }))
  } finally {
    await origin.close()
  }
  return join(folder, 'dist')
}

/** A mirror of a few datasets with ordinary codes, below a folder; gives the folder of the site. */
export async function mirrorSmall(t: TestContext, folder: string): Promise<string> {
  const datasets = { budget: 'a hundred', roads: 'a long one', schools: 'fifty' }
  const origin = await startScripted(t, serviceRoutes(datasets))
  await mirrorInto(settingsIn(folder, { origin: origin.base }))
  return join(folder, 'dist')
}
