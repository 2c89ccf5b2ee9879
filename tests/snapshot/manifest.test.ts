import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import {
  isStoredList,
  type ManifestRecord,
  readManifest,
  renderManifest,
} from '../../src/lib/snapshot/index.ts'
import { temporaryFolder } from '../support/temporary.ts'
import { manifestOf, recordOf } from './records.ts'

const render = (records: readonly ManifestRecord[]) => [...renderManifest(manifestOf('g', records))].join('')
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
  for (const text of ['{}', '{"manifest":3,"records":[]}', '{"manifest":2,"records":{}}', '[]', 'null', '5'])
    assert.throws(() => read(t, text), /It is not a manifest of this/, text)
})

test('a list counts as stored only with its bytes', () => {
  const list = { ...recordOf('a', 'x'), operation: 'list_oivs' } as const
  assert.ok(isStoredList(list))
  const { sha256: _, ...bare } = list
  assert.ok(!isStoredList({ ...bare, state: 'missing' }))
  assert.ok(!isStoredList(recordOf('a', 'x')))
})
