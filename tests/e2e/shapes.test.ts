import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { openPackage, SHAPES, startOrigin } from '../../scripts/origin/index.ts'
import { findRepresentationOfFile, hrefOf } from '../../src/lib/interface/index.ts'
import { serveSite } from '../../src/lib/site/index.ts'
import { mirrorInto, settingsIn, temporaryFolder } from '../support/mirror.ts'

const TYPES = { html: /^text\/html/, json: /^application\/json/, xml: /^application\/xml$/ }
const sample = await openPackage()
const awkward = await openPackage(
  new URL('../fixtures/packages/awkward/datapackage.json', import.meta.url).pathname,
)

for (const shape of SHAPES) {
  describe(`the bundled origin in the shape ${shape}`, () => {
    for (const dataPackage of [sample, awkward]) {
      it(`gives, publishes and serves the same bytes for ${dataPackage.name}`, async (context) => {
        const folder = temporaryFolder(context)
        const origin = await startOrigin(dataPackage, { shape })
        context.after(() => origin.close())
        const settings = settingsIn(folder, { origin: origin.url })
        const { manifest } = await mirrorInto(settings)
        const server = await serveSite({ folder: settings.out, host: '127.0.0.1', port: 0, base: '/' })
        context.after(() => server.close())

        const expected = 2 * (4 + dataPackage.datasets.length)
        assert.equal(manifest.records.length, expected)
        assert.deepEqual(new Set(manifest.codes.order), new Set(dataPackage.datasets.map(({ code }) => code)))
        for (const { path, state, derivedFrom, reason } of manifest.records) {
          const { resource, format } = findRepresentationOfFile(path) as NonNullable<
            ReturnType<typeof findRepresentationOfFile>
          >
          const query = `${hrefOf(resource)}?type=${format}`
          const published = readFileSync(join(settings.out, path))
          const served = await fetch(server.url + query)
          assert.equal(served.status, 200, query)
          assert.match(served.headers.get('content-type') ?? '', TYPES[format])
          assert.ok(
            published.equals(Buffer.from(await served.arrayBuffer())),
            `${query} is served as published`,
          )
          const given = await fetch(origin.url + query)
          if (state === 'derived')
            assert.equal(given.status, 404, `${query} is derived only where the origin has none, not since it ${reason}`)
          else
            assert.ok(
              published.equals(Buffer.from(await given.arrayBuffer())),
              `${query} is published as given`,
            )
          assert.equal(derivedFrom !== undefined, state === 'derived')
          const page = await fetch(server.url + hrefOf(resource))
          assert.equal(page.status, 200)
          assert.match(page.headers.get('content-type') ?? '', TYPES.html)
          await page.arrayBuffer()
        }
        assert.equal(manifest.complete, shape !== 'html', 'only the shape without json leaves holes')
        assert.ok(existsSync(join(settings.out, 'manifest.json')))
      })
    }
  })
}
