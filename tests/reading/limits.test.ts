import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createDocumentCheck } from '../../src/lib/reading/index.ts'
import { assertTooLarge, check, type Large, MIB, readersOf, refusal, repeated } from './support/repeated.ts'

/** Documents that keep to their grammar, and that nothing needs to read. */
const LARGE: readonly Large[] = [
  [
    'json',
    'a number of digits',
    () => repeated('[{"a":1},{"a":9', '9', MIB, '}]'),
    /a number of more than 4096 characters/,
  ],
  [
    'json',
    'a number of many digits behind the point',
    () => repeated('[-0.', '1', MIB, 'e+5]'),
    /a number of more than 4096 characters/,
  ],
  ['json', 'a long name', () => repeated('[{"', 'k', MIB, '":1}]'), /a name of more than 4096 characters/],
]

describe('a document that no reader needs to keep in memory', () => {
  for (const [format, name, document, says] of LARGE)
    test(`is complete, but is not read: ${format}, ${name}`, () => {
      check(format, document)
      for (const read of readersOf(format, document)) assertTooLarge(read, says)
    })

  // What the parser holds of a token that has not ended is in fields of saxes that are no part of its interface.
  for (const [what, begin, piece, says] of [
    ['name of an element', '<', 'a', /a name of more than 4096 characters/],
    ['name of an attribute', '<a ', 'b', /a name of more than 4096 characters/],
    ['reference', '<a>&', 'c', /a name of more than 4096 characters/],
  ] as const)
    test(`is refused before a token ends that is too long: ${what}`, () => {
      const whole = createDocumentCheck('xml')
      const error = refusal(() => {
        for (const chunk of repeated(begin, piece, 66 * MIB, '')) whole.write(chunk)
      })
      assert.match(error.message, says)
    })

  test('is rejected where its grammar is violated, whatever its length', () => {
    for (const [begin, piece, end] of [
      ['["', 'x', '\\x"]'],
      ['["\\u00', '41\\u00', '4"]'],
      ['[1', '1', '.]'],
      ['[1', '1', 'e]'],
      ['[0', '0', ']'],
      ['[', '9', 'x]'],
      ['[t', 'r', 'ue]'],
      ['["\\\\', '\\\\', '\\"]'],
    ] as const)
      assert.notEqual(
        refusal(() => check('json', () => repeated(begin, piece, MIB, end))).fault,
        'large',
        begin,
      )
    for (const [begin, piece, end] of [
      ['["\\u00', '41\\u00', '41"]'],
      ['["', '\\\\', '\\\\u00"]'],
      ['["', '\\\\u1', '"]'],
      ['[1', '1', '.5E-7]'],
    ] as const)
      check('json', () => repeated(begin, piece, MIB, end))
  })
})

describe('xml that needs too much memory to check', () => {
  const refused: readonly (readonly [name: string, document: () => Iterable<Uint8Array>, says: RegExp])[] = [
    ['a long name', () => repeated('<a', 'a', MIB, '/>'), /a name of more than 4096/],
    [
      'three million attributes',
      function* () {
        yield Buffer.from('<a ')
        for (let at = 0; at < 3_000_000; at += 1000)
          yield Buffer.from(
            Array.from({ length: 1000 }, (_, n) => `b${at + n}=""`)
              .join(' ')
              .concat(' '),
          )
        yield Buffer.from('/>')
      },
      /an element of more than 10000 attributes/,
    ],
    [
      'a long document type',
      () => repeated('<!DOCTYPE a [', '<!-- -->', MIB, ']><a/>'),
      /a document type of more than/,
    ],
    [
      'entities that stand for more than what was sent',
      () => repeated(`<!DOCTYPE a [<!ENTITY b "${'x'.repeat(9000)}">]><a>`, '&b;', MIB, '</a>'),
      /entities that stand for more than \d+ characters/,
    ],
    [
      'the same in attributes',
      () => repeated(`<!DOCTYPE a [<!ENTITY b "${'x'.repeat(9000)}">]><a c="`, '&b;', MIB, '"/>'),
      /entities that stand for more than \d+ characters/,
    ],
  ]
  for (const [name, document, says] of refused)
    test(`is rejected: ${name}`, () => assertTooLarge(() => check('xml', document), says))

  test('does not include comments, cdata and instructions of any length', () => {
    // What might end each of them, now and then: the parser is slow where it is frequent.
    const words = 'x '.repeat(500)
    check('xml', () => repeated('<!--', words, 8 * MIB, '--><!DOCTYPE a><a/>'))
    check('xml', () => repeated('<a><!--', words, 65 * MIB, '--></a>'))
    check('xml', () => repeated('<a><![CDATA[', `${words}]`, 65 * MIB, ']]></a>'))
    check('xml', () => repeated('<a><?b ', `${words}?`, 65 * MIB, ' ?></a>'))
  })

  test('does not include entities for a few words', () => {
    check('xml', () =>
      repeated('<!DOCTYPE a [<!ENTITY b "of the same city">]><a>', '<c>&b;</c>', 16 * MIB, '</a>'),
    )
  })
})
