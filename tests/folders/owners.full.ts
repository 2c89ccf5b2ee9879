import assert from 'node:assert/strict'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it, test } from 'node:test'
import { layout } from '../../src/lib/snapshot/index.ts'
import { mount, mountMemory, run as runProgram } from '../snapshot/mounts.ts'
import { serviceRoutes } from '../support/crawling.ts'
import { everything } from '../support/everything.ts'
import { readTree } from '../support/files.ts'
import { mirrorInto, prepareStates, runHere, settingsIn } from '../support/mirror.ts'
import { type ScriptedOrigin, startScripted } from '../support/scripted-origin.ts'
import { suiteContext } from '../support/suite.ts'
import { temporaryFolder } from '../support/temporary.ts'

function write(folder: string, files: Readonly<Record<string, string>>): string {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(folder, name, '..'), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
  return folder
}

/** A folder of somebody who uses the names that ours have. */
const LIKE_A_SITE = {
  'manifest.json': '{"name":"An app","icons":[]}',
  'status.json': '{"status":1,"ok":true}',
  SHA256SUMS: `${'0'.repeat(64)}  app.tar.gz\n`,
  'app.tar.gz': 'an app',
  'thesis/chapter-1.txt': 'years of work',
}
const LIKE_A_STATE = {
  'draft/chapter-1.txt': 'years of work',
  'derived/lord-jim.txt': 'a reading',
  'generations/family.txt': 'names',
  'status.json': '{"status":1,"well":true}',
  'derived/tables.json': '[]',
  current: 'family\n',
  'draft.journal': '{"dear":"diary"}\n',
}

describe('a folder with files of others', () => {
  let origin: ScriptedOrigin
  const at = temporaryFolder({ after })
  const suite = suiteContext()
  before(async () => {
    origin = await startScripted(suite, serviceRoutes({ a: 'one' }))
  })

  it('is not replaced by a site, whatever the names of its files', async (t) => {
    const out = write(join(temporaryFolder(t), 'app'), LIKE_A_SITE)
    const seen = everything(out)
    for (const command of ['mirror', 'build']) {
      const origins = command === 'mirror' ? ['--origin', origin.base] : []
      const { code, stderr } = await runHere([command, ...origins, '--state', join(at, 's1'), '--out', out])
      assert.equal(code, 2, stderr)
      assert.match(stderr, /^out: \S+app .*\(.*\)\. Name another folder/)
    }
    assert.deepEqual(everything(out), seen)
    assert.deepEqual(readdirSync(join(out, '..')), ['app'])
    assert.ok(!existsSync(join(at, 's1')))
  })

  it('is not prepared for a host', async (t) => {
    const site = write(join(temporaryFolder(t), 'www'), {
      'index.html': '<!doctype html>',
      '.htaccess': 'Require all denied',
      'index.html.gz': 'mine',
    })
    const seen = everything(site)
    const { code, stderr } = await runHere(['host', 'caddy', site])
    assert.equal(code, 2, stderr)
    assert.match(stderr, /^host: .*www\b/)
    assert.deepEqual(everything(site), seen)
  })

  for (const command of ['mirror', 'crawl', 'build', 'plan', 'restore'] as const)
    it(`is not used as a state folder by ${command}, and nothing is requested or written`, async (t) => {
      const state = write(join(temporaryFolder(t), 'book'), LIKE_A_STATE)
      const seen = everything(state)
      origin.forget()
      const name = command === 'restore' ? 'crawl' : command
      const { code, stderr } = await runHere([
        name,
        ...(name === 'build' ? [] : ['--origin', origin.base]),
        ...(name === 'mirror' || name === 'build' ? ['--out', join(state, '../dist')] : []),
        ...(command === 'restore' ? ['--restore', origin.base] : []),
        ...['--state', state],
      ])
      assert.equal(code, 2, stderr)
      assert.match(stderr, /book .*\(.*\)\. Name another folder with --state\./)
      assert.doesNotMatch(stderr, /\n {4}at /)
      assert.deepEqual(everything(state), seen)
      assert.deepEqual(readdirSync(join(state, '..')), ['book'])
      assert.deepEqual(origin.requests, [])
    })
})

