import assert from 'node:assert/strict'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import { replaceStatements } from '../../../src/lib/site/index.ts'
import { temporaryFolder } from '../../support/temporary.ts'

const NAMES = ['manifest.json', 'status.json']

/** A site with the statements of an old run, and those of a new one. */
function open(context: TestContext) {
  const folder = temporaryFolder(context)
  const [site, generation, building] = ['site', 'generation', 'building'].map((name) =>
    join(folder, name),
  ) as [string, string, string]
  for (const place of [site, generation]) mkdirSync(place)
  for (const name of NAMES) writeFileSync(join(site, name), 'old')
  writeFileSync(join(generation, 'manifest.json'), 'new')
  const manifest = {} as never
  const statements = { generation: { folder: generation, manifest } as never, manifest, status: {} as never }
  return {
    building,
    site,
    replace: () => replaceStatements(site, statements, building),
    stated: () => NAMES.map((name) => readFileSync(join(site, name), 'utf8').trim()),
  }
}

describe('replacing what a site states about its last run', () => {
  it('replaces both files and leaves no others', (context) => {
    const { site, replace, stated } = open(context)
    replace()
    assert.deepEqual(stated(), ['new', '{}'])
    assert.deepEqual(readdirSync(site), NAMES)
  })

  it('replaces the manifest first, so that the status is never that of a run whose manifest is not published', (context) => {
    const { site, replace } = open(context)
    rmSync(join(site, 'status.json'))
    mkdirSync(join(site, 'status.json/in-the-way'), { recursive: true })
    assert.throws(replace)
    assert.equal(readFileSync(join(site, 'manifest.json'), 'utf8').trim(), 'new')
  })

  it('replaces neither if one of them cannot be written', (context) => {
    const { building, site, replace, stated } = open(context)
    mkdirSync(join(building, 'status.json/in-the-way'), { recursive: true })
    assert.throws(replace)
    assert.deepEqual(stated(), ['old', 'old'])
    assert.deepEqual(readdirSync(site), NAMES)
  })
})
