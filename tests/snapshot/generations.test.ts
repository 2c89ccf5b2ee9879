import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import {
  compareGenerationIds,
  findCurrent,
  findDigest,
  freeGenerationId,
  generationId,
  layout,
  openDraft,
} from '../../src/lib/snapshot/index.ts'
import { temporaryFolder } from '../support/temporary.ts'
import { manifestOf, ORIGIN, pathOf, put, START } from './records.ts'

function publish(state: string, files: Readonly<Record<string, string>>): Promise<string> {
  const draft = openDraft(state, ORIGIN, START)
  const records = Object.entries(files).map(([code, text]) => put(draft, code, text))
  return draft.publish(manifestOf(freeGenerationId(state, START), records))
}

test('a state folder without a generation has no current one', (t) => {
  const state = temporaryFolder(t)
  assert.equal(findCurrent(state), undefined)
  assert.equal(findCurrent(join(state, 'not', 'there')), undefined)
})

for (const [what, harm, seen] of [
  ['is gone', rmSync, /is missing/],
  ['was cut', (file: string) => truncateSync(file, 1), /has 1 bytes instead of 3/],
] as const)
  test(`a draft of which a file ${what} is not published, and the previous snapshot stays`, async (t) => {
    const state = temporaryFolder(t)
    const before = await publish(state, { a: 'old' })
    const draft = openDraft(state, ORIGIN, START)
    const records = [put(draft, 'a', 'new'), put(draft, 'b', 'new')]
    harm(join(layout.draft(state), pathOf('b')))
    await assert.rejects(draft.publish(manifestOf('next', records)), seen)
    assert.equal(findCurrent(state)?.folder, before)
    const next = openDraft(state, ORIGIN, START)
    assert.deepEqual([...next.resumed.keys()], [pathOf('a')])
    next.close()
  })

test('a draft is invisible until it is published, then complete', async (t) => {
  const state = temporaryFolder(t)
  await publish(state, { a: 'old' })
  const draft = openDraft(state, ORIGIN, START)
  const record = put(draft, 'a', 'new')
  const seen = readFileSync(join(findCurrent(state)?.folder ?? '', pathOf('a')), 'utf8')
  assert.equal(seen, 'old')
  const folder = await draft.publish(manifestOf('20260301T000000000Z', [record]))
  assert.equal(folder, layout.generation(state, '20260301T000000000Z'))
  assert.equal(findCurrent(state)?.folder, folder)
  assert.equal(readFileSync(layout.current(state), 'utf8'), '20260301T000000000Z\n')
  assert.equal(readFileSync(join(folder, pathOf('a')), 'utf8'), 'new')
  assert.deepEqual(readdirSync(state).sort(), ['current', 'generations'])
  assert.deepEqual(readdirSync(folder).sort(), ['api', 'manifest.json'])
})

test('a file of an earlier generation is linked without a copy, and never modified', async (t) => {
  const state = temporaryFolder(t)
  const first = await publish(state, { a: 'one', b: 'two' })
  const current = findCurrent(state)
  assert.ok(current)
  const draft = openDraft(state, ORIGIN, START)
  draft.carry(current, pathOf('a'))
  draft.carry(current, pathOf('b'))
  const a = current.find(pathOf('a'))
  assert.ok(a)
  const inode = (folder: string, code: string) => statSync(join(folder, pathOf(code))).ino
  assert.equal(inode(layout.draft(state), 'a'), inode(first, 'a'))
  // The carried file is replaced by the received one, and carried again over it.
  const b = put(draft, 'b', 'changed')
  put(draft, 'a', 'changed')
  draft.carry(current, pathOf('a'))
  const second = await draft.publish(manifestOf('20260201T000000000Z', [a, b]))
  assert.equal(readFileSync(join(first, pathOf('b')), 'utf8'), 'two')
  assert.equal(readFileSync(join(second, pathOf('b')), 'utf8'), 'changed')
  assert.equal(readFileSync(join(second, pathOf('a')), 'utf8'), 'one')
  assert.equal(inode(second, 'a'), inode(first, 'a'))
})

test('only the published generation and the previous one stay on disk', async (t) => {
  const state = temporaryFolder(t)
  for (const text of ['1', '2', '3', '4']) await publish(state, { a: text })
  const left = readdirSync(layout.generations(state)).sort()
  assert.equal(left.length, 2)
  assert.ok(left.includes(readFileSync(layout.current(state), 'utf8').trim()))
  const texts = left.map((id) => readFileSync(join(layout.generation(state, id), pathOf('a')), 'utf8'))
  assert.deepEqual(texts.sort(), ['3', '4'])
})

test('a generation has its start time as name, and never a name that is in use', async (t) => {
  const state = temporaryFolder(t)
  const id = generationId(START)
  assert.equal(id, '20260102T030405678Z')
  await publish(state, {})
  assert.equal(freeGenerationId(state, START), `${id}-2`)
  await publish(state, {})
  assert.equal(freeGenerationId(state, START), `${id}-3`)
  assert.ok(existsSync(layout.generation(state, `${id}-2`)))
})

test('a file that does not exist has no digest, and is no error', async (t) => {
  const folder = await publish(temporaryFolder(t), { a: 'x' })
  assert.equal(findDigest(join(folder, pathOf('a')))?.bytes, 1)
  assert.equal(findDigest(join(folder, 'nothing')), undefined)
  assert.equal(findDigest(join(folder, pathOf('a'), 'below a file')), undefined)
})

test('a generation follows the current one, even if the clock was set back', async (t) => {
  const state = temporaryFolder(t)
  const current = '20300101T000000000Z-9'
  const next = freeGenerationId(state, START, current)
  assert.equal(next, '20300101T000000000Z-10')
  assert.ok(compareGenerationIds(current, next) < 0)
  assert.equal(freeGenerationId(state, START, '20200101T000000000Z'), generationId(START))
})
