import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { it } from 'node:test'
import { HtmlValidate } from 'html-validate'
import { listFiles, verifySite } from '../../src/lib/site/index.ts'
import { AWKWARD, mirrorPackage } from '../support/mirror.ts'
import { temporaryFolder } from '../support/temporary.ts'

// Rules about the standard only: how markup is laid out, and how long a title from the data may be, is our own affair.
const validator = new HtmlValidate({
  extends: ['html-validate:standard'],
  rules: { 'long-title': 'off', 'no-trailing-whitespace': 'off', 'no-inline-style': 'off' },
})

it('writes valid html without broken links, for any data', async (context) => {
  const settings = await mirrorPackage(temporaryFolder(context), AWKWARD, { shape: 'wrapped' })
  const pages = listFiles(settings.out).filter((path) => path.endsWith('.html'))
  assert.ok(pages.length > 20)
  for (const path of pages) {
    const report = await validator.validateString(readFileSync(join(settings.out, path), 'utf8'), path)
    const faults = report.results.flatMap(({ messages }) =>
      messages.map(({ line, column, message, ruleId }) => `${path}:${line}:${column} ${message} (${ruleId})`),
    )
    assert.deepEqual(faults, [])
  }
  assert.deepEqual(verifySite(settings.out).findings, [])
})
