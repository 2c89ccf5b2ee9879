import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { openCrawl } from '../../src/lib/crawl/context.ts'
import { datasetResource, fileOf, parseDatasetCode } from '../../src/lib/interface/index.ts'
import { findCurrent, findDigest } from '../../src/lib/snapshot/index.ts'
import { openCrawler, serviceRoutes } from '../support/crawling.ts'
import { everything } from '../support/everything.ts'
import { ROOT } from '../support/files.ts'
import { runHere } from '../support/mirror.ts'
import { type Route, type ScriptedOrigin, startScripted } from '../support/scripted-origin.ts'
import { temporaryFolder } from '../support/temporary.ts'
import { mountMemory, remount } from './mounts.ts'

/** A service of eight datasets of 200 kB in each format. */
const routes = (text: string) =>
  serviceRoutes(
    Object.fromEntries(Array.from({ length: 8 }, (_, n) => [`d${n}`, `${n}${text.repeat(200_000)}`])),
  )

const HANGING: Route = { body: '[', ending: 'hang' }

function crawlArgs(t: TestContext, origin: ScriptedOrigin, state: string): string[] {
  const config = join(temporaryFolder(t), 'mirror.config.ts')
  writeFileSync(config, 'export default { retries: 0 }')
  return ['crawl', '--quiet', '--origin', origin.base, '--config', config, '--state', state]
}

function isWhole(state: string): boolean {
  const current = findCurrent(state)
  return (
    current?.manifest.records.every(
      ({ path, sha256 }) => findDigest(join(current.folder, path))?.sha256 === sha256,
    ) ?? false
  )
}

test('a full disk ends the crawl with the file and what to do; the next one, with space on the disk, succeeds', async (t) => {
  const origin = await startScripted(t, routes('a'))
  const mounted = mountMemory(t, '2m')
  if ('refusal' in mounted) return t.skip(mounted.refusal)
  const { disk } = mounted
  const state = join(disk, 'state')
  const args = crawlArgs(t, origin, state)
  const full = await runHere(args)
  assert.equal(full.code, 1, full.stderr)
  assert.match(
    full.stderr,
    /^\S+\/state\/\S+ could not be written \(ENOSPC\)\. The disk is full\. .*--state\. Then run again.*\n$/,
  )
  assert.deepEqual(readdirSync(state).sort(), [
    'draft',
    'draft.incoming',
    'draft.journal',
    'open-data-mirror.txt',
  ])
  remount(disk, 'size=16m')
  origin.forget()
  assert.equal((await runHere(args)).code, 0)
  assert.ok(isWhole(state))
  assert.ok(origin.requests.some(({ path }) => path.includes('get_dataset')))
  assert.deepEqual(readdirSync(state).sort(), [
    'current',
    'derived',
    'generations',
    'open-data-mirror.txt',
    'status.json',
  ])
})

test('a disk that has no space even for the lock is reported as full, for a crawl and for a host', async (t) => {
  const origin = await startScripted(t, routes('a'))
  const mounted = mountMemory(t, '16m')
  if ('refusal' in mounted) return t.skip(mounted.refusal)
  const { disk } = mounted
  const [state, out] = [join(disk, 'state'), join(disk, 'dist')]
  assert.equal((await runHere(crawlArgs(t, origin, state))).code, 0)
  assert.equal((await runHere(['build', '--quiet', '--state', state, '--out', out])).code, 0)
  const { blocks, bfree, bsize } = statfsSync(disk)
  remount(disk, `size=${(Number(blocks) - Number(bfree)) * Number(bsize)}`)
  for (const args of [crawlArgs(t, origin, state), ['host', 'nginx', out]]) {
    const { code, stdout } = await runHere([...args, '--json'])
    const { error, code: kind } = JSON.parse(stdout)
    assert.equal(code, 1)
    assert.match(error, /lock could not be written \(ENOSPC\)\. The disk is full\. Free some space there/)
    assert.equal(kind, 'disk-full')
  }
  assert.ok(isWhole(state))
  remount(disk, 'size=32m')
  assert.equal((await runHere(crawlArgs(t, origin, state))).code, 0)
  assert.equal((await runHere(['host', 'nginx', out])).code, 0)
})

