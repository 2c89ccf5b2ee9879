import assert from 'node:assert/strict'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { DamagedSnapshot, placeData } from '../../../src/lib/site/index.ts'
import { openGeneration } from '../../../src/lib/snapshot/index.ts'
import { openCrawler, serviceRoutes } from '../../support/crawling.ts'
import { startScripted } from '../../support/scripted-origin.ts'
import { temporaryFolder } from '../../support/temporary.ts'

test('publishes no byte of a snapshot that the disk damaged, and names the file', async (t) => {
  const crawler = openCrawler(t, await startScripted(t, serviceRoutes({ a: 'x', b: 'y' })))
  const { folder } = await crawler.run()
  const damaged = 'api/v1/get_dataset/b/index.json'
  writeFileSync(join(folder, damaged), '[{"row":"z"}]')
  const site = temporaryFolder(t)
  assert.throws(
    () =>
      placeData(openGeneration(folder), {
        site,
        published: join(site, 'none'),
        tables: join(site, 'tables.json'),
      }),
    (error) => error instanceof DamagedSnapshot && error.message.includes(join(folder, damaged)),
  )
  assert.ok(!existsSync(join(site, damaged)))
})
