import assert from 'node:assert/strict'
import { describe, it, test } from 'node:test'
import { openEvidence } from '../../src/lib/crawl/request.ts'
import type { Format } from '../../src/lib/interface/index.ts'
import {
  cellText,
  countNames,
  type DataOutline,
  eachRecord,
  eachText,
  outlineData,
  valueToJson,
} from '../../src/lib/reading/index.ts'
import { readDocument } from '../../src/lib/reading/read.ts'
import fc from '../support/fast-check.ts'
import { readingOf, sourceOf } from './generate.ts'

describe('visiting a document', () => {
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
          () => [
            json.subarray(0, size),
            ...(size > 20 ? [json.subarray(size)] : []),
            Buffer.from('{"n":2}]'),
          ],
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
    test('json is written without loss, also for programs that keep only the last member of a name', () => {
      const value = {
        members: [
          ['a', { numeral: '1.10' }],
          ['a', [null, true, '"']],
        ],
      } as const
      assert.equal(valueToJson(value), '{"a":[1.10,[null,true,"\\""]]}')
    })
  })
})

/** The pieces of a text, each in the same memory as the one before, as a file is read. */
function* inOneBuffer(text: string, length: number): Iterable<Uint8Array> {
  const bytes = Buffer.from(text)
  const buffer = Buffer.alloc(length)
  for (let at = 0; at < bytes.length; at += length)
    yield buffer.subarray(0, bytes.copy(buffer, 0, at, Math.min(at + length, bytes.length)))
}

describe('chunks that are used again', () => {
  test('a document whose first chunks are small and share memory is read correctly', () => {
    const text = JSON.stringify(
      Array.from({ length: 2000 }, (_, at) => ({ id: `a${at}`, name: `Парк ${at}` })),
    )
    const reading = readDocument(() => inOneBuffer(text, 1000), { format: 'json' })
    assert.equal(reading.count, 2000)
    assert.deepEqual(reading.rows.at(70), ['a70', 'Парк 70'])
  })

  test('evidence from chunks that share memory is correct', () => {
    const evidence = openEvidence()
    for (const chunk of inOneBuffer('Sorry, we are closed.', 7)) evidence.write(chunk)
    assert.equal(evidence.evidence()?.head, 'Sorry, we are closed.')
  })
})

describe('counts of names', () => {
  const chunked = (text: string, size: number) => () => inOneBuffer(text, size)

  describe('names that are counted in two formats', () => {
    it('are all found, wherever the bytes of a file are divided', () => {
      fc.assert(
        fc.property(fc.nat(300), fc.nat(300), fc.integer({ min: 1, max: 400 }), (inJson, inXml, size) => {
          const json = JSON.stringify(Array.from({ length: inJson }, (_, at) => ({ name: `name ${at}` })))
          const xml = `<names>${'<name>"name":</name><named/>'.repeat(inXml)}</names>`
          const expected = inJson > 0 && inXml > 0 ? [{ json: inJson, xml: inXml }] : []
          assert.deepEqual([...countNames(chunked(json, size), chunked(xml, size))], expected)
        }),
      )
    })

    it('are those of records, not of what stands around them', () => {
      const json = JSON.stringify({ total: 2, page: 1, items: [{ id: 1 }, { id: 2 }, { id: 3 }] })
      const xml = '<r><total>2</total><page>1</page><item id="1"/><item id="2"/></r>'
      assert.deepEqual([...countNames(chunked(json, 99), chunked(xml, 99))], [{ json: 3, xml: 2 }])
    })
  })
})

describe('outlines', () => {
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
    for (const text of [
      '[]',
      '{}',
      'null',
      '[{"a":null,"b":"","c":"???","d":" - "}]',
      '{"data":{"items":[]}}',
    ])
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
    const rows = JSON.stringify(
      Array.from({ length: 50_000 }, (_, id) => ({ id: id + 100_000, name: 'abc' })),
    )
    const { values, chars } = outlineOf(rows)
    assert.ok(Math.abs(values - 100_000) < 1000, `${values}`)
    assert.ok(Math.abs(chars - 450_000) < 5000, `${chars}`)
    assert.ok(outlineOf(JSON.stringify([{ text: 'a'.repeat(1_000_000) }])).chars > 700_000)
  })
})