describe('a folder of this program', () => {
  let origin: ScriptedOrigin
  const folder = temporaryFolder({ after })
  const paths = () => ['--state', join(folder, 'state'), '--out', join(folder, 'dist')]
  const suite = suiteContext()
  before(async () => {
    origin = await startScripted(suite, serviceRoutes({ a: 'one' }))
    await prepareStates(join(folder, 'state'))
    const { code, stderr } = await runHere(['--quiet', '--origin', origin.base, ...paths()])
    assert.equal(code, 0, stderr)
  })

  it('is recognised without a mark, as in older versions, by its manifest or its status', async () => {
    const state = join(folder, 'state')
    for (const proof of ['both', 'manifest', 'status']) {
      rmSync(layout.mark(state))
      if (proof === 'manifest') rmSync(layout.status(state))
      if (proof === 'status')
        rmSync(layout.manifest(layout.generation(state, readFileSync(layout.current(state), 'utf8').trim())))
      const args = proof === 'status' ? ['--restore', join(folder, 'dist')] : []
      const { code, stderr } = await runHere(['--quiet', '--origin', origin.base, ...args, ...paths()])
      assert.equal(code, 0, `${proof}: ${stderr}`)
      assert.ok(existsSync(layout.mark(state)))
    }
  })

  it('is replaced if only its manifest or only its status is readable', async () => {
    for (const damaged of ['manifest.json', 'status.json']) {
      writeFileSync(join(folder, 'dist', damaged), '{')
      const { code, stderr } = await runHere(['build', '--quiet', ...paths()])
      assert.equal(code, 0, stderr)
      assert.doesNotThrow(() => JSON.parse(readFileSync(join(folder, 'dist', damaged), 'utf8')))
    }
  })

  it('is recognised if a first run was killed before it had written more than its mark', async (t) => {
    const state = join(temporaryFolder(t), 'state')
    write(state, { 'open-data-mirror.txt': '', lock: '', 'draft/x': '' })
    const { code, stderr } = await runHere(['crawl', '--quiet', '--origin', origin.base, '--state', state])
    assert.equal(code, 0, stderr)
  })
})

/** Places of `out` and `state` below a folder, and links to be made there first. */
const NESTED: readonly (readonly [
  what: string,
  state: string,
  out: string,
  links?: Readonly<Record<string, string>>,
])[] = [
  ['are the same', 's', 's'],
  ['have the snapshot in the site', 'd/s', 'd'],
  ['have the snapshot in what a build works in', '.d.mirror-work/s', 'd'],
  ['have the site in the snapshot', 's', 's/dist'],
  ['have the site in the draft', 's', 's/draft'],
  ['have the snapshot in the site by way of a link', 'link/s', 'd', { link: 'd' }],
  ['have the site in the snapshot by way of a link', 's', 'link', { link: 's/derived' }],
  ['are the same by way of a link that leads to nothing yet', 'link', 's', { link: 's' }],
]

for (const [what, state, out, links = {}] of NESTED)
  test(`folders that ${what} are refused before anything is written`, async (t) => {
    const folder = temporaryFolder(t)
    for (const [name, target] of Object.entries(links)) symlinkSync(target, join(folder, name))
    const origin = await startScripted(t, serviceRoutes({ a: 'one' }))
    const args = ['--origin', origin.base, '--state', join(folder, state), '--out', join(folder, out)]
    const { code, stderr } = await runHere(args)
    assert.equal(code, 2, stderr)
    assert.match(stderr, /^out: .*Name another folder for one of them\.\n$/)
    assert.deepEqual(readdirSync(folder), Object.keys(links))
    assert.deepEqual(origin.requests, [])
  })

