import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import {
  type DataPackage,
  type OriginShape,
  openPackage,
  SHAPES,
  startOrigin,
} from '../../scripts/origin/index.ts'
import {
  csvPathOf,
  type Format,
  findRepresentationOfFile,
  hrefOf,
  type Representation,
} from '../../src/lib/interface/index.ts'
import { serveSite } from '../../src/lib/site/index.ts'
import type { ManifestRecord } from '../../src/lib/snapshot/index.ts'
import { AWKWARD, mirrorInto, settingsIn } from '../support/mirror.ts'
import { openSample } from '../support/sample.ts'
import { temporaryFolder } from '../support/temporary.ts'

const TYPES: Readonly<Record<Format, RegExp>> = {
  html: /^text\/html/,
  json: /^application\/json/,
  xml: /^application\/xml$/,
}

async function openSmall(): Promise<DataPackage> {
  const [sample, awkward] = [await openSample(), await openPackage(AWKWARD)]
  return {
    ...sample,
    datasets: [...sample.datasets.filter(({ bytes }) => bytes < 10_000), ...awkward.datasets],
    categories: [...sample.categories, ...awkward.categories],
    oivs: [...sample.oivs, ...awkward.oivs],
  }
}

for (const shape of SHAPES)
  test(`the bundled origin in the shape ${shape} is mirrored and served with the same bytes for small datasets, unusual codes and values`, async (context) =>
    compare(context, await openSmall(), shape))

/** Two shapes whose large documents are read in ways of their own, each with large datasets: those of `geo` with and without coordinates. */
const LARGE: readonly (readonly [shape: OriginShape, codes: readonly string[]])[] = [
  ['table', ['jobs', 'airports', 'budget']],
  ['geo', ['airports', 'movies']],
]

for (const [shape, codes] of LARGE)
  test(`the bundled origin in the shape ${shape} is mirrored and served with the same bytes for the large documents ${codes.join(', ')}`, async (context) => {
    const sample = await openSample()
    const datasets = sample.datasets.filter(({ code }) => codes.includes(code))
    assert.equal(datasets.length, codes.length)
    await compare(context, { ...sample, datasets }, shape)
  })

/** Asserts that the bytes an origin gives in a shape are those that are published and served. */
async function compare(context: TestContext, dataPackage: DataPackage, shape: OriginShape): Promise<void> {
  const origin = await startOrigin(dataPackage, { shape })
  context.after(() => origin.close())
  const settings = settingsIn(temporaryFolder(context), { origin: origin.url, retries: 2 })
  const { manifest } = await mirrorInto(settings)
  const server = await serveSite({ folder: settings.out, host: '127.0.0.1', port: 0, base: '/' })
  context.after(() => server.close())

  assert.deepEqual(new Set(manifest.codes.order), new Set(dataPackage.datasets.map(({ code }) => code)))
  assert.equal(manifest.records.length, 2 * (4 + dataPackage.datasets.length))
  for (const record of manifest.records) {
    const { resource, format } = findRepresentationOfFile(record.path) as Representation
    const published = readFileSync(join(settings.out, record.path))
    const query = `${hrefOf(resource)}?type=${format}`
    await assertSame(server.url + query, published, format)
    if (record.state !== 'derived') await assertSame(origin.url + query, published)
    else await assertDerivedForWant(origin.url + query, record)
    const page = await fetch(server.url + hrefOf(resource))
    assert.deepEqual([page.status, page.headers.get('content-type')], [200, 'text/html; charset=utf-8'])
    const links = (await page.text()).includes('href="index.csv"')
    assert.equal(links, existsSync(join(settings.out, csvPathOf(resource))), `the csv of ${record.path}`)
  }
  assert.equal(manifest.complete, shape !== 'html', 'only the shape that has no json leaves gaps')
}

async function assertSame(address: string, published: Buffer, format?: Format): Promise<void> {
  const answer = await fetch(address)
  assert.equal(answer.status, 200, address)
  if (format) assert.match(answer.headers.get('content-type') ?? '', TYPES[format])
  assert.ok(published.equals(Buffer.from(await answer.arrayBuffer())), `${address} gives the published bytes`)
}

async function assertDerivedForWant(address: string, { derivedFrom, reason }: ManifestRecord): Promise<void> {
  const answer = await fetch(address)
  await answer.arrayBuffer()
  assert.equal(answer.status, 404, `${address} is derived although the origin has it: ${reason}`)
  assert.ok(derivedFrom !== undefined)
}
