import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { HtmlValidate } from 'html-validate'
import { buildSite } from '../../scripts/job/site.ts'
import { openPackage, type RunningOrigin, startOrigin } from '../../scripts/origin/index.ts'
import type { Settings } from '../../src/lib/config/index.ts'
import { listFiles, verifySite } from '../../src/lib/site/index.ts'
import { differences, readTree } from '../support/files.ts'
import { AWKWARD, mirrorInto, settingsIn } from '../support/mirror.ts'
import { temporaryFolder } from '../support/temporary.ts'

// Rules about the standard only: how markup is laid out, and how long a title from the data may be, is our own affair.
const validator = new HtmlValidate({
  extends: ['html-validate:standard'],
  rules: { 'long-title': 'off', 'no-trailing-whitespace': 'off', 'no-inline-style': 'off' },
})

describe('a published site of any data', () => {
  const folder = temporaryFolder({ after })
  let origin: RunningOrigin
  let settings: Settings
  before(async () => {
    origin = await startOrigin(await openPackage(AWKWARD), { shape: 'wrapped' })
    settings = settingsIn(folder, { origin: origin.url })
    await mirrorInto(settings)
  })
  after(() => origin?.close())

  it('is valid html without broken links', async () => {
    const pages = listFiles(settings.out).filter((path) => path.endsWith('.html'))
    assert.ok(pages.length > 20)
    for (const path of pages) {
      const report = await validator.validateString(readFileSync(join(settings.out, path), 'utf8'), path)
      const faults = report.results.flatMap(({ messages }) =>
        messages.map(
          ({ line, column, message, ruleId }) => `${path}:${line}:${column} ${message} (${ruleId})`,
        ),
      )
      assert.deepEqual(faults, [])
    }
    assert.deepEqual(verifySite(settings.out).findings, [])
  })

  it('is the same, byte for byte, for every build of one snapshot', async () => {
    const elsewhere = { ...settings, out: join(folder, 'other place') }
    await buildSite(elsewhere, new AbortController().signal)
    assert.deepEqual(differences(readTree(settings.out), readTree(elsewhere.out)), [])
  })

  it('changes only in the times of manifest.json and status.json if the origin is unchanged, and no body is sent', async () => {
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
