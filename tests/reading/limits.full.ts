import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { createDocumentCheck, UnreadableDocument } from '../../src/lib/reading/index.ts'
import { assertTooLarge, check, type Large, MIB, readersOf, repeated } from './support/repeated.ts'

setFlagsFromString('--expose-gc')
const collect: () => void = runInNewContext('gc')

/** The bytes on the heap that something leaves behind, without what nobody refers to. */
function heapAfter(act: () => void): number {
  collect()
  const before = process.memoryUsage().heapUsed
  act()
  collect()
  return process.memoryUsage().heapUsed - before
}

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
    () => repeated('[{"a":1},{"a":[', '[],', 7 * MIB, '[]]}]'),
    /a record of more than 67108864 characters/,
  ],
  [
    'html',
    'a table that is one record of very many rows',
    () => repeated('<table>', `<tr><th>a<td>${'b'.repeat(1000)}`, 66 * MIB, '</table>'),
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
    () => repeated('<a><b><c/></b><b>', '<c/>', 9 * MIB, '</b></a>'),
    /a record of more than 67108864 characters/,
  ],
]

describe('a document of tens of megabytes that no reader needs to keep in memory', () => {
  for (const [at, [format, name, document, says]] of LARGE.entries())
    test(`is complete, but is not read: ${format}, ${name}`, () => {
      assert.ok(heapAfter(() => check(format, document)) < 30 * MIB)
      // One reader each, in turn: they share what is bounded.
      const read = readersOf(format, document)[at % 3] ?? assert.fail()
      assertTooLarge(read, says)
    })

  const OPEN = [
    ['json', 'string with escapes', '["', 'x\\u0041', '\\'],
    ['xml', 'text', '<a>', 'x', ''],
    ['xml', 'comment', '<a><!--', 'x', ''],
    ['xml', 'section', '<a><![CDATA[', 'x', ''],
    ['xml', 'instruction', '<a><?b ', 'x', ''],
    ['xml', 'attribute', '<a b="', 'x', ''],
  ] as const
  for (const [format, what, begin, piece, end] of OPEN)
    test(`is checked in little memory while it lasts: ${format}, a long ${what}`, () => {
      const whole = createDocumentCheck(format)
      const held = heapAfter(() => {
        for (const chunk of repeated(begin, piece, 20 * MIB, end)) whole.write(chunk)
      })
      assert.ok(held < 10 * MIB, `${held} bytes`)
      assert.throws(() => whole.end(), UnreadableDocument)
    })
})
