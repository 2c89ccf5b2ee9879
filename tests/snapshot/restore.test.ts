import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { hash } from 'node:crypto'
import {
  appendFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { extendChain } from '../../src/lib/snapshot/chain.ts'
import {
  findChanges,
  findCurrent,
  findStatus,
  type Generation,
  layout,
  openDraft,
  type PublishedMirror,
  RestoreFailed,
} from '../../src/lib/snapshot/index.ts'
import { readTree } from '../support/files.ts'
import { temporaryFolder } from '../support/temporary.ts'
import { publishedManifest, publishedRecord, restoreInto, writePublished } from './published.ts'
import { manifestOf, ORIGIN, pathOf, put, START } from './records.ts'

const DATA = { a: 'data of a', 'b в': 'data of b', '%2F ?#': 'data of c', 'index.json': 'data of d' }

test('a snapshot is restored from its published form: bytes, times, validators, and the same manifest', async (t) => {
  const [state, folder] = [temporaryFolder(t), temporaryFolder(t)]
  const manifest = publishedManifest(DATA)
  const restored = await restoreInto(state, writePublished(folder, manifest, DATA))
  assert.equal(restored.kind, 'restored')
  const current = findCurrent(state)
  assert.ok(current)
  assert.deepEqual(current.manifest, { ...manifest, counts: { ...manifest.counts, fetched: 4 } })
  for (const [code, text] of Object.entries(DATA)) {
    assert.equal(readFileSync(join(current.folder, pathOf(code)), 'utf8'), text)
    assert.equal(statSync(join(current.folder, pathOf(code))).mtime.toISOString(), '2026-01-01T00:00:00.000Z')
  }
  assert.deepEqual(readdirSync(state).sort(), ['current', 'generations'])
})

test('records of every state are restored, with their bytes if they have any', async (t) => {
  const states = ['fetched', 'unchanged', 'unasked', 'stale', 'derived', 'withdrawn'] as const
  const datasets = Object.fromEntries(states.map((state) => [state, `bytes of ${state}`]))
  const { sha256: _, bytes: __, ...bare } = publishedRecord('none', '')
  const records = [
    ...states.map((state) => ({ ...publishedRecord(state, datasets[state] ?? ''), state })),
    { ...bare, state: 'missing', reason: 'It answered 500.' } as const,
  ]
  const [state, folder] = [temporaryFolder(t), temporaryFolder(t)]
  await restoreInto(state, writePublished(folder, manifestOf('20260102T030405678Z', records), datasets))
  const current = findCurrent(state)
  assert.deepEqual(current?.manifest.records, records)
  assert.deepEqual(Object.values(current?.manifest.counts ?? {}), [1, 1, 1, 1, 1, 1, 1])
})

test('problems are restored as stated: without a code by an older program, with an unknown one by a newer', async (t) => {
  const problems = [
    { severity: 'warning', subject: 'lists', message: 'Stated before there were codes.' },
    {
      severity: 'warning',
      code: 'of-a-later-version',
      subject: 'lists',
      message: 'Stated by a later version.',
    },
  ]
  const [state, folder] = [temporaryFolder(t), temporaryFolder(t)]
  await restoreInto(state, writePublished(folder, { ...publishedManifest(DATA), problems }, DATA))
  assert.deepEqual(findCurrent(state)?.manifest.problems, problems)
})

test('missing and different files are left out as gaps; the rest is restored', async (t) => {
  const [state, folder] = [temporaryFolder(t), temporaryFolder(t)]
  const mirror = writePublished(folder, publishedManifest(DATA), DATA)
  rmSync(join(folder, pathOf('a')))
  writeFileSync(join(folder, pathOf('b в')), 'data of B')
  appendFileSync(join(folder, pathOf('%2F ?#')), ' and more')
  const restored = await restoreInto(state, mirror)
  assert.ok(restored.kind === 'restored')
  const reasons = [/does not have it/, /different bytes/, /more bytes/]
  assert.equal(restored.leftOut.length, reasons.length)
  for (const [at, { severity, code, message }] of restored.leftOut.entries()) {
    assert.deepEqual([severity, code], ['gap', 'not-restored'])
    assert.ok(message.startsWith(folder), message)
    assert.match(message, reasons[at] as RegExp)
  }
  const manifest = findCurrent(state)?.manifest
  assert.deepEqual(
    manifest?.records.map(({ code }) => code),
    ['index.json'],
  )
  assert.deepEqual(manifest?.codes.order, ['a', 'b в', '%2F ?#', 'index.json'])
  assert.equal(manifest?.complete, false)
  assert.deepEqual(manifest?.problems, restored.leftOut)
  assert.deepEqual(
    [...readTree(findCurrent(state)?.folder ?? '').keys()],
    [pathOf('index.json'), 'generations.jsonl', 'manifest.json'],
  )
})

test('a hostile manifest writes only the files of its own representations', async (t) => {
  const place = temporaryFolder(t)
  const good = publishedRecord('good', 'x')
  const escapes = [
    { ...good, path: '../../../escaped' },
    { ...good, path: '/srv/escaped' },
    { ...good, path: 'api/v1/get_dataset/../../../../../escaped/index.json', code: '../../../../../escaped' },
    { ...good, path: 'api/v1/get_dataset/../index.json', code: '..' },
    { ...good, path: 'api/v1/get_dataset/a/b/index.json', code: 'a/b' },
    { ...good, path: 'api/v1/get_dataset/nul\0/index.json', code: 'nul\0' },
    { ...good, path: `api/v1/get_dataset/${'x'.repeat(300)}/index.json`, code: 'x'.repeat(300) },
    { ...good, path: 'manifest.json' },
    { ...good, path: 'api/v1/list/index.json', operation: 'list' },
    { ...good, path: 'api/v1/shell/index.json', operation: 'shell' },
    { ...good, path: 'api/v1/get_dataset/good/index.html', format: 'html' },
    { ...good, path: 'api/v1/get_dataset/../index.json', code: 'js', address: 'javascript:alert(1)' },
    { ...good, path: pathOf('s'), code: 's', sha256: '../x' },
    { ...good, path: pathOf('n'), code: 'n', bytes: -1 },
    { ...good, path: pathOf('t'), code: 't', changedAt: 'soon' },
    { ...good, path: pathOf('q'), code: 'q', state: 'missing' },
    { ...good, path: 7 },
    null,
    [],
    'text',
  ]
  const manifest = { ...manifestOf('../../escaped', [good]), records: [...escapes, good, good] }
  const folder = join(place, 'dist')
  const state = join(place, 'state')
  const restored = await restoreInto(state, writePublished(folder, manifest, { good: 'x', js: 'x', q: 'x' }))
  assert.ok(restored.kind === 'restored')
  assert.equal(restored.leftOut.length, escapes.length + 1)
  assert.ok(restored.leftOut.every(({ message }) => message.startsWith('Its record is invalid: ')))
  assert.deepEqual(readdirSync(place).sort(), ['dist', 'state'])
  const current = findCurrent(state)
  assert.deepEqual([...readTree(state).keys()].length, 4)
  assert.deepEqual(
    [...readTree(current?.folder ?? '').keys()],
    [pathOf('good'), 'generations.jsonl', 'manifest.json'],
  )
})

test('a manifest of another program is an error that says why, and changes nothing', async (t) => {
  const good = publishedManifest({ a: 'x' })
  const wrong: [object | string, RegExp][] = [
    ['<!doctype html>', /is not json/],
    ['{"manifest":1,', /is not json/],
    [{ ...good, manifest: 3 }, /newer version/],
    [{ ...good, manifest: 0 }, /is not a manifest of this program \(manifest: /],
    [{ ...good, origin: [] }, /\(origin: /],
    [{ ...good, origin: ['file:///etc/'] }, /\(origin\.0: /],
    [{ ...good, completedAt: 'yesterday' }, /\(completedAt: /],
    [{ ...good, records: undefined }, /\(records: /],
    [{ ...good, codes: { evidence: 1, order: [] } }, /\(codes\.evidence: /],
    [{ ...good, complete: false }, /\(complete: false, .* no gaps\)/],
  ]
  for (const [manifest, says] of wrong) {
    const [state, folder] = [temporaryFolder(t), temporaryFolder(t)]
    const mirror = writePublished(folder, good, { a: 'x' })
    writeFileSync(
      join(folder, 'manifest.json'),
      typeof manifest === 'string' ? manifest : JSON.stringify(manifest),
    )
    await assert.rejects(restoreInto(state, mirror), (error: Error) => {
      assert.ok(error instanceof RestoreFailed)
      assert.match(error.message, says)
      return true
    })
    assert.equal(findCurrent(state), undefined)
  }
})

test('a manifest with more bytes than the limit is rejected before any is copied', async (t) => {
  const [state, folder] = [temporaryFolder(t), temporaryFolder(t)]
  const mirror = writePublished(folder, publishedManifest(DATA), DATA)
  await assert.rejects(restoreInto(state, mirror, { maxTotalBytes: 20 }), /\b36 bytes.*\b20\b.*maxTotalBytes/)
})

test('only an older snapshot is replaced, and equal files are shared with it', async (t) => {
  const [state, folder] = [temporaryFolder(t), temporaryFolder(t)]
  const mirror = writePublished(folder, publishedManifest(DATA), DATA)
  await restoreInto(state, mirror)
  const first = findCurrent(state)?.folder ?? ''
  assert.equal((await restoreInto(state, mirror)).kind, 'current')
  const newer = { ...publishedManifest({ ...DATA, a: 'new data' }), completedAt: '2026-05-01T00:00:00.000Z' }
  assert.equal((await restoreInto(state, writePublished(folder, newer, { a: 'new data' }))).kind, 'restored')
  const second = findCurrent(state)?.folder ?? ''
  assert.notEqual(second, first)
  const inode = (place: string, code: string) => statSync(join(place, pathOf(code))).ino
  assert.equal(inode(second, 'b в'), inode(first, 'b в'))
  assert.equal(readFileSync(join(second, pathOf('a')), 'utf8'), 'new data')
  const older = { ...publishedManifest(DATA), completedAt: '2026-02-01T00:00:00.000Z' }
  assert.equal((await restoreInto(state, writePublished(folder, older, DATA))).kind, 'current')
  assert.equal(findCurrent(state)?.folder, second)
})

test('the published changes and status are restored if they can be read', async (t) => {
  const changes = {
    changes: 1,
    runs: [
      {
        generation: 'g',
        at: START.toISOString(),
        added: ['a'],
        changed: [],
        withdrawn: [],
        returned: [],
        dropped: [],
      },
    ],
  }
  const status = {
    status: 2,
    tool: 'test 1.0',
    origin: ORIGIN,
    triedAt: START.toISOString(),
    outcome: 'complete',
    gaps: 0,
    warnings: 0,
    goodUntil: START.toISOString(),
  }
  for (const [file, good, find] of [
    ['changes.json', changes, (state: string) => findChanges(findCurrent(state) as Generation)],
    ['status.json', status, findStatus],
  ] as const)
    for (const [text, comes] of [
      [JSON.stringify(good), true],
      [JSON.stringify({ ...good, runs: 'x', outcome: 'fine' }), false],
      ['{', false],
    ] as const) {
      const [state, folder] = [temporaryFolder(t), temporaryFolder(t)]
      const mirror = writePublished(folder, publishedManifest(DATA), DATA)
      writeFileSync(join(folder, file), text)
      await restoreInto(state, mirror)
      if (comes) assert.deepEqual(find(state), good)
      else
        assert.ok(
          !existsSync(
            file === 'status.json' ? layout.status(state) : layout.changes(findCurrent(state)?.folder ?? ''),
          ),
        )
    }
})

test('a mirror whose changes or chain of generations are gone, damaged or of another manifest is restored with a warning', async (t) => {
  const changes = '{"changes":1,"runs":[]}\n'
  const manifest = { ...publishedManifest(DATA), changes: hash('sha256', changes) }
  const chain = extendChain(undefined, manifest)
  const status = {
    ...{ status: 2, tool: 'test 1.0', origin: ORIGIN, triedAt: START.toISOString(), outcome: 'complete' },
    ...{ gaps: 0, warnings: 0, goodUntil: START.toISOString() },
  }
  const whole = { 'changes.json': changes, 'generations.jsonl': chain, 'status.json': JSON.stringify(status) }
  for (const [lost, damage] of [
    [[], {}],
    [['changes.json'], { 'changes.json': undefined }],
    [['changes.json'], { 'changes.json': '{"changes":1,"runs":[] }\n' }],
    [['generations.jsonl'], { 'generations.jsonl': undefined }],
    [['changes.json', 'generations.jsonl'], { 'changes.json': '{', 'generations.jsonl': chain.slice(0, -9) }],
  ] as const) {
    const [state, folder] = [temporaryFolder(t), temporaryFolder(t)]
    const mirror = writePublished(folder, manifest, DATA)
    for (const [file, text] of Object.entries({ ...whole, ...damage }))
      if (text !== undefined) writeFileSync(join(folder, file), text)
    const restored = await restoreInto(state, mirror)
    assert.ok(restored.kind === 'restored')
    assert.deepEqual(
      restored.leftOut.map(({ severity, code, subject }) => [severity, code, subject]),
      lost.map((file) => ['warning', 'not-restored', file]),
    )
    assert.deepEqual(restored.manifest.problems, restored.leftOut)
    const { staleSince, outcome, warnings } = findStatus(state) ?? {}
    assert.deepEqual([staleSince, outcome, warnings], [undefined, 'complete', lost.length])
  }
})

test('a mirror that is published again while its changes are read is read again', async (t) => {
  const [state, folder] = [temporaryFolder(t), temporaryFolder(t)]
  const publish = (text: string, completedAt: string) => {
    const manifest = { ...publishedManifest(DATA), completedAt, changes: hash('sha256', text) }
    writeFileSync(join(folder, 'changes.json'), text)
    writeFileSync(join(folder, 'generations.jsonl'), extendChain(undefined, manifest))
    return writePublished(folder, manifest, DATA)
  }
  const real = publish('{"changes":1,"runs":[]}', '2026-05-01T00:00:00.000Z')
  let replaced = false
  const moving: PublishedMirror = {
    name: 'a moving mirror',
    async read(path, open) {
      if (path === 'changes.json' && !replaced) {
        replaced = true
        publish('{"changes":1,"runs":[]}\n', '2026-05-02T00:00:00.000Z')
      }
      return real.read(path, open)
    },
  }
  const restored = await restoreInto(state, moving)
  assert.ok(restored.kind === 'restored')
  assert.deepEqual([restored.leftOut, restored.manifest.completedAt], [[], '2026-05-02T00:00:00.000Z'])
})

test('a mirror from the future, as a wrong clock dates it, replaces no snapshot, which may be newer', async (t) => {
  const [state, folder] = [temporaryFolder(t), temporaryFolder(t)]
  await restoreInto(state, writePublished(folder, publishedManifest(DATA), DATA))
  const future = { ...publishedManifest({ a: 'old data' }), completedAt: '2090-01-01T00:00:00.000Z' }
  const mirror = writePublished(folder, future, { a: 'old data' })
  assert.equal((await restoreInto(state, mirror)).kind, 'undated')
  assert.equal(readFileSync(join(findCurrent(state)?.folder ?? '', pathOf('a')), 'utf8'), 'data of a')
  assert.equal((await restoreInto(join(state, 'empty'), mirror)).kind, 'restored')
})

test('a file whose length the manifest states wrongly is left out', async (t) => {
  const [state, folder] = [temporaryFolder(t), temporaryFolder(t)]
  const { records, ...rest } = publishedManifest(DATA)
  const wrong = { ...rest, records: records.map((one) => ({ ...one, bytes: (one.bytes ?? 0) + 1 })) }
  const restored = await restoreInto(state, writePublished(folder, wrong, DATA))
  assert.equal(restored.kind === 'restored' && restored.leftOut.length, 4)
})

test('restarts if the mirror is published again during the restore', async (t) => {
  const [state, folder] = [temporaryFolder(t), temporaryFolder(t)]
  const real = writePublished(folder, publishedManifest(DATA), DATA)
  const later = { ...publishedManifest({ ...DATA, a: 'new data' }), completedAt: '2026-05-01T00:00:00.000Z' }
  let replaced = false
  const moving: PublishedMirror = {
    name: 'a moving mirror',
    async read(path, open) {
      if (path === pathOf('a') && !replaced) {
        replaced = true
        writePublished(folder, later, { a: 'new data' })
      }
      return real.read(path, open)
    },
  }
  const restored = await restoreInto(state, moving)
  assert.ok(restored.kind === 'restored')
  assert.deepEqual(restored.leftOut, [])
  assert.equal(readFileSync(join(findCurrent(state)?.folder ?? '', pathOf('a')), 'utf8'), 'new data')
})

test('a killed restore leaves nothing visible, and the next one continues', async (t) => {
  const [state, folder] = [temporaryFolder(t), temporaryFolder(t)]
  const datasets = Object.fromEntries(Array.from({ length: 40 }, (_, n) => [`d${n}`, `data ${n}`]))
  const real = writePublished(folder, publishedManifest(datasets), datasets)
  const href = (file: string) => JSON.stringify(new URL(file, import.meta.url).href)
  const script = `
    import { openFolderMirror } from ${href('../../src/lib/snapshot/index.ts')}
    import { restoreInto } from ${href('./published.ts')}
    const real = openFolderMirror(${JSON.stringify(folder)})
    let asked = 0
    const read = (path, open) => (++asked > 30 ? process.kill(process.pid, 'SIGKILL') : real.read(path, open))
    await restoreInto(${JSON.stringify(state)}, { name: 'it', read }, { concurrency: 1 })`
  assert.equal(spawnSync(process.execPath, ['--input-type=module', '-e', script]).signal, 'SIGKILL')
  assert.equal(findCurrent(state), undefined)
  const asked: string[] = []
  const counting: PublishedMirror = {
    name: 'it',
    read(path, open) {
      asked.push(path)
      return real.read(path, open)
    },
  }
  await restoreInto(state, counting)
  assert.equal(asked.filter((path) => path.startsWith('api/')).length, 40 - 29)
  assert.equal(findCurrent(state)?.manifest.records.length, 40)
  assert.deepEqual(readdirSync(state).sort(), ['current', 'generations'])
})

test('the draft of an interrupted crawl survives a restore', async (t) => {
  const [state, folder] = [temporaryFolder(t), temporaryFolder(t)]
  const draft = openDraft(state, ORIGIN, START)
  put(draft, 'fresh', 'just fetched')
  draft.close()
  await restoreInto(state, writePublished(folder, publishedManifest(DATA), DATA))
  const again = openDraft(state, ORIGIN, START)
  again.close()
  assert.deepEqual([...again.resumed.keys()], [pathOf('fresh')])
})