test('a crawl that cannot write its last lines still ends its requests', {
  timeout: 240_000,
}, async (t) => {
  const origin = await startScripted(t, { ...routes('a'), 'api/v1/get_dataset/d0/?type=json': HANGING })
  const mounted = mountMemory(t, '1m')
  if ('refusal' in mounted) return t.skip(mounted.refusal)
  const { disk } = mounted
  const { options } = openCrawler(t, origin)
  const crawl = openCrawl(
    { ...options, state: join(disk, 'state'), deadlines: { connect: 5, idle: 600, total: 600 } },
    () => {},
    () => new Date(),
  )
  const hanging = { resource: datasetResource(parseDatasetCode('d0')), format: 'json' } as const
  const asked = crawl.run.fetchAll([hanging])
  const path = fileOf(hanging)
  const reason = 'x'.repeat(10_000)
  crawl.draft.note({ path, operation: 'get_dataset', format: 'json', address: '', state: 'fetched', reason })
  assert.throws(() => writeFileSync(join(disk, 'filler'), Buffer.alloc(2 << 20)), { code: 'ENOSPC' })
  await assert.rejects(crawl.close(), { code: 'ENOSPC' })
  await asked.catch(() => {})
})

test('a disk that fills up while changes are fetched leaves the published site unchanged', async (t) => {
  const origin = await startScripted(t, routes('a'))
  const mounted = mountMemory(t, '5m')
  if ('refusal' in mounted) return t.skip(mounted.refusal)
  const { disk } = mounted
  const state = join(disk, 'state')
  const args = crawlArgs(t, origin, state)
  assert.equal((await runHere(args)).code, 0)
  const before = findCurrent(state)?.manifest.generation
  origin.set(routes('b'))
  assert.equal((await runHere(args)).code, 1)
  assert.equal(findCurrent(state)?.manifest.generation, before)
  assert.ok(isWhole(state))
  remount(disk, 'size=16m')
  assert.equal((await runHere(args)).code, 0)
  assert.notEqual(findCurrent(state)?.manifest.generation, before)
  assert.ok(isWhole(state))
})

test('a read-only disk is reported before any request, and its files stay', async (t) => {
  const origin = await startScripted(t, routes('a'))
  const mounted = mountMemory(t, '16m')
  if ('refusal' in mounted) return t.skip(mounted.refusal)
  const { disk } = mounted
  const state = join(disk, 'state')
  const args = crawlArgs(t, origin, state)
  assert.equal((await runHere(args)).code, 0)
  remount(disk, 'ro')
  origin.forget()
  const refused = await runHere(args)
  assert.equal(refused.code, 1)
  assert.match(
    refused.stderr,
    /\/state\/lock could not be written \(EROFS\)\. The disk is read-only\. Make it writable/,
  )
  assert.deepEqual(origin.requests, [])
  assert.ok(isWhole(state))
})

test('a folder without write permission is reported by its name', async (t) => {
  const folder = temporaryFolder(t)
  const state = join(folder, 'state')
  mkdirSync(state)
  chmodSync(folder, 0o755)
  chmodSync(state, 0o555)
  // Root may write anywhere, unless it gives that right up; its own folders, such as the checkout, stay open to it.
  const isRoot = process.getuid?.() === 0
  const withoutRight = isRoot ? ['setpriv', '--bounding-set=-dac_override', '--inh-caps=-dac_override'] : []
  const run = [process.execPath, join(ROOT, 'scripts/mirror.mjs'), 'crawl', '--quiet', '--state', state]
  const [program = '', ...args] = [...withoutRight, ...run, '--origin', 'http://127.0.0.1:9']
  const able = spawnSync(program, [...args.slice(0, withoutRight.length), '--version'], { encoding: 'utf8' })
  if (able.status !== 0)
    return t.skip(`root cannot give up its right to write here: ${able.error?.message ?? able.stderr.trim()}`)
  const child = spawn(program, args, { cwd: ROOT, stdio: ['ignore', 'ignore', 'pipe'] })
  let output = ''
  child.stderr.on('data', (chunk) => {
    output += chunk
  })
  const ended = await Promise.race([once(child, 'close'), once(child, 'error')])
  assert.ok(!(ended[0] instanceof Error), String(ended[0]))
  assert.equal(ended[0], 1, output)
  assert.match(output, /\/state\/open-data-mirror\.txt could not be written \(EACCES\)\. .*permission/)
  assert.deepEqual(readdirSync(state), [])
})

