import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { findCurrent, findStatus, layout, openFolderMirror } from '../../src/lib/snapshot/index.ts'
import { pathOf } from '../support/asking.ts'
import { openCrawler, serviceRoutes } from '../support/crawling.ts'
import { startScripted } from '../support/scripted-origin.ts'
import { temporaryFolder } from '../support/temporary.ts'
import { publishedManifest, publishedRecord, restoreInto, writePublished } from './published.ts'
import { manifestOf } from './records.ts'

test('a state folder of version 1 can be crawled into: its kept copies are stale since the same time', async (t) => {
  const origin = await startScripted(t, serviceRoutes({ a: 'x', b: 'y' }))
  const crawler = openCrawler(t, origin)
  origin.set({ [pathOf('b')]: { status: 500 }, 'api/v1/get_dataset/b/?type=xml': { status: 500 } })
  await crawler.run({}, new Date('2026-01-01T00:00:00Z'))
  origin.set({ [pathOf('a')]: { status: 500 }, 'api/v1/get_dataset/a/?type=xml': { status: 500 } })
  const { folder, record } = await crawler.run({}, new Date('2026-01-02T00:00:00Z'))
  const { since } = record('get_dataset/a/index.json') ?? {}
  rewrite(join(folder, 'manifest.json'), manifestOfVersion1)

  const { states, manifest, ...again } = await crawler.run({}, new Date('2026-01-03T00:00:00Z'))
  assert.equal(manifest.manifest, 2)
  assert.equal(states['get_dataset/a/index.json'], 'stale')
  assert.equal(again.record('get_dataset/a/index.json')?.since, since)
  assert.equal(states['get_dataset/b/index.json'], 'missing')
})

test('a mirror published by version 1 is restored, including its gaps', async (t) => {
  const [state, folder] = [temporaryFolder(t), temporaryFolder(t)]
  const { sha256: _, bytes: __, ...bare } = publishedRecord('none', '')
  const records = [
    { ...publishedRecord('a', 'data of a'), state: 'stale' } as const,
    { ...bare, state: 'missing', reason: 'It answered 500.' } as const,
  ]
  const manifest = {
    ...manifestOf(publishedManifest({}).generation, records),
    complete: false,
    problems: [{ severity: 'gap', subject: 'a', message: 'It answered 500.' }],
  }
  writePublished(folder, manifest, { a: 'data of a' })
  rewrite(join(folder, 'manifest.json'), manifestOfVersion1)
  await restoreInto(state, openFolderMirror(folder))
  const restored = findCurrent(state)?.manifest
  assert.equal(restored?.manifest, 2)
  assert.deepEqual(restored.records, records)
  assert.deepEqual(restored.problems, manifest.problems)
  assert.deepEqual([restored.counts.stale, restored.counts.missing], [1, 1])
})

test('a status of version 1 is read', (t) => {
  const state = temporaryFolder(t)
  const status = {
    status: 1,
    triedAt: '2026-01-02T00:00:00Z',
    outcome: 'holes',
    counts: { kept: 2 },
    holes: 3,
  }
  writeFileSync(layout.status(state), JSON.stringify(status))
  assert.deepEqual(findStatus(state), {
    status: 2,
    triedAt: '2026-01-02T00:00:00Z',
    outcome: 'gaps',
    counts: { stale: 2 },
    gaps: 3,
  })
})

function rewrite(file: string, change: (text: string) => string): void {
  const text = readFileSync(file, 'utf8')
  assert.notEqual(change(text), text)
  writeFileSync(file, change(text))
}

function manifestOfVersion1(text: string): string {
  return text
    .replace('"manifest": 2', '"manifest": 1')
    .replaceAll('"stale"', '"kept"')
    .replaceAll('"missing"', '"quarantined"')
    .replaceAll('"gap"', '"hole"')
}
