import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, type TestContext, test } from 'node:test'
import {
  findChanges,
  findCurrent,
  findStatus,
  isStoredList,
  LaterManifest,
  layout,
  type ManifestRecord,
  nextStatus,
  type Outcome,
  openFolderMirror,
  type RunChanges,
  readManifest,
  renderManifest,
  type Status,
} from '../../src/lib/snapshot/index.ts'
import { openCrawler, serviceRoutes } from '../support/crawling.ts'
import { startScripted } from '../support/scripted-origin.ts'
import { temporaryFolder } from '../support/temporary.ts'
import { pathOf } from '../support/timed-client.ts'
import { publishedManifest, publishedRecord, restoreInto, writePublished } from './published.ts'
import { manifestOf, ORIGIN, recordOf, START } from './records.ts'

describe('machine files', () => {
  const STATUS: Status = {
    status: 2,
    tool: 'test 1.0',
    origin: ['http://127.0.0.1:1/'],
    triedAt: '2026-01-02T00:00:00Z',
    outcome: 'gaps',
    counts: { stale: 2 },
    gaps: 3,
    warnings: 0,
    goodUntil: '2026-01-04T00:00:00Z',
  }

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

  test('the sentences that early versions wrote as evidence are read, and that of a configured field is known', async (t) => {
    const origin = await startScripted(t, serviceRoutes({ a: 'x', b: 'y' }))
    const crawler = openCrawler(t, origin)
    const { folder } = await crawler.run({ fields: { code: 'id' } })
    const evidenceAfter = (evidence: string) => {
      rewrite(join(folder, 'manifest.json'), (text) => {
        const manifest = JSON.parse(text)
        return JSON.stringify({ ...manifest, codes: { ...manifest.codes, evidence } })
      })
      return findCurrent(dirname(dirname(folder)))?.manifest.codes.evidence
    }
    assert.deepEqual(evidenceAfter('3 links'), { code: 'sentence', facts: { text: '3 links' } })
    assert.deepEqual(evidenceAfter('the config names the field'), { code: 'config' })
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
    const { gaps, ...rest } = STATUS
    const status = { ...rest, status: 1, outcome: 'holes', counts: { kept: 2 }, holes: gaps }
    writeFileSync(layout.status(state), JSON.stringify(status))
    assert.deepEqual(findStatus(state), STATUS)
  })

  for (const [what, status] of Object.entries({
    'another version': { ...STATUS, status: 3 },
    'a time that is none': { ...STATUS, answeredAt: 'never' },
    'a number in place of the origin': { ...STATUS, origin: 5 },
    'no time until which it is valid': { ...STATUS, goodUntil: undefined },
  }))
    test(`a status with ${what} counts as none`, (t) => {
      const state = temporaryFolder(t)
      writeFileSync(layout.status(state), JSON.stringify(status))
      assert.equal(findStatus(state), undefined)
    })

  for (const [what, change] of Object.entries({
    'a run without its kinds of changes': (run: RunChanges) => ({ ...run, withdrawn: undefined }),
    'a code that is a number': (run: RunChanges) => ({ ...run, added: [5] }),
    'a time that is none': (run: RunChanges) => ({ ...run, at: 'yesterday' }),
  }))
    test(`changes with ${what} count as none, and the next run lists its own`, async (t) => {
      const origin = await startScripted(t, serviceRoutes({ a: 'x' }))
      const crawler = openCrawler(t, origin)
      const first = await crawler.run()
      const [run] = findChanges(first).runs
      assert.deepEqual(run?.added, ['a'])
      // Of a version that stated no checksum of the changes.
      rewrite(layout.manifest(first.folder), (text) => text.replace(/^ {2}"changes": .*\n/m, ''))
      writeFileSync(layout.changes(first.folder), JSON.stringify({ changes: 1, runs: [change(run)] }))
      origin.set(serviceRoutes({ a: 'x', b: 'y' }))
      const second = await crawler.run()
      assert.deepEqual(
        findChanges(second).runs.map(({ added }) => added),
        [['b']],
      )
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
})

describe('the manifest', () => {
  const render = (records: readonly ManifestRecord[]) =>
    [...renderManifest(manifestOf('g', records))].join('')
  function read(t: TestContext, text: string) {
    const file = join(temporaryFolder(t), 'manifest.json')
    writeFileSync(file, text)
    return readManifest(file)
  }
  const many = (count: number) => Array.from({ length: count }, (_, n) => recordOf(`d${n}`, `${n}`))

  test('a manifest is read back unchanged, with one line per record, whatever their number', (t) => {
    for (const count of [0, 1, 2, 499, 500, 501, 1000, 1001]) {
      const text = render(many(count))
      assert.deepEqual(read(t, text), manifestOf('g', many(count)))
      assert.equal(text.split('\n').filter((line) => line.startsWith('    {"path":')).length, count)
      assert.ok(text.endsWith(']\n}\n'))
    }
  })

  test('a manifest keeps codes that need escaping', (t) => {
    const codes = ['a"b', 'a\nb', '\u2028', '<script>', '😀', '\\', '}\n}', '__proto__']
    const records = codes.map((code) => recordOf(code, 'x'))
    assert.deepEqual(read(t, render(records)).records, records)
  })

  test('states why a text is not a manifest', (t) => {
    assert.throws(() => read(t, '{"manifest":'), /^Error: It is not json\.$/)
    for (const text of [
      '{}',
      '{"manifest":0,"records":[]}',
      '{"manifest":2,"records":{}}',
      '[]',
      'null',
      '5',
    ])
      assert.throws(() => read(t, text), /It is not a manifest of this/, text)
    assert.throws(() => read(t, '{"manifest":3,"records":[]}'), LaterManifest)
  })

  test('a list counts as stored only with its bytes', () => {
    const list = { ...recordOf('a', 'x'), operation: 'list_oivs' } as const
    assert.ok(isStoredList(list))
    const { sha256: _, ...bare } = list
    assert.ok(!isStoredList({ ...bare, state: 'missing' }))
    assert.ok(!isStoredList(recordOf('a', 'x')))
  })
})

describe('the status', () => {
  const HOUR = 3_600_000
  const manifest = manifestOf('one', [])

  /** The status after a run that ended so many hours after the first one. */
  const after = (hours: number, outcome: Outcome, before?: Status) =>
    nextStatus(
      manifest,
      { outcome, tool: 'test 1.0', origin: ORIGIN, at: new Date(START.getTime() + hours * HOUR), every: 24 },
      before,
    )
  const at = (hours: number) => new Date(START.getTime() + hours * HOUR).toISOString()

  test('an unreachable origin does not extend the time until which the status is valid', () => {
    const complete = after(0, 'complete')
    assert.deepEqual([complete.answeredAt, complete.goodUntil], [at(0), at(48)])
    let status = complete
    for (const hours of [24, 48, 72]) status = after(hours, 'unreachable', status)
    assert.deepEqual([status.triedAt, status.answeredAt, status.goodUntil], [at(72), at(0), at(48)])
    const back = after(96, 'gaps', status)
    assert.deepEqual([back.answeredAt, back.goodUntil], [at(96), at(144)])
  })

  test('a last answer in the future, from a wrong clock, does not make the mirror count as up to date for years', () => {
    const wrong = after(24 * 365 * 60, 'complete')
    const status = after(24, 'unreachable', wrong)
    assert.deepEqual([status.answeredAt, status.goodUntil], [at(24), at(72)])
    assert.equal(after(48, 'unreachable', status).goodUntil, at(72))
  })

  test('no time of a status is in the future once the clock is right in two runs', () => {
    const ahead = 24 * 365 * 60
    const status = after(48, 'gaps', after(24, 'gaps', after(ahead, 'complete')))
    assert.deepEqual([status.completeAt, status.staleSince], [at(48), at(48)])
    const stale = after(48, 'unreachable', after(24, 'unreachable', after(ahead, 'gaps')))
    assert.deepEqual([stale.completeAt, stale.staleSince], [undefined, at(48)])
  })

  test('a run whose clock is behind changes no time of earlier runs', () => {
    const right = after(24, 'gaps', after(0, 'complete'))
    const behind = after(-24 * 365 * 50, 'gaps', right)
    assert.deepEqual([behind.completeAt, behind.staleSince], [at(0), at(0)])
  })

  test('a status without that field counts from its last run that reached the origin, else from the snapshot', () => {
    const { answeredAt: _, ...reached } = after(5, 'gaps')
    assert.equal(after(30, 'unreachable', reached).answeredAt, at(5))
    const { answeredAt: __, ...unreachable } = after(20, 'unreachable')
    assert.equal(after(30, 'unreachable', unreachable).answeredAt, manifest.completedAt)
  })
})
