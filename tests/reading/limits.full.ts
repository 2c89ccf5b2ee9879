import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createDocumentCheck } from '../../src/lib/reading/index.ts'
import { assertTooLarge, check, type Large, MIB, readersOf, repeated } from './support/repeated.ts'

/** Documents of tens of megabytes that keep to their grammar, and that nothing needs to read. */
const LARGE: readonly Large[] = [
  [
    'json',
    'a long string',
    () => repeated('[{"a":"', 'x', 65 * MIB, '"},{"a":"b"}]'),
    /a text of more than 67108864 characters/,
  ],
  [
    'json',
    'a record of many strings',
    () => repeated('[{"a":1},{"a":["', `${'x'.repeat(1000)}","`, 65 * MIB, '"]}]'),
    /a record of more than 67108864 characters/,
  ],
  [
    'json',
    'a record of many empty lists',
    () => repeated('[{"a":1},{"a":[', '[],', 8 * MIB, '[]]}]'),
    /a record of more than 67108864 characters/,
  ],
  [
    'html',
    'a table that is one record of very many rows',
    () => repeated('<table>', `<tr><th>a<td>${'b'.repeat(100)}`, 66 * MIB, '</table>'),
    /a record of more than 67108864 characters/,
  ],
  [
    'xml',
    'a long text',
    () => repeated('<a><b><c>', 'x', 65 * MIB, '</c></b><b/></a>'),
    /a text of more than 67108864 characters/,
  ],
  [
    'xml',
    'a long attribute',
    () => repeated('<a><b c="', 'x', 65 * MIB, '"/><b/></a>'),
    /a text of more than 67108864 characters/,
  ],
  [
    'xml',
    'a record of many elements',
    () => repeated('<a><b><c/></b><b>', '<c/>', 16 * MIB, '</b></a>'),
    /a record of more than 67108864 characters/,
  ],
]

describe('a document of tens of megabytes that no reader needs to keep in memory', () => {
  for (const [at, [format, name, document, says]] of LARGE.entries())
    test(`is complete, but is not read: ${format}, ${name}`, () => {
      check(format, document)
      // One reader each, in turn: they share what is bounded.
      const read = readersOf(format, document)[at % 3] ?? assert.fail()
      assertTooLarge(read, says)
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
