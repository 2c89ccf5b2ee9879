import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createDocumentCheck, deriveDocument, openTable, readDocument } from '../../src/lib/reading/index.ts'
import { check, type Large, MIB, refusal, repeated } from './support/repeated.ts'

/** Documents of tens of megabytes that keep to their grammar, and that nothing needs to read. */
const LARGE: readonly Large[] = [
  {
    name: 'a long string',
    format: 'json',
    document: () => repeated('[{"a":"', 'x', 65 * MIB, '"},{"a":"b"}]'),
    says: /a text of more than 67108864 characters/,
  },
  {
    name: 'a record of many strings',
    format: 'json',
    document: () => repeated('[{"a":1},{"a":["', `${'x'.repeat(1000)}","`, 65 * MIB, '"]}]'),
    says: /a record of more than 67108864 characters/,
  },
  {
    name: 'a record of many empty lists',
    format: 'json',
    document: () => repeated('[{"a":1},{"a":[', '[],', 8 * MIB, '[]]}]'),
    says: /a record of more than 67108864 characters/,
  },
  {
    name: 'a table that is one record of very many rows',
    format: 'html',
    document: () => repeated('<table>', `<tr><th>a<td>${'b'.repeat(100)}`, 66 * MIB, '</table>'),
    says: /a record of more than 67108864 characters/,
  },
  {
    name: 'a long text',
    format: 'xml',
    document: () => repeated('<a><b><c>', 'x', 65 * MIB, '</c></b><b/></a>'),
    says: /a text of more than 67108864 characters/,
  },
  {
    name: 'a long attribute',
    format: 'xml',
    document: () => repeated('<a><b c="', 'x', 65 * MIB, '"/><b/></a>'),
    says: /a text of more than 67108864 characters/,
  },
  {
    name: 'a record of many elements',
    format: 'xml',
    document: () => repeated('<a><b><c/></b><b>', '<c/>', 16 * MIB, '</b></a>'),
    says: /a record of more than 67108864 characters/,
  },
]

describe('a document of tens of megabytes that no reader needs to keep in memory', () => {
  for (const [at, { name, format, document, says }] of LARGE.entries())
    test(`is complete, but is not read: ${format}, ${name}`, () => {
      check(format, document)
      // One reader each, in turn: they share what is bounded.
      const readers = [
        () => readDocument(document, { format }),
        () => openTable(document, { format }).each(() => {}),
        () => deriveDocument(document, { format }, format === 'json' ? 'xml' : 'json', () => {}),
      ]
      for (const act of readers.slice(at % 3).slice(0, 1)) {
        const error = refusal(act)
        assert.equal(error.fault, 'large')
        assert.match(error.message, says)
      }
    })

  test('is checked in little memory', () => {
    const before = process.memoryUsage().heapUsed
    const whole = createDocumentCheck('json')
    for (const chunk of repeated('["', 'x\\u0041', 200 * MIB, '\\')) whole.write(chunk)
    assert.ok(process.memoryUsage().heapUsed - before < 100 * MIB)
  })

  for (const [what, begin, end] of [
    ['text', '<a>', '</a>'],
    ['comment', '<a><!--', '--></a>'],
    ['section', '<a><![CDATA[', ']]></a>'],
    ['instruction', '<a><?b ', '?></a>'],
    ['attribute', '<a b="', '"/>'],
  ] as const)
    test(`is checked in little memory: xml, a long ${what}`, () => {
      const before = process.memoryUsage().heapUsed
      const whole = createDocumentCheck('xml')
      for (const chunk of repeated(begin, 'x', 150 * MIB, end)) whole.write(chunk)
      whole.end()
      assert.ok(process.memoryUsage().heapUsed - before < 100 * MIB)
    })
})
