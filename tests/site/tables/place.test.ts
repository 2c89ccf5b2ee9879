import assert from 'node:assert/strict'
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { placeData, renderChecksums } from '../../../src/lib/site/index.ts'
import { openGeneration } from '../../../src/lib/snapshot/index.ts'
import { openCrawler, serviceRoutes } from '../../support/crawling.ts'
import { startScripted } from '../../support/scripted-origin.ts'
import { temporaryFolder } from '../../support/temporary.ts'

const A = 'api/v1/get_dataset/a/index.csv'

/** A crawled generation, and a function that places it into a new site beside the one placed before. */
async function placing(t: TestContext) {
  const crawler = openCrawler(t, await startScripted(t, serviceRoutes({ a: 'x', b: 'y' })))
  const { folder } = await crawler.run()
  const place = temporaryFolder(t)
  const derived = join(place, 'derived')
  const tables = join(derived, 'tables.json')
  const sites = ['none']
  return {
    tables,
    /** The folder of the new site, and what is published of it. */
    next() {
      const [published, site] = [join(place, sites.at(-1) ?? ''), join(place, `site-${sites.length}`)]
      sites.push(`site-${sites.length}`)
      const { digests } = placeData(openGeneration(folder), { site, published, derived })
      writeFileSync(join(site, 'SHA256SUMS'), renderChecksums([...digests]))
      return { site, digests }
    },
    folder,
  }
}

const inode = (site: string) => statSync(join(site, A)).ino

test('a table has the time of its source, and is recorded with its checksum', async (t) => {
  const { next, folder } = await placing(t)
  const { site, digests } = next()
  assert.equal(readFileSync(join(site, A), 'utf8'), '\ufeffrow\r\nx\r\n')
  assert.ok(digests.has(A) && digests.has('api/v1/list_datasets/index.csv'))
  const { changedAt } = openGeneration(folder).find('api/v1/get_dataset/a/index.json') ?? {}
  assert.equal(statSync(join(site, A)).mtime.toISOString(), changedAt)
})

test('an unchanged table is not written again, but linked from the published site', async (t) => {
  const { next } = await placing(t)
  const [first, second] = [next(), next()]
  assert.equal(inode(second.site), inode(first.site))
  assert.deepEqual(second.digests, first.digests)
})

test('a table is written again if the published one is damaged, absent or unknown', async (t) => {
  const { next, tables } = await placing(t)
  const whole = readFileSync(join(next().site, A), 'utf8')
  const damages: ((site: string) => void)[] = [
    (site) => writeFileSync(join(site, A), 'row\r\nz\r\n'),
    (site) => rmSync(join(site, A)),
    () => rmSync(tables),
    () => writeFileSync(tables, '{"torn'),
    () => rmSync(join(tables, '..'), { recursive: true }),
    // Still json, but not what was stored.
    () => writeFileSync(tables, readFileSync(tables, 'utf8').replace(/:"[0-9a-f]{64}"/g, ':null')),
    () => writeFileSync(tables, readFileSync(tables, 'utf8').replace(/^\d+/, '0')),
  ]
  for (const damage of damages) {
    const { site } = next()
    damage(site)
    const before = existsSync(join(site, A)) ? inode(site) : undefined
    const again = next().site
    assert.notEqual(inode(again), before)
    assert.equal(readFileSync(join(again, A), 'utf8'), whole)
  }
})
