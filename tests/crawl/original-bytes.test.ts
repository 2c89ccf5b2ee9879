import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { existsSync, readFileSync, statSync, truncateSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { layout, type ManifestRecord, originalOf } from '../../src/lib/snapshot/index.ts'
import { answer, type Crawled, openCrawler, serviceRoutes } from '../support/crawling.ts'
import { type Route, startScripted } from '../support/scripted-origin.ts'

const JSON_B = 'api/v1/get_dataset/b/?type=json'
const FILE = 'get_dataset/b/index.json'
const ORIGINAL = originalOf(FILE)
const TEXT = '[{"имя":"Парк"}]'
const SENT = Buffer.from(`\ufeff${TEXT}`, 'utf16le')
const TYPE = 'application/json; charset=utf-16le'

const tagged: Route = ({ headers }) =>
  headers['if-none-match'] === '"1"' ? { status: 304 } : answer(SENT, TYPE, { etag: '"1"' })

const day = (count: number) => new Date(Date.UTC(2026, 0, count))

/** A mirror of two datasets, of which one was converted from UTF-16. */
async function openMirrored(t: TestContext) {
  const origin = await startScripted(t, { ...serviceRoutes({ a: '1', b: '2' }), [JSON_B]: tagged })
  const crawler = openCrawler(t, origin)
  return { origin, crawler, first: await crawler.run({}, day(1)) }
}

const fileOf = ({ folder }: Crawled, path: string) => join(folder, 'api/v1', path)

/** Flips a bit of a file, which keeps its length and time. */
function rot(file: string): void {
  const { atime, mtime } = statSync(file)
  const bytes = readFileSync(file)
  bytes.writeUInt8(bytes.readUInt8(9) ^ 1, 9)
  writeFileSync(file, bytes)
  utimesSync(file, atime, mtime)
}

const WAYS: Readonly<Record<string, (file: string) => void>> = {
  'has a flipped bit and the time it had': rot,
  'is cut': (file) => truncateSync(file, 4),
}

test('states the checksum and the length of the bytes as received', async (t) => {
  const { first } = await openMirrored(t)
  assert.deepEqual(first.record(FILE)?.original, { sha256: hash('sha256', SENT), bytes: SENT.length })
  assert.equal(first.record('get_dataset/a/index.json')?.original, undefined)
})

for (const [how, damage] of Object.entries(WAYS)) {
  test(`requests a document again if its bytes as received are damaged: the file ${how}`, async (t) => {
    const { crawler, first } = await openMirrored(t)
    damage(fileOf(first, ORIGINAL))
    const run = await crawler.run({}, day(20))
    assert.ok(run.bytes(ORIGINAL).equals(SENT))
    assert.equal(run.states[FILE], 'derived')
    assert.deepEqual(run.problems, [])
  })

  test(`reports once that the bytes as received of a failing dataset are lost, and keeps its copy: the file ${how}`, async (t) => {
    const { origin, crawler, first } = await openMirrored(t)
    damage(fileOf(first, ORIGINAL))
    origin.set({ [JSON_B]: { status: 500 } })
    const run = await crawler.run({}, day(20))
    assert.deepEqual(
      run.manifest.problems.map(({ severity, code, facts }) => [severity, code, facts?.format]).sort(),
      [
        ['gap', 'server-error', undefined],
        ['warning', 'lost-original', 'json'],
      ],
    )
    assert.equal(run.text(FILE), TEXT)
    assert.equal(run.record(FILE)?.original, undefined)
    assert.equal(existsSync(fileOf(run, ORIGINAL)), false)
    const next = await crawler.run({}, day(40))
    assert.deepEqual(
      next.manifest.problems.map(({ code }) => code),
      ['server-error'],
    )
  })
}

test('the bytes as received of a withdrawn dataset are stored and checked like its copy', async (t) => {
  const { origin, crawler, first } = await openMirrored(t)
  origin.set(serviceRoutes({ a: '1' }))
  origin.set({ [JSON_B]: { status: 404 }, 'api/v1/get_dataset/b/?type=xml': { status: 404 } })
  const kept = await crawler.run({ removalShare: 1 }, day(2))
  assert.equal(kept.states[FILE], 'withdrawn')
  assert.ok(kept.bytes(ORIGINAL).equals(SENT))
  assert.deepEqual(kept.record(FILE)?.original, first.record(FILE)?.original)
  rot(fileOf(kept, ORIGINAL))
  const run = await crawler.run({}, day(20))
  assert.equal(run.text(FILE), TEXT)
  assert.deepEqual(
    run.manifest.problems.map(({ code }) => code),
    ['lost-original'],
  )
})

test('a manifest of a version without these checksums is read, and gets them', async (t) => {
  const { origin, crawler, first } = await openMirrored(t)
  const path = layout.manifest(first.folder)
  const manifest = JSON.parse(readFileSync(path, 'utf8'))
  for (const record of manifest.records as { original?: ManifestRecord['original'] }[]) delete record.original
  writeFileSync(path, JSON.stringify(manifest))
  origin.set({ [JSON_B]: { status: 500 } })
  const run = await crawler.run({}, day(20))
  assert.ok(run.bytes(ORIGINAL).equals(SENT))
  assert.deepEqual(run.record(FILE)?.original, first.record(FILE)?.original)
})

test('the bytes as received do not stay when the origin sends the same text in UTF-8', async (t) => {
  const { origin, crawler } = await openMirrored(t)
  origin.set({ [JSON_B]: answer(TEXT, 'application/json') })
  const run = await crawler.run({}, day(2))
  assert.deepEqual([run.states[FILE], run.record(FILE)?.original], ['unchanged', undefined])
  assert.equal(existsSync(fileOf(run, ORIGINAL)), false)
})

test('a former copy stays with the bytes as received, and both are checked', async (t) => {
  const { origin, crawler, first } = await openMirrored(t)
  origin.set({ [JSON_B]: answer('[]', 'application/json') })
  const { problems } = await crawler.run({}, day(2))
  const [, acceptRemovals = ''] = /--accept-removals (\w+)/.exec(problems.join()) ?? []
  const replaced = await crawler.run({ acceptRemovals }, day(3))
  const [former] = replaced.record(FILE)?.former ?? []
  assert.deepEqual(former?.original, first.record(FILE)?.original)
  const kept = join(replaced.folder, originalOf(former?.path ?? ''))
  assert.ok(readFileSync(kept).equals(SENT))
  rot(kept)
  const run = await crawler.run({}, day(20))
  assert.deepEqual(run.manifest.problems.map(({ code }) => code).sort(), [
    'formats-disagree',
    'lost-original',
  ])
  assert.equal(run.record(FILE)?.former?.[0]?.sha256, former?.sha256)
  assert.equal(run.record(FILE)?.former?.[0]?.original, undefined)
})
