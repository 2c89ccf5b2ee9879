import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Format } from '../../src/lib/interface/index.ts'
import { cellText, eachRecord, eachText, valueToJson } from '../../src/lib/reading/index.ts'
import { readingOf, sourceOf } from './generate.ts'

function textsOf(text: string, format: Format): string[] {
  const texts: string[] = []
  eachText(sourceOf(text), { format }, (found, where) => void texts.push(`${where} ${found}`))
  return texts
}

describe('visiting all records', () => {
  test('every record is visited, whatever their number', () => {
    let sum = 0
    const json = JSON.stringify(Array.from({ length: 5000 }, (_, n) => ({ n })))
    const outline = eachRecord(sourceOf(json, 1000), { format: 'json' }, (record) => {
      sum += Number(cellText(record.get('n') ?? null))
    })
    assert.deepEqual([outline.visited, outline.shape, sum], [5000, 'objects', (4999 * 5000) / 2])
  })

  test('false stops, in every format', () => {
    const html =
      '<table><tr><th>n</th><th>m</th></tr><tr><td>1</td><td>1</td></tr><tr><td>2</td><td>2</td></tr></table>'
    const documents = { json: '[{"n":1},{"n":2}]', xml: '<l><i><n>1</n></i><i><n>2</n></i></l>', html }
    for (const [format, text] of Object.entries(documents)) {
      const { visited } = eachRecord(sourceOf(text, 1000), { format: format as Format }, () => false)
      assert.equal(visited, 1, format)
    }
  })

  test('errors after the place where it stopped do not matter', () => {
    const json = Buffer.from(`[{"n":1},${'{"n":"Ж"},'.repeat(200_000)}`)
    for (const size of [20, 300_001]) {
      const outline = eachRecord(
        () => [json.subarray(0, size), ...(size > 20 ? [json.subarray(size)] : []), Buffer.from('{"n":2}]')],
        { format: 'json' },
        () => false,
      )
      assert.equal(outline.visited, 1)
    }
  })

  test('the key of keyed records is passed, and is their first column', () => {
    const keys: unknown[] = []
    eachRecord(sourceOf('{"a":{"n":1},"b":{"n":2}}'), { format: 'json' }, (record, key) => {
      keys.push(key, [...record.keys()])
    })
    assert.deepEqual(keys, ['a', ['(key)', 'n'], 'b', ['(key)', 'n']])
  })

  test('a document without records has none to visit', () => {
    const { visited, shape } = eachRecord(sourceOf('"text"'), { format: 'json' }, () => assert.fail())
    assert.deepEqual([visited, shape], [0, 'tree'])
  })
})

describe('visiting all texts', () => {
  test('json gives its names and strings, not its numbers', () => {
    assert.deepEqual(textsOf('{"a":["b",1,{"c":null}]}', 'json'), ['key a', 'value b', 'key c'])
  })
  test('xml gives its attributes and text', () => {
    assert.deepEqual(textsOf('<l><i href="/x?a=1&amp;b=2">T &lt; U</i></l>', 'xml'), [
      'value /x?a=1&b=2',
      'value T < U',
    ])
  })
  test('html gives its attributes and text, but no scripts', () => {
    const html = '<p><a href="/api/v1/get_dataset/a/">A</a><script>var x = "/y"</script></p>'
    assert.deepEqual(textsOf(html, 'html'), ['value /api/v1/get_dataset/a/', 'value A'])
  })
})

describe('the first rows of a reading', () => {
  test('are a hundred, while the count is of all', () => {
    const { rows, count } = readingOf(JSON.stringify(Array.from({ length: 250 }, (_, n) => [n])), 'json')
    assert.deepEqual([rows.length, count, rows[99]], [100, 250, ['99']])
  })

  test('are fewer when they are long, and no cell is cut', () => {
    const long = 'x'.repeat(1_000_000)
    const { rows } = readingOf(JSON.stringify(Array.from({ length: 9 }, () => ({ long }))), 'json')
    assert.deepEqual(
      rows.map(([cell]) => cell?.length),
      [1_000_000, 1_000_000, 1_000_000],
    )
  })

  test('records with thousands of columns are profiled up to a limit, and the reading says so', () => {
    const wide = Object.fromEntries(Array.from({ length: 2500 }, (_, n) => [`c${n}`, n % 2 ? n : `${n} x`]))
    const reading = readingOf(JSON.stringify([wide]), 'json')
    assert.deepEqual([reading.columns.length, reading.moreColumns], [2000, true])
  })
})

describe('values', () => {
  test('json is written without loss', () => {
    const value = {
      members: [
        ['a', { numeral: '1.10' }],
        ['a', [null, true, '"']],
      ],
    } as const
    assert.equal(valueToJson(value), '{"a":1.10,"a":[null,true,"\\""]}')
  })
})
