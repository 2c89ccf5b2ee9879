import assert from 'node:assert/strict'
import { existsSync, mkdirSync, readdirSync, renameSync, writeFileSync } from 'node:fs'
import { test } from 'node:test'
import {
  findCurrent,
  layout,
  openDraft,
  renderManifest,
  withState,
  writeWhole,
} from '../../src/lib/snapshot/index.ts'
import { temporaryFolder } from '../support/temporary.ts'
import { manifestOf, ORIGIN, put, START } from './records.ts'

const nothing = async () => {}

/** A state folder whose run was killed after it named the generation `next`, before or after the draft was moved to its place. */
function killWhilePublishing(state: string, id: string, moved: boolean): void {
  const draft = openDraft(state, ORIGIN, START)
  const record = put(draft, 'a', `data of ${id}`)
  draft.close()
  writeWhole(layout.manifest(layout.draft(state)), renderManifest(manifestOf(id, [record])))
  mkdirSync(layout.generations(state), { recursive: true })
  writeFileSync(layout.next(state), `${id}\n`)
  if (moved) renameSync(layout.draft(state), layout.generation(state, id))
}

test('a generation whose run was killed before `current` was replaced is published by the next run, without leftover files', async (t) => {
  const state = temporaryFolder(t)
  killWhilePublishing(state, '20260101T000000000Z', true)
  assert.equal(findCurrent(state), undefined)
  await withState(state, nothing)
  assert.equal(findCurrent(state)?.manifest.generation, '20260101T000000000Z')
  assert.deepEqual(readdirSync(state).sort(), ['current', 'generations', 'open-data-mirror.txt'])
  killWhilePublishing(state, '20260201T000000000Z', true)
  assert.equal(findCurrent(state)?.manifest.generation, '20260101T000000000Z')
  await withState(state, nothing)
  assert.equal(findCurrent(state)?.manifest.generation, '20260201T000000000Z')
  assert.deepEqual(readdirSync(layout.generations(state)).sort(), [
    '20260101T000000000Z',
    '20260201T000000000Z',
  ])
})

test('a run that was killed before its draft was moved is resumed by the next one', async (t) => {
  const state = temporaryFolder(t)
  killWhilePublishing(state, '20260101T000000000Z', false)
  await withState(state, nothing)
  assert.equal(findCurrent(state), undefined)
  assert.ok(!existsSync(layout.next(state)))
  const draft = openDraft(state, ORIGIN, START)
  draft.close()
  assert.equal(draft.resumed.size, 1)
})

test('the journal of a published generation is not used for the next draft', async (t) => {
  const state = temporaryFolder(t)
  killWhilePublishing(state, '20260101T000000000Z', true)
  const later = new Date('2026-05-01T00:00:00Z')
  const draft = openDraft(state, ORIGIN, later)
  draft.close()
  assert.deepEqual([draft.startedAt, draft.resumed.size], [later, 0])
})

test('temporary files of a killed run are removed', async (t) => {
  const state = temporaryFolder(t)
  const parts = [layout.current(state), layout.next(state), layout.status(state)].map(
    (path) => `${path}.part`,
  )
  for (const part of parts) writeFileSync(part, 'half')
  writeFileSync(layout.mark(state), '')
  writeFileSync(`${layout.current(state)}.mine`, 'mine')
  await withState(state, nothing)
  assert.deepEqual(readdirSync(state).sort(), ['current.mine', 'open-data-mirror.txt'])
})

test('the previously published generation stays, whatever time the clock had when it was started', async (t) => {
  const state = temporaryFolder(t)
  for (const id of ['20300101T000000000Z', '20200101T000000000Z', '20250101T000000000Z']) {
    const draft = openDraft(state, ORIGIN, START)
    await draft.publish(manifestOf(id, [put(draft, 'a', id)]))
  }
  assert.deepEqual(readdirSync(layout.generations(state)).sort(), [
    '20200101T000000000Z',
    '20250101T000000000Z',
  ])
})
