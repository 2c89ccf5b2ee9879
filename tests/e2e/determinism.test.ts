import assert from 'node:assert/strict'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { buildSite } from '../../scripts/job/site.ts'
import { openPackage, startOrigin } from '../../scripts/origin/index.ts'
import { AWKWARD, differences, mirrorInto, readTree, settingsIn } from '../support/mirror.ts'
import { temporaryFolder } from '../support/temporary.ts'

const awkward = openPackage(AWKWARD)

describe('a published site', () => {
  it('is the same, byte for byte, for every build of one snapshot', async (context) => {
    const origin = await startOrigin(await awkward)
    context.after(() => origin.close())
    const folder = temporaryFolder(context)
    const settings = settingsIn(folder, { origin: origin.url })
    await mirrorInto(settings)
    const elsewhere = { ...settings, out: join(folder, 'other place') }
    await buildSite(elsewhere, new AbortController().signal)
    assert.deepEqual(differences(readTree(settings.out), readTree(elsewhere.out)), [])
  })

  it('changes only in the times of manifest.json and status.json if the origin is unchanged, and no body is sent', async (context) => {
    const origin = await startOrigin(await awkward)
    context.after(() => origin.close())
    const settings = settingsIn(temporaryFolder(context), { origin: origin.url })
    await mirrorInto(settings)
    const before = readTree(settings.out, { times: true })
    const requested = origin.requests.length
    const { manifest, received } = await mirrorInto(settings)
    assert.deepEqual(differences(before, readTree(settings.out, { times: true })), [
      'manifest.json',
      'status.json',
    ])
    assert.equal(received, 0)
    assert.equal(manifest.counts.unchanged, manifest.records.length)
    const bodies = origin.requests
      .slice(requested)
      .filter(({ bodyBytes, path }) => bodyBytes > 0 && !/no-such-dataset|^\/robots\.txt$/.test(path))
    assert.deepEqual(bodies, [])
  })
})
