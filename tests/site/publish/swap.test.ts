import assert from 'node:assert/strict'
import fs, {
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
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import {
  buildFoldersOf,
  completeSwap,
  openPublished,
  publishedFolderOf,
  readInPlace,
  serveSite,
  swapSite,
} from '../../../src/lib/site/index.ts'
import { everything } from '../../support/everything.ts'
import { temporaryFolder } from '../../support/temporary.ts'

/** A published site and a finished one beside it. */
function open(context: TestContext) {
  const folder = temporaryFolder(context)
  const out = join(folder, 'dist')
  const { site, old } = buildFoldersOf(out)
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

/** Calls `look` after each renaming until the test ends. */
function afterRenames(context: TestContext, look: () => void): void {
  const { renameSync } = fs
  const replace = (other: typeof renameSync) => {
    fs.renameSync = other
    syncBuiltinESMExports()
  }
  replace((from, to) => {
    renameSync(from, to)
    look()
  })
  context.after(() => replace(renameSync))
}

describe('publishing a site', () => {
  it('replaces the old one completely', (context) => {
    const { out, shown } = open(context)
    swapSite(out)
    assert.equal(shown(), 'new')
  })

  it('shows readers the new site between its two renames, and is not completed by them', (context) => {
    const { folder, out, old, shown } = open(context)
    renameSync(out, old)
    const before = everything(folder)
    assert.equal(shown(openPublished(out)), 'new')
    assert.deepEqual(everything(folder), before)
  })

  it('is completed by the next build if it was killed between its two renames', (context) => {
    const { out, old, site, shown } = open(context)
    renameSync(out, old)
    completeSwap(out)
    assert.equal(shown(), 'new')
    assert.equal(existsSync(site), false)
    completeSwap(out)
    assert.equal(openPublished(out), out)
  })

  it('restores the old site if the new one is gone, which readers see before that', (context) => {
    const { folder, out, old, site, shown } = open(context)
    renameSync(out, old)
    renameSync(site, join(folder, 'elsewhere'))
    assert.equal(shown(openPublished(out)), 'old')
    completeSwap(out)
    assert.equal(shown(), 'old')
  })

  it('is served all the time', async (context) => {
    const { out, old, site } = open(context)
    const server = await serveSite({ folder: out, host: '127.0.0.1', port: 0, base: '/' })
    context.after(() => server.close())
    const served = async () => (await fetch(server.url)).text()
    assert.equal(await served(), 'old')
    renameSync(out, old)
    assert.equal(await served(), 'new')
    renameSync(site, out)
    assert.equal(await served(), 'new')
  })

  for (const [when, begin] of [
    ['before a reader began', () => {}],
    ['while it was half done', (out: string, old: string) => renameSync(out, old)],
  ] as const)
    it(`makes a reader read again that began ${when}`, async (context) => {
      const { out, old, shown } = open(context)
      begin(out, old)
      const texts: string[] = []
      const text = await readInPlace(out, (folder) => {
        texts.push(shown(folder))
        if (texts.length === 1) existsSync(out) ? swapSite(out) : completeSwap(out)
        return texts.at(-1)
      })
      assert.equal(text, 'new')
      assert.equal(texts.length, 2)
    })

  it('makes a reader read again if what the site states about its last run was replaced meanwhile', async (context) => {
    const { out } = open(context)
    const status = join(out, 'status.json')
    writeFileSync(status, 'old')
    writeFileSync(`${status}.new`, 'new')
    const read: string[] = []
    await readInPlace(out, () => {
      read.push(readFileSync(status, 'utf8'))
      if (read.length > 1) return
      renameSync(`${status}.new`, status)
      throw new Error('two runs contradict each other')
    })
    assert.deepEqual(read, ['old', 'new'])
  })

  it('keeps a link to the site, even if the last swap was killed while the link was dangling', (context) => {
    const { folder, out, old, shown } = open(context)
    const link = join(folder, 'public')
    symlinkSync('dist', link)
    assert.equal(openPublished(link), out)
    renameSync(out, old)
    assert.equal(publishedFolderOf(link), out)
    assert.equal(shown(openPublished(link)), 'new')
    completeSwap(publishedFolderOf(link))
    assert.equal(shown(link), 'new')
    assert.equal(readlinkSync(link), 'dist')
  })

  it('replaces a link with alternating targets by one rename, never without a site, and leaves the old site for its readers', (context) => {
    const { out, old: aside, site, shown } = open(context)
    const [a, b] = ['.dist.mirror-a', '.dist.mirror-b'].map((name) => join(out, '..', name)) as [
      string,
      string,
    ]
    renameSync(out, a)
    symlinkSync('.dist.mirror-a', out)
    const seen: string[] = []
    afterRenames(context, () => void seen.push(existsSync(out) ? shown() : 'nothing'))
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
      assert.deepEqual([...new Set(seen.splice(0))], [old, text])
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

  it('does nothing if the name does not exist', (context) => {
    const out = join(temporaryFolder(context), 'dist')
    assert.equal(openPublished(out), out)
    assert.equal(existsSync(out), false)
  })
})
