import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Events, IGNORE } from '../../src/lib/reading/events.ts'
import { DocumentParser } from '../../src/lib/reading/parse.ts'
import { isWellFormed } from '../../src/lib/reading/plain.ts'
import fc from '../support/fast-check.ts'

const DEPTH = 4
const PIECES = {
  json: [
    ...[
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '"a"',
      '"',
      '\\',
      '\\u12',
      '\\ud800',
      'true',
      'nul',
      'null',
      '-0',
      '01',
      '1e999',
    ],
    ...['1.', ' ', '\n', '\u00a0', '\ufeff', '\u0001', '\u2028', 'š', '[[[[[', '{"a":1,"a":2}', '"[{"'],
  ],
  xml: [
    ...[
      '<a>',
      '</a>',
      '<b.c>',
      '</b.c>',
      '<a/>',
      '</a/>',
      '<a >',
      '<a b="1">',
      '< a>',
      '<a',
      '>',
      '/>',
      '<1>',
      '<>',
    ],
    ...[
      '</>',
      '<html>',
      '</html>',
      '<Html/>',
      '<body>',
      '</body>',
      '&amp;',
      '&lt;',
      '&amp',
      '&',
      '&#1;',
      '&x;',
      ']]>',
    ],
    ...[
      '<!--',
      '-->',
      '<![CDATA[x]]>',
      '<?xml version="1.0"?>',
      '<?xml version="1.0" encoding="UTF-8"?>',
      '<?a?>',
    ],
    ...[
      '<?xml version="1.1"?>',
      '<!DOCTYPE a>',
      'x',
      'š',
      '\u0001',
      '\u007f',
      '\ufffe',
      '\ud800',
      '😀',
      '\r',
      '\n',
      ' ',
    ],
    ...['\ufeff', '\u00a0', '<a><a><a><a>', '</a></a></a></a>'],
  ],
}

/** What is said of a document; undefined when it is taken. Without events it may be judged without its parser. */
function refusalOf(format: 'json' | 'xml', text: string, events: Events): string | undefined {
  const parser = new DocumentParser({ format }, events, { maxDepth: DEPTH })
  try {
    parser.write(Buffer.from(text))
    parser.end()
    return undefined
  } catch (error) {
    return (error as Error).message
  }
}

const PARSED: Events = { open() {}, close() {}, scalar() {} }

const GOOD = {
  json: ['[{"a":"š","b":-1.5e3},{"a":null}]', ' "x" ', '{"a":{"b":[[]]}}', '\n3\n'],
  xml: [
    '<rows><row><id>1</id><name>A &amp; B</name></row><row><id/></row></rows>\n',
    '<?xml version="1.0" encoding="UTF-8"?>\r\n<a>š > x</a>',
    '<a><b><c><d>x</d></c></b></a>',
    '<a/>',
  ],
}

for (const format of ['json', 'xml'] as const) {
  test(`the same ${format} is rejected by the fast check and by its parser`, () => {
    const pieces = fc.array(fc.constantFrom(...PIECES[format]), { maxLength: 12 }).map((all) => all.join(''))
    const cut = fc.tuple(fc.constantFrom(...GOOD[format]), fc.nat(90), fc.nat(3), pieces)
    const changed = cut.map(
      ([good, at, gone, more]) => good.slice(0, at) + more.slice(0, 9) + good.slice(at + gone),
    )
    fc.assert(
      fc.property(fc.oneof(pieces, changed), (text) => {
        assert.equal(refusalOf(format, text, IGNORE), refusalOf(format, text, PARSED), text)
      }),
      { numRuns: 20_000 },
    )
  })

  test(`ordinary ${format} passes the fast check, unless it is too deep`, () => {
    for (const text of GOOD[format]) assert.ok(isWellFormed(format, text, DEPTH), text)
    assert.ok(!isWellFormed(format, GOOD[format][2] as string, DEPTH - 1))
  })
}
