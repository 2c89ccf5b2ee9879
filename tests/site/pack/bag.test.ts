import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import type { Settings } from '../../../src/lib/config/index.ts'
import { listFiles } from '../../../src/lib/site/index.ts'
import { mirrorPackage, runHere } from '../../support/mirror.ts'
import { temporaryFolder } from '../../support/temporary.ts'
import { readBag } from './bag-reader.ts'

/** A dataset code with each character that BagIt or coreutils treats specially in a name. */
const CODES = ['plain', '100%', 'a%0Ab', 'back\\slash', 'две части']

const folder = temporaryFolder({ after })
let settings: Settings
let config: string
before(async () => {
  const resources = CODES.map((name) => ({
    name,
    data: [
      { code: name, n: 1 },
      { code: name, n: 2 },
    ],
  }))
  writeFileSync(join(folder, 'datapackage.json'), JSON.stringify({ name: 'names', resources }))
  settings = await mirrorPackage(folder, join(folder, 'datapackage.json'))
  config = join(folder, 'mirror.config.mjs')
  writeFileSync(
    config,
    `export default { title: 'Mirror of\\nBagging-Date: never', contact: 'mailto:mirror@example.org' }`,
  )
})

async function bag(name: string, ...options: string[]) {
  const out = join(folder, `${name}.zip`)
  const line = ['pack', settings.out, '--bag', '--config', config, '--out', out, '--json', ...options]
  const { code, stdout, stderr } = await runHere(line)
  assert.equal(code, 0, stderr)
  const packed: { folder: string; sha256: string; files: number } = JSON.parse(stdout)
  const into = join(folder, name)
  mkdirSync(into)
  execFileSync('unzip', ['-q', out, '-d', into], { env: { ...process.env, LC_ALL: 'C.UTF-8' } })
  return { ...packed, stderr, root: join(into, packed.folder) }
}

describe('a bag', () => {
  it('contains the site, byte for byte, with a checksum for every file', async () => {
    const { root, files } = await bag('whole')
    const { payload } = readBag(root)
    assert.deepEqual(
      payload,
      listFiles(settings.out).map((path) => `data/${path}`),
    )
    assert.equal(files, listFiles(root).length)
    for (const path of listFiles(settings.out))
      assert.ok(readFileSync(join(root, 'data', path)).equals(readFileSync(join(settings.out, path))), path)
  })

  it('states whose it is, what it contains and when it was read, one element a line', async () => {
    const { root } = await bag('stated')
    const { completedAt, generation, origin } = JSON.parse(
      readFileSync(join(root, 'data/manifest.json'), 'utf8'),
    )
    const { info } = readBag(root)
    assert.deepEqual(info.slice(0, 2), [
      ['Source-Organization', 'Mirror of Bagging-Date: never'],
      ['Contact-Email', 'mirror@example.org'],
    ])
    const { 'External-Description': description, ...rest } = Object.fromEntries(info.slice(2))
    assert.match(String(description), new RegExp(`a copy of ${origin[0]} with 5 datasets, .*, complete\\.$`))
    assert.equal(rest['Bagging-Date'], completedAt.slice(0, 10))
    assert.equal(rest['Internal-Sender-Identifier'], generation)
    assert.equal(rest['External-Identifier'], `${origin[0]} ${generation}`)
    assert.match(rest['Bag-Software-Agent'] ?? '', /^open-data-mirror\/\d/)
  })

  it('is checked by sha256sum, except names with a percent sign, which a note counts', async () => {
    const { root, stderr } = await bag('summed')
    const lines = readFileSync(join(root, 'manifest-sha256.txt'), 'utf8').split(/(?<=\n)/)
    const plain = lines.filter((line) => !line.includes('%'))
    writeFileSync(join(root, '../plain.txt'), plain.join(''))
    execFileSync('sha256sum', ['--check', '--quiet', '--strict', '../plain.txt'], { cwd: root })
    execFileSync('sha256sum', ['--check', '--quiet', '--strict', 'tagmanifest-sha256.txt'], { cwd: root })
    assert.ok(lines.length > plain.length)
    assert.match(
      stderr,
      new RegExp(`^note: ${lines.length - plain.length} files of the bag have a name with %`),
    )
    assert.match(lines.join(''), /data\/api\/v1\/get_dataset\/a%250Ab\/index\.json\n/)
  })

  it('has no pages with --data-only, but all data and what vouches for it', async () => {
    const { root, folder: name } = await bag('data', '--data-only')
    const { payload } = readBag(root)
    assert.match(name, /-bag$/)
    const kept = listFiles(settings.out).filter((path) => path.startsWith('api/') && !path.endsWith('.html'))
    const vouching = [
      'SHA256SUMS',
      'changes.json',
      'generations.jsonl',
      'manifest.json',
      'mirror.sql',
      'openapi.json',
      'status.json',
    ]
    assert.deepEqual(
      payload,
      [...kept, ...vouching].sort().map((path) => `data/${path}`),
    )
    execFileSync('sha256sum', ['--check', '--quiet', '--ignore-missing', 'SHA256SUMS'], {
      cwd: join(root, 'data'),
    })
  })

  it('is the same for the same site', async () => {
    assert.equal((await bag('once')).sha256, (await bag('twice')).sha256)
  })
})

it('no longer counts as a bag to a reader when a file was altered or added', async () => {
  const { root } = await bag('altered')
  const file = join(root, 'data/api/v1/list/index.json')
  const text = readFileSync(file)
  appendFileSync(file, ' ')
  assert.throws(() => readBag(root), /index\.json was altered/)
  writeFileSync(file, text)
  writeFileSync(join(root, 'data/more'), '')
  assert.throws(() => readBag(root), /not listed data\/more/)
})

it('is written for a whole site only, and --data-only needs --bag', async () => {
  const { code, stderr } = await runHere(['pack', settings.out, '--data-only'])
  assert.equal(code, 2)
  assert.match(stderr, /^--data-only: expected --bag too/)
  const damaged = join(settings.out, 'api/v1/list/index.xml')
  const before = readFileSync(damaged)
  appendFileSync(damaged, ' ')
  const out = join(folder, 'damaged.zip')
  const refused = await runHere(['pack', settings.out, '--bag', '--out', out])
  writeFileSync(damaged, before)
  assert.equal(refused.code, 6)
  assert.match(refused.stderr, /api\/v1\/list\/index\.xml differs from SHA256SUMS/)
  assert.ok(!existsSync(out))
})