test('a disk that is full during a build is reported in one line, whatever file is written; with space, the build succeeds', async (t) => {
  const origin = await startScripted(t, serviceRoutes({ a: 'text' }))
  const state = join(temporaryFolder(t), 'state')
  const mounted = mountMemory(t, '300k')
  if ('refusal' in mounted) return t.skip(mounted.refusal)
  const { disk } = mounted
  assert.equal((await runHere(crawlArgs(t, origin, state))).code, 0)
  const args = ['build', '--quiet', '--state', state, '--out', join(disk, 'dist')]
  const seen: string[] = []
  for (const size of ['40k', '120k', '300k']) {
    remount(disk, `size=${size}`)
    const { code, stderr } = await runHere(args)
    assert.equal(code, 1, stderr)
    assert.match(
      stderr,
      /^\S+\/\.dist\.mirror-work\/\S+ could not be written \(ENOSPC\)\. The disk is full\. [^\n]+\n$/,
    )
    assert.doesNotMatch(readdirSync(disk).join(), /^dist$/)
    seen.push(stderr)
  }
  assert.equal(new Set(seen).size, seen.length)
  remount(disk, 'size=32m')
  const { code, stderr } = await runHere(args)
  assert.equal(code, 0, stderr)
  assert.deepEqual(readdirSync(disk), ['dist'])
})

test('a disk that fills up while pages are rendered is reported in one line, with what to do', async (t) => {
  const codes = Array.from({ length: 300 }, (_, at) => [`d${at}`, `text ${at}`])
  const origin = await startScripted(t, serviceRoutes(Object.fromEntries(codes)))
  const state = join(temporaryFolder(t), 'state')
  const mounted = mountMemory(t, '6m')
  if ('refusal' in mounted) return t.skip(mounted.refusal)
  assert.equal((await runHere(crawlArgs(t, origin, state))).code, 0)
  const out = join(mounted.disk, 'dist')
  const { code, stderr } = await runHere(['build', '--quiet', '--state', state, '--out', out])
  assert.equal(code, 1, stderr)
  assert.match(
    stderr,
    /^\S+dist\.mirror-work\/\S+ could not be written \(ENOSPC\)\. The disk is full\. [^\n]+\n$/,
  )
})

test('a disk without free inodes is reported in one line, and the published site stays unchanged', async (t) => {
  const origin = await startScripted(t, serviceRoutes({ a: 'text' }))
  const mounted = mountMemory(t, '64m')
  if ('refusal' in mounted) return t.skip(mounted.refusal)
  const { disk } = mounted
  const state = join(temporaryFolder(t), 'state')
  assert.equal((await runHere(crawlArgs(t, origin, state))).code, 0)
  const args = ['build', '--quiet', '--state', state, '--out', join(disk, 'dist')]
  // Folders and files of the bundle, then pages.
  for (const inodes of [12, 25, 60, 72, 90]) {
    remount(disk, `nr_inodes=${inodes}`)
    const { code, stderr } = await runHere(args)
    assert.equal(code, 1, stderr)
    assert.match(
      stderr,
      /^\S+\/\.dist\.mirror-work\/\S+ could not be written \(ENOSPC\)\. .*inodes\. .*, then run again; [^\n]+\n$/,
    )
    assert.doesNotMatch(readdirSync(disk).join(), /^dist$/)
    // Fewer inodes than are used cannot be set.
    remount(disk, 'nr_inodes=1000')
    rmSync(join(disk, '.dist.mirror-work'), { recursive: true, force: true })
  }
  assert.equal((await runHere(args)).code, 0)
  const full = join(disk, 'state')
  const taken = Number(statfsSync(disk).files) - Number(statfsSync(disk).ffree)
  remount(disk, `nr_inodes=${taken + 8}`)
  const crawled = await runHere(crawlArgs(t, origin, full))
  assert.equal(crawled.code, 1)
  assert.match(crawled.stderr, /could not be written \(ENOSPC\)\. .*inodes\. .*, or name/)
})

test('a disk of the state folder that fills up at the end of a build leaves the published site unchanged', async (t) => {
  const origin = await startScripted(t, serviceRoutes({ a: 'text' }))
  const mounted = mountMemory(t, '64m')
  if ('refusal' in mounted) return t.skip(mounted.refusal)
  const { disk } = mounted
  const [state, out] = [join(disk, 'state'), join(temporaryFolder(t), 'dist')]
  assert.equal((await runHere(crawlArgs(t, origin, state))).code, 0)
  const build = (...args: string[]) => runHere(['build', '--quiet', '--state', state, '--out', out, ...args])
  assert.equal((await build()).code, 0)
  const before = everything(out)
  rmSync(join(state, 'derived'), { recursive: true })
  const { blocks, bfree, bsize } = statfsSync(disk)
  // The lock and what a build stores first fit, what it stores about the new site does not.
  remount(disk, `size=${(Number(blocks) - Number(bfree) + 3) * Number(bsize)}`)
  const { code, stderr } = await build('--full')
  assert.equal(code, 1)
  assert.match(stderr, /\/derived\/\S+ could not be written \(ENOSPC\)/)
  assert.deepEqual(everything(out), before)
  remount(disk, 'size=64m')
  assert.equal((await build('--full')).code, 0)
})
