import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it, type TestContext } from 'node:test'
import { findCurrent, layout, type Manifest } from '../../src/lib/snapshot/index.ts'
import { serviceRoutes } from '../support/crawling.ts'
import { differences, mirrorInto, readTree, runHere, settingsIn } from '../support/mirror.ts'
import { type ScriptedOrigin, startScripted } from '../support/scripted-origin.ts'
import { suiteContext } from '../support/suite.ts'
import { temporaryFolder } from '../support/temporary.ts'

type Loose = Omit<Manifest, 'records' | 'codes' | 'counts' | 'complete' | 'problems'> & {
  // biome-ignore lint/suspicious/noExplicitAny: what somebody writes into it is of any form
  [key: string]: any
}

/** What somebody does to the manifest of a snapshot. */
const MANIFESTS: Readonly<Record<string, (manifest: Loose) => unknown>> = {
  'of a newer program': (manifest) => ({ ...manifest, manifest: 3 }),
  'with a record that is none': (manifest) => ({ ...manifest, records: [null, ...manifest.records] }),
  'with a path that climbs out of it': ({ records: [first, ...rest], ...manifest }) => ({
    ...manifest,
    records: [{ ...first, path: '../../../victim/file' }, ...rest],
  }),
  'with the path of another dataset': ({ records: [first, ...rest], ...manifest }) => ({
    ...manifest,
    records: [{ ...first, code: 'b' }, ...rest],
  }),
  'with a copy from before whose path climbs out of it': ({ records: [first, ...rest], ...manifest }) => ({
    ...manifest,
    records: [
      {
        ...first,
        former: [
          { path: '../../../victim/file', sha256: first.sha256, bytes: 1, replacedAt: manifest.startedAt },
        ],
      },
      ...rest,
    ],
  }),
  'with an address that is a script': ({ records: [first, ...rest], ...manifest }) => ({
    ...manifest,
    records: [{ ...first, address: 'javascript:alert(1)' }, ...rest],
  }),
  'with a state nobody knows': ({ records: [first, ...rest], ...manifest }) => ({
    ...manifest,
    records: [{ ...first, state: 'great' }, ...rest],
  }),
  'with a record twice': (manifest) => ({ ...manifest, records: [...manifest.records, manifest.records[0]] }),
  'without its records': (manifest) => ({ ...manifest, records: [] }),
  'without one of its records': (manifest) => ({ ...manifest, records: manifest.records.slice(1) }),
  'with an origin that is a script': (manifest) => ({ ...manifest, origin: ['javascript:alert(1)'] }),
  'with a code that is none': (manifest) => ({
    ...manifest,
    codes: { ...manifest.codes, order: [...manifest.codes.order, '../../x'] },
  }),
  'with a time that is none': (manifest) => ({ ...manifest, completedAt: 'yesterday' }),
  'that is incomplete without a gap': (manifest) => ({ ...manifest, complete: false }),
  'without problems': ({ problems: _, ...manifest }) => manifest,
}

/** What somebody does to the file that names the snapshot. */
const POINTERS: Readonly<Record<string, (path: string) => void>> = {
  'is gone': (path) => rmSync(path),
  'is empty': (path) => writeFileSync(path, ''),
  'contains zeros': (path) => writeFileSync(path, Buffer.alloc(500)),
  'names a folder elsewhere': (path) => writeFileSync(path, '../../elsewhere\n'),
  'contains some other text': (path) => writeFileSync(path, 'one\ntwo\nthree\n'),
}

