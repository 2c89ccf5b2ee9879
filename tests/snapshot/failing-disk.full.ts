import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { constants, tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, type TestContext, test } from 'node:test'
import { verifySite } from '../../src/lib/site/index.ts'
import { findCurrent, findDigest } from '../../src/lib/snapshot/index.ts'
import { serviceRoutes } from '../support/crawling.ts'
import { differences, ROOT, readTree } from '../support/files.ts'
import { type Ended, runHere, runMirror, withBundle } from '../support/mirror.ts'
import { startScripted } from '../support/scripted-origin.ts'
import { temporaryFolder } from '../support/temporary.ts'

/** Where a disk fails: a part of the path, whether changes or reads fail, from which such call on, and whether only that one. */
interface Failing {
  readonly code: keyof typeof constants.errno
  readonly path: string
  readonly kind?: 'r' | 'w'
  readonly at?: number
  readonly once?: boolean
}

interface Case extends Failing {
  readonly args: (folder: string) => string[]
}

const crawl = () => ['crawl', '--quiet']
const build = () => ['build', '--quiet']
const host = (folder: string) => ['host', 'caddy', join(folder, 'dist')]
const pack = (folder: string) => ['pack', join(folder, 'dist'), '--out', join(folder, 'a.zip')]

const merge = (folder: string) => ['merge', '--quiet', '--plan', join(folder, 'plan.json')]
const forget = () => ['forget', 'c']
const plan = () => ['plan', '--quiet']
const restore = (folder: string) => [
  'crawl',
  '--quiet',
  '--restore',
  join(folder, 'dist'),
  '--state',
  join(folder, 'new'),
]
const sqlite = (folder: string) => ['pack', join(folder, 'dist'), '--sqlite', '--out', join(folder, 'a.zip')]

const FAULTS: Readonly<Record<string, Case>> = {
  'a sector that cannot be written, of a body': {
    args: crawl,
    code: 'EIO',
    path: '/draft.incoming/',
    once: true,
  },
  'a disk that fails for good while the journal is written': {
    args: crawl,
    code: 'EIO',
    path: '/state/',
    at: 60,
  },
  'a disk that becomes read-only in the middle of a crawl': {
    args: crawl,
    code: 'EROFS',
    path: '/state/',
    at: 80,
  },
  'a disk that becomes read-only at the end of a crawl': {
    args: crawl,
    code: 'EROFS',
    path: '/current.next',
  },
  'a quota that is used up in the middle of a crawl': {
    args: crawl,
    code: 'EDQUOT',
    path: '/state/',
    at: 70,
  },
  'a share of files that is gone': { args: crawl, code: 'ESTALE', path: '/state/', at: 50 },
  'a flush that fails': { args: crawl, code: 'EIO', path: '/manifest.json.part', at: 3, once: true },
  'a full disk in the middle of a crawl': { args: crawl, code: 'ENOSPC', path: '/state/', at: 40 },
  'a disk that has no folder of a name': { args: crawl, code: 'ENOENT', path: '/draft/api/v1/get_dataset/c' },
  'a disk that does not allow a name': { args: build, code: 'EINVAL', path: '/site/api/v1/get_dataset/c' },
  'too many open files in a crawl': { args: crawl, code: 'EMFILE', path: '/draft/', kind: 'r' },
  'a sector of a page that cannot be written': {
    args: build,
    code: 'EIO',
    path: '/site/index.html',
    once: true,
  },
  'a quota that is used up in a build': { args: build, code: 'EDQUOT', path: '/.dist.mirror-work/', at: 30 },
  'a disk that becomes read-only in a build': { args: build, code: 'EROFS', path: '.dist', at: 40 },
  'a compressed copy that cannot be written': { args: host, code: 'EIO', path: '.br.part', once: true },
  'a lock that cannot be opened': { args: crawl, code: 'EDQUOT', path: '/state/lock', at: 3 },
  'the mark of a shard that cannot be read': { args: merge, code: 'EIO', path: '/shards/', kind: 'r' },
  'a shard that cannot be read': { args: merge, code: 'EMFILE', path: '/shard.json', kind: 'r' },
  'a quota that is used up in a merge': { args: merge, code: 'EDQUOT', path: '/state/', at: 60 },
  'a disk that becomes read-only at the end of a merge': {
    args: merge,
    code: 'EROFS',
    path: '/current.next',
  },
  'a sector that cannot be written while versions are removed': {
    args: forget,
    code: 'EIO',
    path: '/forgetting.part/',
    at: 2,
  },
  'a disk that becomes read-only while versions are removed': {
    args: forget,
    code: 'EROFS',
    path: '/forgetting',
    at: 6,
  },
  'a full disk in a restore': { args: restore, code: 'ENOSPC', path: '/new/', at: 30 },
  'a disk that fails at the end of a restore': { args: restore, code: 'EIO', path: '/new/current.next' },
  'an archive that cannot be written': { args: pack, code: 'EIO', path: '/a.zip.part', at: 2 },
  'a quota that is used up by an archive': { args: pack, code: 'EDQUOT', path: '/a.zip.part', at: 2 },
  'a database that cannot be created': { args: sqlite, code: 'EACCES', path: '/a.zip.part' },
  'a database that cannot be written': { args: sqlite, code: 'EIO', path: '/a.zip.part', at: 9 },
  'a quota that is used up by a database': { args: sqlite, code: 'EDQUOT', path: '/a.zip.part', at: 9 },
  'a disk that a database fills': { args: sqlite, code: 'ENOSPC', path: '/a.zip.part', at: 9 },
  'a snapshot that cannot be read for a plan': { args: plan, code: 'EIO', path: '/manifest.json', kind: 'r' },
  'a site that cannot be read while it is prepared for a host': {
    args: host,
    code: 'EMFILE',
    path: '/dist/SHA256SUMS',
    kind: 'r',
  },
  'a site that cannot be read while it is packed': {
    args: pack,
    code: 'EIO',
    path: '/get_dataset/b/index.json',
    kind: 'r',
  },
}

