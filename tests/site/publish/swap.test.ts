import assert from 'node:assert/strict'
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import { openPublished, swapSite, workshopOf } from '../../../src/lib/site/index.ts'
import { temporaryFolder } from '../../support/temporary.ts'

/** A published site and a finished one beside it. */
function open(context: TestContext) {
  const folder = temporaryFolder(context)
  const out = join(folder, 'dist')
  const { site, old } = workshopOf(out)
  for (const [place, text] of [
    [out, 'old'],
    [site, 'new'],
  ] as const) {
    mkdirSync(place, { recursive: true })
    writeFileSync(join(place, 'index.html'), text)
  }
  const shown = (place = out) => readFileSync(join(place, 'index.html'), 'utf8')
  return { folder, out, site, old, shown }
}

describe('publishing a site', () => {
  it('replaces the old one completely', (context) => {
    const { out, shown } = open(context)
    swapSite(out)
    assert.equal(shown(), 'new')
  })

  it('is completed by the next reader if it was killed between its two renames', (context) => {
    const { out, old, site, shown } = open(context)
    renameSync(out, old)
    assert.equal(openPublished(out), out)
    assert.equal(shown(), 'new')
    assert.equal(existsSync(site), false)
  })

  it('succeeds if another process completed it meanwhile', (context) => {
    const { out, old, site, shown } = open(context)
    renameSync(out, old)
    renameSync(site, out)
    assert.equal(openPublished(out), out)
    assert.equal(shown(), 'new')
  })

  it('restores the old site if the new one is gone', (context) => {
    const { folder, out, old, site, shown } = open(context)
    renameSync(out, old)
    renameSync(site, join(folder, 'elsewhere'))
    openPublished(out)
    assert.equal(shown(), 'old')
  })

  it('keeps the target of a link, also if it was killed while the link was dangling', (context) => {
    const { folder, out, old, shown } = open(context)
    const link = join(folder, 'public')
    symlinkSync('dist', link)
    assert.equal(openPublished(link), out)
    renameSync(out, old)
    assert.equal(openPublished(link), out)
    assert.equal(shown(link), 'new')
    assert.equal(readlinkSync(link), 'dist')
  })

  it('replaces a link with alternating targets by one rename, and leaves the old site for its readers', (context) => {
    const { out, old: aside, site, shown } = open(context)
    const [a, b] = ['.dist.mirror-a', '.dist.mirror-b'].map((name) => join(out, '..', name)) as [
      string,
      string,
    ]
    renameSync(out, a)
    symlinkSync('.dist.mirror-a', out)
    for (const [n, [now, before]] of [
      [b, a],
      [a, b],
      [b, a],
    ].entries()) {
      assert.equal(openPublished(out), out)
      const text = `site ${n}`
      const old = shown()
      mkdirSync(site, { recursive: true })
      writeFileSync(join(site, 'index.html'), text)
      swapSite(out)
      rmSync(aside, { recursive: true, force: true })
      assert.equal(shown(), text)
      assert.equal(shown(now), text)
      assert.equal(shown(before), old)
      assert.ok(lstatSync(out).isSymbolicLink())
    }
  })

  it('starts with a dangling link of that kind, and continues if it was killed before the link was replaced', (context) => {
    const { out, site, shown } = open(context)
    rmSync(out, { recursive: true })
    symlinkSync('.dist.mirror-a', out)
    assert.equal(openPublished(out), out)
    cpSync(site, join(out, '../.dist.mirror-b'), { recursive: true })
    writeFileSync(join(out, '../.dist.mirror-b/left.html'), 'left')
    swapSite(out)
    assert.equal(shown(), 'new')
    assert.equal(existsSync(join(out, 'left.html')), false)
  })

  it('does nothing for an absent name', (context) => {
    const out = join(temporaryFolder(context), 'dist')
    assert.equal(openPublished(out), out)
    assert.equal(existsSync(out), false)
  })
})
