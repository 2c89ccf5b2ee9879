import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { serviceRoutes } from '../../support/crawling.ts'
import { mirrorInto, settingsIn } from '../../support/mirror.ts'
import { startScripted } from '../../support/scripted-origin.ts'

/** A mirror of a few datasets with ordinary codes, below a folder; gives the folder of the site. */
export async function mirrorSmall(t: TestContext, folder: string): Promise<string> {
  const datasets = { budget: 'a hundred', roads: 'a long one', schools: 'fifty' }
  const origin = await startScripted(t, serviceRoutes(datasets))
  await mirrorInto(settingsIn(folder, { origin: origin.base }))
  return join(folder, 'dist')
}