describe('a failing disk', { concurrency: 2 }, () => {
  let library: string | undefined
  let refusal = ''
  const tools = mkdtempSync(join(tmpdir(), 'mirror-failing-disk-'))
  after(() => rmSync(tools, { recursive: true }))
  before(() => {
    const path = join(tools, 'failing-disk.so')
    const source = join(ROOT, 'tests/support/failing-disk.c')
    const options = { encoding: 'utf8' } as const
    const { status, error, stderr } = spawnSync(
      'cc',
      ['-shared', '-fPIC', '-o', path, source, '-ldl'],
      options,
    )
    if (status === 0) library = path
    else refusal = `no C compiler for the library that makes a disk fail: ${error?.message ?? stderr}`
  })

  async function open(t: TestContext) {
    const folder = temporaryFolder(t)
    const origin = await startScripted(t, serviceRoutes({ a: '1', b: '2', c: '3' }))
    const config = join(folder, 'config.mjs')
    const [state, out] = [join(folder, 'state'), join(folder, 'dist')]
    writeFileSync(
      config,
      `export default ${JSON.stringify({ origin: [origin.base], state, out, retries: 0, history: { keep: 9, bytes: 1e6 } })}`,
    )
    const withConfig = (args: string[]) => (args[0] === 'pack' ? args : [...args, '--config', config])
    const run = (args: string[]) => runHere(withConfig(args))
    const runOn = (
      args: string[],
      { code, path, kind = 'w', at = 1, once }: Failing,
      onOutput?: (all: string, kill: (signal: NodeJS.Signals) => void) => void,
    ): Promise<Ended> =>
      runMirror(withConfig(args), {
        ...(onOutput && { onOutput }),
        env: {
          LD_PRELOAD: library,
          FAULT_PATH: path,
          FAULT_KIND: kind,
          FAULT_AT: String(at),
          FAULT_ERRNO: String(constants.errno[code]),
          ...(once && { FAULT_ONCE: '1' }),
        },
      })
    assert.equal((await run(crawl())).code, 0)
    assert.equal((await withBundle(state, () => run(build()))).code, 0)
    origin.set(serviceRoutes({ a: '1', b: '2', c: 'changed' }))
    return { folder, state, out, run, runOn }
  }

  async function fetchShard(folder: string, run: (args: string[]) => Promise<Ended>): Promise<void> {
    const plan = join(folder, 'plan.json')
    writeFileSync(plan, (await run(['plan', '--json'])).stdout)
    const { code, stderr } = await run(['crawl', '--quiet', '--plan', plan, '--shard', '1/1'])
    assert.equal(code, 0, stderr)
  }

  const isWhole = (state: string) => {
    const current = findCurrent(state)
    return current?.manifest.records.every(
      ({ path, sha256 }) => findDigest(join(current.folder, path))?.sha256 === sha256,
    )
  }

  for (const [name, { args, ...failing }] of Object.entries(FAULTS))
    test(`ends a command with one line that names the file and what to do, and loses nothing: ${name}`, async (t) => {
      if (library === undefined) return t.skip(refusal)
      const { folder, state, out, run, runOn } = await open(t)
      if (args === build || args === forget) assert.equal((await run(['crawl', '--quiet'])).code, 0)
      if (args === merge) await fetchShard(folder, run)
      const published = readTree(out)
      const { code, stderr } = await runOn(args(folder), failing)
      assert.equal(code, 1, stderr)
      const does = failing.kind === 'r' ? 'read' : '(?:written|removed)'
      const line = `/\\S+ could not be ${does} \\((?:${failing.code}|ENOENT)\\)\\. [^\\n]+(?:, then|\\. Then) run again[^\\n]*\\n$`
      assert.match(stderr, new RegExp(`^${folder.replaceAll('.', '\\.')}${line}`))
      assert.deepEqual(differences(readTree(out), published), [])
      assert.ok(isWhole(state))
      assert.equal(existsSync(join(folder, 'a.zip')), false)
      assert.equal((await run(args(folder))).code, 0)
      assert.deepEqual(verifySite(out).findings, [])
      assert.deepEqual(
        readdirSync(state).filter((file) => /draft|lock|part|next/.test(file)),
        [],
      )
    })

  test('a copy that the disk cannot read any more is replaced, like a damaged one', async (t) => {
    if (library === undefined) return t.skip(refusal)
    const { state, runOn } = await open(t)
    const before = findCurrent(state)
    const file = `${before?.manifest.generation}/api/v1/get_dataset/b/index.json`
    const { code, stderr } = await runOn(['crawl', '--quiet'], { code: 'EIO', path: file, kind: 'r' })
    assert.equal(code, 0, stderr)
    assert.match(
      stderr,
      /^warning: \S+get_dataset\/b\/\?type=json — .*replaced by the published one[^\n]*\n$/,
    )
    assert.ok(isWhole(state))
  })

  test('verify names a file that cannot be read among its findings, and checks all others', async (t) => {
    if (library === undefined) return t.skip(refusal)
    const { out, runOn } = await open(t)
    const failing = { code: 'EIO', path: '/get_dataset/b/index.json', kind: 'r' } as const
    const { code, stderr } = await runOn(['verify', out, '--quiet'], failing)
    assert.equal(code, 6, stderr)
    assert.match(
      stderr,
      /^unreadable: api\/v1\/get_dataset\/b\/index\.json — \S+ could not be read \(EIO\)\. [^\n]+ run again\.\n$/,
    )
  })

  test('serve answers 503 for a file that cannot be opened because of a fault, so that it does not count as deleted', async (t) => {
    if (library === undefined) return t.skip(refusal)
    const { out, runOn } = await open(t)
    const failing = { code: 'EMFILE', path: '/get_dataset/b/index.json', kind: 'r' } as const
    const statuses: number[] = []
    await runOn(['serve', out, '--port', '0', '--json'], failing, (text, kill) => {
      const url = /"url":"([^"]+)"/.exec(text)?.[1]
      if (url === undefined || statuses.length > 0) return
      statuses.push(0)
      const ask = async (path: string) => (await fetch(`${url}api/v1/get_dataset/${path}`)).status
      Promise.all(['b/?type=json', 'a/?type=json', 'none/'].map(ask))
        .then((all) => statuses.splice(0, 1, ...all))
        .finally(() => kill('SIGTERM'))
    })
    assert.deepEqual(statuses, [503, 200, 404])
  })

  test('a copy that the disk cannot read stops a build, which says to crawl again', async (t) => {
    if (library === undefined) return t.skip(refusal)
    const { state, run, runOn } = await open(t)
    assert.equal((await run(['crawl', '--quiet'])).code, 0)
    const file = `${findCurrent(state)?.manifest.generation}/api/v1/get_dataset/c/index.json`
    const { code, stderr } = await runOn(['build', '--quiet'], { code: 'EIO', path: file, kind: 'r' })
    assert.equal(code, 1)
    assert.match(stderr, /c\/index\.json (?:is damaged|could not be read \(EIO\))\D+[^\n]*\n$/)
  })
})
