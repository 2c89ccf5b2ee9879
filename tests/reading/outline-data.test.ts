import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type DataOutline, outlineData } from '../../src/lib/reading/index.ts'

function outlineOf(text: string, format: 'json' | 'xml' = 'json'): DataOutline {
  const bytes = Buffer.from(text)
  return outlineData(() => [bytes], { format }, bytes.length)
}

test('finds the names of values in json and xml, with digits replaced', () => {
  const json = outlineOf('{"meta":{"n":2},"rows":[{"id":1,"name":"a"},{"id":2,"tags":["x"],"y2024":5}]}')
  assert.deepEqual(Object.fromEntries(json.names), { n: 1, id: 2, name: 1, tags: 1, 'y#': 1 })
  const xml = outlineOf('<data><item no="1"><name>a</name><empty/></item></data>', 'xml')
  assert.deepEqual([...xml.names.keys()], ['@no', 'name'])
  assert.deepEqual([...outlineOf('[[1,2]]').names], [['[]', 2]])
})

test('counts no value without a letter or a digit', () => {
  for (const text of ['[]', '{}', 'null', '[{"a":null,"b":"","c":"???","d":" - "}]', '{"data":{"items":[]}}'])
    assert.equal(outlineOf(text).values, 0, text)
  assert.equal(outlineOf('[{"a":0,"b":false,"c":"й"}]').values, 3)
})

test('times, numbers and ids are not words', () => {
  const { words } = outlineOf(
    '{"at":"2026-01-01T10:00:00Z","id":"8f3a-c0de1","text":"Down until 10:30, see status-page"}',
  )
  assert.deepEqual([...words], ['down', 'until', 'see', 'status-page'])
})

test('extrapolates from the beginning of a long document, and from one long value', () => {
  const rows = JSON.stringify(Array.from({ length: 50_000 }, (_, id) => ({ id: id + 100_000, name: 'abc' })))
  const { values, chars } = outlineOf(rows)
  assert.ok(Math.abs(values - 100_000) < 1000, `${values}`)
  assert.ok(Math.abs(chars - 450_000) < 5000, `${chars}`)
  assert.ok(outlineOf(JSON.stringify([{ text: 'a'.repeat(1_000_000) }])).chars > 700_000)
})