test('a folder in the state folder or the site of another mirror is refused, since its next run would delete it', async (t) => {
  const origin = await startScripted(t, serviceRoutes({ a: 'one' }))
  const folder = temporaryFolder(t)
  const { state, out } = settingsIn(folder, { origin: origin.base })
  await mirrorInto(settingsIn(folder, { origin: origin.base }))
  const plan = join(folder, 'plan.json')
  const planned = await runHere(['plan', '--json', '--origin', origin.base, '--state', join(folder, 'new')])
  writeFileSync(plan, planned.stdout)
  const seen = everything(folder)
  origin.forget()
  const other = join(folder, 'other')
  for (const place of [join(state, 'draft/mine'), join(out, 'mine')])
    for (const args of [
      ['crawl', '--state', place],
      ['crawl', '--plan', plan, '--shard', '1/2', '--state', place],
      ['plan', '--state', place],
      ['mirror', '--state', place, '--out', other],
      ['mirror', '--state', other, '--out', place],
    ]) {
      const { code, stderr } = await runHere([...args, '--origin', origin.base])
      assert.equal(code, 2, stderr)
      assert.match(stderr, /mine is inside the (state folder|published site) .*Name another folder\.\n$/)
    }
  assert.deepEqual(everything(folder), seen)
  assert.deepEqual(origin.requests, [])
})

const UNUSABLE: readonly (readonly [
  what: string,
  option: '--out' | '--state',
  place: (folder: string) => string,
  says: RegExp,
])[] = [
  ['a file', '--state', (folder) => join(folder, 'file'), /state: \S+file is a file\. Name a folder\./],
  ['a file', '--out', (folder) => join(folder, 'file'), /out: \S+file is a file\. Name a folder\./],
  ['below a file', '--state', (folder) => join(folder, 'file/s'), /state: .* a part of its path is a file/],
  ['below a file', '--out', (folder) => join(folder, 'file/d'), /out: .* a part of its path is a file/],
  ['a link to itself', '--out', (folder) => join(folder, 'loop'), /out: .* to itself/],
  ['a link to itself', '--state', (folder) => join(folder, 'loop'), /state: .* to itself/],
  ['with a backslash in its name', '--state', (folder) => join(folder, 'x\\y'), /state: .* backslash/],
  ['of a name of 255 bytes', '--out', (folder) => join(folder, 'x'.repeat(255)), /out: .* too long/],
  [
    'at a path of 600 bytes',
    '--state',
    (folder) => join(folder, ...Array(6).fill('y'.repeat(100))),
    /state: .* too long/,
  ],
  [
    'at a path of 600 bytes',
    '--out',
    (folder) => join(folder, ...Array(6).fill('y'.repeat(100))),
    /out: .* too long/,
  ],
  [
    'at a path of 3,900 bytes',
    '--state',
    (folder) => join(folder, ...Array(38).fill('y'.repeat(100))),
    /state: .* too long/,
  ],
]

test('a state folder that is not a folder is reported before its service is checked', async (t) => {
  const file = join(temporaryFolder(t), 'file')
  writeFileSync(file, 'mine')
  for (const command of ['crawl', 'plan', 'mirror']) {
    const { code, stderr } = await runHere([command, '--state', file])
    assert.equal(code, 2, stderr)
    assert.match(stderr, /^\S+\/file is a file\. Name a folder\.\n$/)
  }
})

test('a site is built with its styles in folders whose names have characters with a meaning in addresses', async (t) => {
  const folder = join(temporaryFolder(t), 'a%20b#c?d\te')
  const origin = await startScripted(t, serviceRoutes({ a: 'one' }))
  const out = join(folder, 'back\\slash', 'dist')
  await mirrorInto({ ...settingsIn(folder, { origin: origin.base }), out })
  const [, style = ''] =
    /<link rel="stylesheet" href="([^"]+)"/.exec(readFileSync(join(out, 'index.html'), 'utf8')) ?? []
  assert.match(readFileSync(join(out, style), 'utf8'), /\{/)
  assert.equal((await runHere(['verify', out])).code, 0)
})

for (const [what, option, place, says] of UNUSABLE)
  test(`${option} that is ${what} ends with 2 and a sentence, and nothing is written`, async (t) => {
    const folder = temporaryFolder(t)
    writeFileSync(join(folder, 'file'), 'mine')
    symlinkSync('loop', join(folder, 'loop'))
    const origin = await startScripted(t, serviceRoutes({ a: 'one' }))
    const [state, out] =
      option === '--state' ? [place(folder), join(folder, 'd')] : [join(folder, 's'), place(folder)]
    const { code, stderr } = await runHere(['--origin', origin.base, '--state', state, '--out', out])
    assert.equal(code, 2, stderr)
    assert.match(stderr, says)
    assert.doesNotMatch(stderr, /\n {4}at /)
    assert.deepEqual(readdirSync(folder).sort(), ['file', 'loop'])
  })

