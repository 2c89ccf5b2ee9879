import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  isStoredList,
  type ManifestRecord,
  parseManifest,
  renderManifest,
} from '../../src/lib/snapshot/index.ts'
import { manifestOf, recordOf } from './records.ts'

const render = (records: readonly ManifestRecord[]) => [...renderManifest(manifestOf('g', records))].join('')
const many = (count: number) => Array.from({ length: count }, (_, n) => recordOf(`d${n}`, `${n}`))

test('a manifest is read back unchanged, with one line per record, whatever their number', () => {
  for (const count of [0, 1, 2, 499, 500, 501, 1000, 1001]) {
    const text = render(many(count))
    assert.deepEqual(parseManifest(text), manifestOf('g', many(count)))
    assert.equal(text.split('\n').filter((line) => line.startsWith('    {"path":')).length, count)
    assert.ok(text.endsWith(']\n}\n'))
  }
})

test('a manifest keeps codes that need escaping', () => {
  const codes = ['a"b', 'a\nb', '\u2028', '<script>', '😀', '\\', '}\n}', '__proto__']
  const records = codes.map((code) => recordOf(code, 'x'))
  assert.deepEqual(parseManifest(render(records)).records, records)
})

test('states why a text is not a manifest', () => {
  assert.throws(() => parseManifest('{"manifest":'), /^Error: It is not json\.$/)
  for (const text of ['{}', '{"manifest":3,"records":[]}', '{"manifest":2,"records":{}}', '[]', 'null', '5'])
    assert.throws(() => parseManifest(text), /It is not a manifest of this/, text)
})

test('a list counts as stored only with its bytes', () => {
  const list = { ...recordOf('a', 'x'), operation: 'list_oivs' } as const
  assert.ok(isStoredList(list))
  const { sha256: _, ...bare } = list
  assert.ok(!isStoredList({ ...bare, state: 'missing' }))
  assert.ok(!isStoredList(recordOf('a', 'x')))
})
