import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { HtmlValidate } from 'html-validate'
import { openPackage, startOrigin } from '../../scripts/origin/index.ts'
import { listFiles, verifySite } from '../../src/lib/site/index.ts'
import { findCurrent, type Manifest } from '../../src/lib/snapshot/index.ts'
import { ROOT } from '../support/files.ts'
import { AWKWARD } from '../support/mirror.ts'
import { mirrorAwkward } from '../support/shared-mirror.ts'
import { temporaryFolder } from '../support/temporary.ts'

const awkward = openPackage(AWKWARD)

// Rules about the standard only: how markup is laid out, and how long a title from the data may be, is our own affair.
const validator = new HtmlValidate({
  extends: ['html-validate:standard'],
  rules: { 'long-title': 'off', 'no-trailing-whitespace': 'off', 'no-inline-style': 'off' },
})

describe('a published mirror', () => {
  it('has the change times of its data, and passes sha256sum', async (context) => {
    const settings = await mirrorAwkward(temporaryFolder(context))
    const records = findCurrent(settings.state)?.manifest.records ?? []
    assert.ok(records.length > 0)
    for (const { path, changedAt } of records)
      assert.equal(statSync(join(settings.out, path)).mtime.toISOString(), changedAt, path)
    const checked = spawnSync('sha256sum', ['--check', '--strict', 'SHA256SUMS'], {
      cwd: settings.out,
      encoding: 'utf8',
    })
    if (checked.error) return context.skip('there is no sha256sum here')
    assert.equal(checked.status, 0, checked.stderr)
    const sums = readFileSync(join(settings.out, 'SHA256SUMS'), 'utf8').trim().split('\n')
    assert.equal(checked.stdout.trim().split('\n').length, sums.length)
  })

  it('is valid html without broken links, whatever the data', async (context) => {
    const { out } = await mirrorAwkward(temporaryFolder(context))
    const pages = listFiles(out).filter((path) => path.endsWith('.html'))
    assert.ok(pages.length > 20)
    for (const path of pages) {
      const report = await validator.validateString(readFileSync(join(out, path), 'utf8'), path)
      const faults = report.results.flatMap(({ messages }) =>
        messages.map(
          ({ line, column, message, ruleId }) => `${path}:${line}:${column} ${message} (${ruleId})`,
        ),
      )
      assert.deepEqual(faults, [])
    }
    assert.deepEqual(verifySite(out).findings, [])
  })

  it('is the same if only astro build is run, which writes nothing else', async (context) => {
    const origin = await startOrigin(await awkward)
    context.after(() => origin.close())
    const folder = temporaryFolder(context)
    writeFileSync(join(folder, 'mirror.config.ts'), `export default { origin: '${origin.url}' }`)
    const { code, output } = await run(
      join(ROOT, 'node_modules/.bin/astro'),
      ['build', '--root', ROOT],
      folder,
    )
    assert.equal(code, 0, output)
    assert.ok(existsSync(join(folder, '.mirror/current')))
    assert.deepEqual(readdirSync(folder).sort(), ['.mirror', 'dist', 'mirror.config.ts'])
    assert.deepEqual(verifySite(join(folder, 'dist')).findings, [])
    const manifest: Manifest = JSON.parse(readFileSync(join(folder, 'dist/manifest.json'), 'utf8'))
    assert.equal(manifest.codes.order.length, (await awkward).datasets.length)
  })
})

function run(
  program: string,
  args: readonly string[],
  cwd: string,
): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [program, ...args], { cwd })
    let output = ''
    child.stdout.on('data', (chunk) => (output += chunk))
    child.stderr.on('data', (chunk) => (output += chunk))
    child.on('close', (code) => resolve({ code, output }))
  })
}
