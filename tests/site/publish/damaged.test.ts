import assert from 'node:assert/strict'
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { openReadings } from '../../../src/lib/site/index.ts'
import { DamagedSnapshot, type Generation, openGeneration } from '../../../src/lib/snapshot/index.ts'
import { openCrawler, serviceRoutes } from '../../support/crawling.ts'
import { runHere, takeBundle } from '../../support/mirror.ts'
import { startScripted } from '../../support/scripted-origin.ts'
import { temporaryFolder } from '../../support/temporary.ts'

const DAMAGED = 'api/v1/get_dataset/b/index.json'
const LARGE = 'y'.repeat(100_000)

const DAMAGES: Readonly<Record<string, (file: string) => void>> = {
  'was altered': (file) => writeFileSync(file, '[{"row":"z"}]'),
  'is gone': (file) => rmSync(file),
}

for (const [how, damage] of Object.entries(DAMAGES)) {
  for (const text of ['y', LARGE])
    test(`makes no page from a file of ${text.length} characters that ${how}`, async (t) => {
      const generation = await damaged(t, damage, text)
      const readings = openReadings(temporaryFolder(t), generation)
      const [whole, broken] = ['api/v1/get_dataset/a/index.json', DAMAGED].map(generation.find)
      assert.ok(whole && broken)
      const reading = readings.find(whole)
      assert.equal(reading && 'count' in reading && reading.count, 1)
      assert.throws(() => readings.find(broken), names(generation))
    })
}

test('a build of a damaged snapshot publishes nothing, and reports the file and the remedy in one line, whatever is damaged', async (t) => {
  const { folder } = await damaged(t, () => {})
  const state = join(folder, '../..')
  takeBundle(state)
  for (const [path, damage] of [
    [DAMAGED, DAMAGES['was altered']],
    [DAMAGED, DAMAGES['is gone']],
    ['api/v1/list/index.json', DAMAGES['is gone']],
  ] as const) {
    damage?.(join(folder, path))
    const out = join(temporaryFolder(t), 'dist')
    const { code, stderr } = await runHere(['build', '--quiet', '--state', state, '--out', out])
    assert.equal(code, 1)
    assert.ok(stderr.startsWith(`${join(folder, path)} is damaged`), stderr)
    assert.equal(stderr.trimEnd().split('\n').length, 1)
    assert.equal(existsSync(out), false)
  }
})

for (const text of ['y', LARGE])
  test(`a build publishes nothing if the manifest states another length than a file of ${text.length} characters has, and the next crawl corrects it`, async (t) => {
    const origin = await startScripted(t, serviceRoutes({ a: 'x', b: text }))
    const crawler = openCrawler(t, origin)
    const { folder } = await crawler.run()
    const state = join(folder, '../..')
    takeBundle(state)
    const { manifest } = openGeneration(folder)
    const records = manifest.records.map((record) =>
      record.path === DAMAGED ? { ...record, bytes: (record.bytes ?? 0) + 1 } : record,
    )
    writeFileSync(join(folder, 'manifest.json'), JSON.stringify({ ...manifest, records }))
    const out = join(temporaryFolder(t), 'dist')
    const build = () => runHere(['build', '--quiet', '--state', state, '--out', out])
    const { code, stderr } = await build()
    assert.equal(code, 1)
    assert.match(
      stderr,
      /b\/index\.json is damaged: it differs from the manifest\. [^\n]+ Crawl again[^\n]+\n$/,
    )
    assert.equal(existsSync(out), false)
    await crawler.run()
    assert.equal((await build()).code, 0)
  })

test('a manifest of another generation than that of its folder is not used', async (t) => {
  const { folder } = await damaged(t, () => {})
  const { manifest } = openGeneration(folder)
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify({ ...manifest, generation: '../../elsewhere' }))
  const out = join(temporaryFolder(t), 'dist')
  const { code, stderr } = await runHere(['build', '--quiet', '--state', join(folder, '../..'), '--out', out])
  assert.equal(code, 1)
  assert.match(stderr, /manifest\.json is damaged, [^\n]+"\.\.\/\.\.\/elsewhere"[^\n]+--restore[^\n]+\n$/)
  assert.equal(existsSync(out), false)
})

async function damaged(t: TestContext, damage: (file: string) => void, text = 'y'): Promise<Generation> {
  const crawler = openCrawler(t, await startScripted(t, serviceRoutes({ a: 'x', b: text })))
  const { folder } = await crawler.run()
  damage(join(folder, DAMAGED))
  return openGeneration(folder)
}

function names({ folder }: Generation) {
  return (error: unknown) =>
    error instanceof DamagedSnapshot && error.message.startsWith(`${join(folder, DAMAGED)} is damaged`)
}