describe('an altered snapshot', () => {
  const template = temporaryFolder({ after })
  let origin: ScriptedOrigin
  const suite = suiteContext()
  before(async () => {
    const routes = serviceRoutes({ a: 'one', b: 'two' })
    origin = await startScripted(suite, routes)
    await mirrorInto(settingsIn(template, { origin: origin.base }))
  })

  function open(t: TestContext) {
    const folder = temporaryFolder(t)
    cpSync(template, folder, { recursive: true, preserveTimestamps: true })
    const [state, out] = [join(folder, 'state'), join(folder, 'dist')]
    const run = (command: 'build' | 'crawl', ...args: string[]) =>
      runHere([command, '--state', state, ...(command === 'build' ? ['--out', out] : []), ...args])
    return { folder, state, out, run, current: findCurrent(state)?.folder ?? '' }
  }

  async function refuses({ folder, out, run }: ReturnType<typeof open>, why: RegExp) {
    const before = readTree(out, { times: true })
    const beside = readdirSync(folder)
    const { code, stderr } = await run('build')
    assert.equal(code, 1, stderr)
    const [begun = '', fault = '', ...more] = stderr.trimEnd().split('\n')
    assert.match(begun, /^Building the site in /)
    assert.match(fault, why)
    assert.deepEqual(more, [])
    assert.deepEqual(differences(before, readTree(out, { times: true })), [])
    assert.deepEqual(readdirSync(folder), beside)
    const restored = await run('crawl', '--origin', origin.base, '--restore', out)
    assert.equal(restored.code, 0, restored.stderr)
    assert.match(restored.stderr, /Restored 12 files/)
  }

  for (const [what, change] of Object.entries(MANIFESTS))
    it(`is not built from with a manifest ${what}, and can be restored`, { timeout: 60_000 }, async (t) => {
      const opened = open(t)
      const path = layout.manifest(opened.current)
      writeFileSync(path, JSON.stringify(change(JSON.parse(readFileSync(path, 'utf8')))))
      await refuses(opened, /manifest\.json is damaged.*run again with --restore/)
    })

  for (const [what, change] of Object.entries(POINTERS))
    it(`is not built from while "current" ${what}, and can be restored`, { timeout: 60_000 }, async (t) => {
      const opened = open(t)
      change(layout.current(opened.state))
      await refuses(opened, /state\/current is damaged.*run again with --restore/)
    })

  it('is reported if "current" is a link to itself', async (t) => {
    const { state, run } = open(t)
    rmSync(layout.current(state))
    symlinkSync('current', layout.current(state))
    const { code, stderr } = await run('build')
    assert.equal(code, 1)
    assert.match(stderr, /current is a symbolic link to itself, not a file\. Remove it/)
  })

  it('moves and removes nothing outside of it, whatever the journal of an interrupted crawl contains', async (t) => {
    const { folder, state, run, current } = open(t)
    const victim = join(folder, 'victim')
    writeFileSync(victim, 'one')
    const [record] = JSON.parse(readFileSync(layout.manifest(current), 'utf8')).records
    const sha256 = hash('sha256', 'one')
    const fetchedAt = '2020-01-01T00:00:00.000Z'
    const lines = [
      { origin: [origin.base], startedAt: fetchedAt },
      { ...record, path: '../../victim', sha256, bytes: 3, fetchedAt },
      { ...record, path: '../../victim.earlier', sha256, bytes: 3, fetchedAt },
    ]
    mkdirSync(layout.draft(state))
    writeFileSync(layout.journal(state), lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
    const { code, stderr } = await run('crawl', '--origin', origin.base)
    assert.equal(code, 0, stderr)
    assert.equal(readFileSync(victim, 'utf8'), 'one')
  })

  for (const name of ['draft', 'draft.restoring', 'derived'])
    it(`clears nothing at the target of ${name} if it is a symbolic link`, async (t) => {
      const { folder, state, run } = open(t)
      const elsewhere = join(folder, 'elsewhere')
      mkdirSync(elsewhere)
      writeFileSync(join(elsewhere, 'mine.txt'), 'mine')
      rmSync(join(state, name), { recursive: true, force: true })
      symlinkSync(elsewhere, join(state, name))
      const { code, stderr } = await run('crawl', '--origin', origin.base)
      assert.equal(code, 2, stderr)
      assert.match(stderr, new RegExp(`state/${name} is a symbolic link.*Remove the link`))
      assert.deepEqual(readdirSync(elsewhere), ['mine.txt'])
    })

  it('keeps files of others next to its generations', async (t) => {
    const { state, run } = open(t)
    const own = join(layout.generations(state), 'notes')
    mkdirSync(own)
    for (let runs = 0; runs < 2; runs++) {
      const { code, stderr } = await run('crawl', '--origin', origin.base)
      assert.equal(code, 0, stderr)
    }
    assert.deepEqual(readdirSync(layout.generations(state)).length, 3)
    assert.ok(existsSync(own))
  })
})