test('--out as a mount point ends with 2 and a sentence before anything is requested or written', async (t) => {
  const folder = temporaryFolder(t)
  const own = join(folder, 'with a space')
  mkdirSync(own)
  for (const mounted of [mountMemory(t, '4m'), mount(t, '--bind', own)]) {
    if ('refusal' in mounted) return t.skip(mounted.refusal)
    const origin = await startScripted(t, serviceRoutes({ a: 'one' }))
    const state = join(folder, 's')
    const args = ['--origin', origin.base, '--state', state, '--out']
    const { code, stderr } = await runHere([...args, mounted.disk])
    assert.equal(code, 2, stderr)
    assert.match(stderr, /^out: \S+ is a mount point.*\n$/)
    assert.ok(stderr.includes(mounted.disk))
    assert.deepEqual(origin.requests, [])
    assert.deepEqual(readdirSync(mounted.disk), [])
    assert.deepEqual(readdirSync(folder), ['with a space'])
    await prepareStates(state)
    const named = /such as (\S+)\.\n$/.exec(stderr)?.[1] ?? ''
    assert.equal((await runHere([...args, named])).code, 0)
    assert.ok(existsSync(join(named, 'index.html')))
    rmSync(named, { recursive: true })
    rmSync(state, { recursive: true })
  }
})

test('a folder within --state or --out on which something is mounted ends with 2 and a sentence before anything is asked or written', async (t) => {
  const folder = temporaryFolder(t)
  const origin = await startScripted(t, serviceRoutes({ a: 'one' }))
  const run = () =>
    runHere(['--quiet', '--origin', origin.base, '--state', join(folder, 's'), '--out', join(folder, 'd')])
  await prepareStates(join(folder, 's'))
  assert.equal((await run()).code, 0)
  const seen = readTree(folder, { times: true })
  for (const [place, key] of [
    ['s/generations', 'state'],
    ['s/draft', 'state'],
    ['s/draft.incoming', 'state'],
    ['d/api/v1', 'out'],
    ['.d.mirror-work', 'out'],
  ] as const) {
    const disk = join(folder, place)
    const isNew = !existsSync(disk)
    mkdirSync(disk, { recursive: true })
    const refusal = runProgram('mount', '-t', 'tmpfs', 'tmpfs', disk)
    if (refusal !== undefined) return t.skip(refusal)
    origin.forget()
    const { code, stderr } = await run().finally(() => runProgram('umount', disk))
    if (isNew) rmSync(disk, { recursive: true })
    assert.equal(code, 2, stderr)
    assert.match(stderr, new RegExp(`^${key}: `))
    assert.ok(stderr.includes(`${disk} is a mount point`), stderr)
    assert.deepEqual(origin.requests, [])
    assert.deepEqual(readTree(folder, { times: true }), seen)
  }
  // What is only cached is moved nowhere.
  const cache = join(folder, 's/derived')
  assert.equal(runProgram('mount', '-t', 'tmpfs', 'tmpfs', cache), undefined)
  const { code, stderr } = await run().finally(() => runProgram('umount', cache))
  assert.equal(code, 0, stderr)
})

test('a snapshot and a site are created at the targets of links, even if these are absent', async (t) => {
  const folder = temporaryFolder(t)
  symlinkSync('disk/mirror/s', join(folder, 's'))
  symlinkSync('disk/mirror/d', join(folder, 'd'))
  const origin = await startScripted(t, serviceRoutes({ a: 'one' }))
  const args = ['--origin', origin.base, '--state', join(folder, 's'), '--out', join(folder, 'd')]
  const { code, stderr } = await runHere(args)
  assert.equal(code, 0, stderr)
  assert.ok(existsSync(join(folder, 'disk/mirror/s/current')))
  assert.ok(existsSync(join(folder, 'disk/mirror/d/manifest.json')))
})
