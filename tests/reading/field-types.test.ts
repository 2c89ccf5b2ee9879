import assert from 'node:assert/strict'
import { describe, it, test } from 'node:test'
import { Ajv2020 } from 'ajv/dist/2020.js'
import type { ColumnKind } from '../../src/lib/reading/index.ts'
import { inferJsonSchema } from '../../src/lib/reading/json-schema.ts'
import { openFieldTypes } from '../../src/lib/reading/profile/field-types.ts'
import { readDocument } from '../../src/lib/reading/read.ts'
import { statedOf } from '../../src/lib/site/grids.ts'
import fc from '../support/fast-check.ts'

describe('types of columns', () => {
  function typeOf(...values: (string | null)[]): string | undefined {
    const found = openFieldTypes()
    for (const value of values) found.add([value])
    return found.types()[0]
  }

  const isNumber = (text: string) => text !== '' && Number.isFinite(Number(text))

  /** Whether a value has a type, found in another way than by the code: by reading it and writing it again. */
  const READ_AGAIN: Readonly<Record<string, (text: string) => boolean>> = {
    integer: (text) =>
      /^[-+]?\d+$/.test(text) &&
      BigInt(text.replace('+', '')).toString() === text.replace(/^\+|^-(?=0+$)/, ''),
    year: (text) => text.length === 4 && Number(text) >= 1000 && Number(text) < 3000,
    number: (text) =>
      text.trim() === text &&
      text !== '' &&
      Number.isFinite(Number(text.replace(/[eE].*/, ''))) &&
      !/[xbo_]|Inf/i.test(text),
    'comma-number': (text) =>
      !text.includes('.') && Number.isFinite(Number(text.replace(',', '.').replace(/[eE].*/, ''))),
    'space-groups': (text) => isNumber(text.replaceAll(' ', '').replace(',', '.')),
    'nbsp-groups': (text) => isNumber(text.replaceAll('\u00a0', '').replace(',', '.')),
    'comma-groups': (text) => isNumber(text.replaceAll(',', '')),
    'dot-groups': (text) => isNumber(text.replaceAll('.', '').replace(',', '.')),
    'unit-number': (text) => isNumber(text.replace(/^[^-+\d]*|\D*$/g, '').replace(',', '.')),
    boolean: (text) => ['true', 'false'].includes(text.toLowerCase()),
    'dotted-date': (text) => {
      const iso = text.split('.').reverse().join('-')
      return new Date(iso).toISOString().slice(0, 10) === iso
    },
    date: (text) => new Date(text).toISOString().slice(0, 10) === text,
    datetime: (text) => new Date(text.replace(/Z?$/, 'Z')).toISOString().slice(0, 19) === text.slice(0, 19),
    yearmonth: (text) => new Date(`${text}-01`).toISOString().slice(0, 7) === text,
    object: (text) => !Array.isArray(JSON.parse(text)) && typeof JSON.parse(text) === 'object',
    array: (text) => Array.isArray(JSON.parse(text)),
    string: () => true,
  }

  describe('the type of a column', () => {
    for (const [type, values] of [
      ['integer', ['1', '-20', '+3', '98765432109876543210', '0']],
      ['number', ['1.5', '2', '-1e-7', '.5']],
      ['boolean', ['true', 'False']],
      ['year', ['1999', '2026']],
      ['yearmonth', ['2024-01', '1999-12']],
      ['date', ['2024-02-29', '0001-01-01']],
      ['datetime', ['2024-02-29T23:59:59Z', '2024-01-01T00:00:00', '2024-01-01T00:00:00.123Z']],
      ['object', ['{"a":1}', '{}']],
      ['array', ['[1,2]', '[]']],
      ['array', ['[1]', '[[0]]']],
      ['object', ['{"a":1}', '{"b":{"c":0.5}}']],
      ['string', ['007', '8']],
      ['comma-number', ['1,5', '20', '-0,25']],
      ['space-groups', ['1,5', '1.5']],
      ['comma-groups', ['1,234,567', '0.5', '12', '-1,000.25']],
      ['dot-groups', ['1.234.567', '0,5', '12']],
      ['space-groups', ['1 000', '-1 234 567,8', '0,5']],
      ['nbsp-groups', ['1\u00a0000', '7']],
      ['string', ['1 000', '1\u00a0000']],
      ['string', ['1000', '1 000']],
      ['string', ['1 0000']],
      ['unit-number', ['12 %', '1,5 %']],
      ['unit-number', ['$-12.50', '€5']],
      ['string', ['($5)', '$6']],
      ['string', ['5 кв. м']],
      ['string', [' 1']],
      ['string', ['5.']],
      ['string', ['2023-02-29']],
      ['string', ['2024-13']],
      ['dotted-date', ['01.05.2024', '29.02.2024']],
      ['string', ['01.05.2024', '30.02.2024']],
      ['string', ['2024-01-01T00:00:00+03:00']],
      ['string', ['2024-01-01T24:00:00Z']],
      ['string', ['yes', 'no']],
      ['string', ['{a}']],
      ['string', ['NaN', '1']],
      ['string', ['30E9', '12e3']],
      ['string', ['1', '2024-01-01']],
    ] as const)
      it(`is ${type} for ${values.join(' and ')}, with empty cells too`, () => {
        assert.equal(typeOf('', ...values, null), type)
      })

    it('is stated only where every value has it, for any values', () => {
      const value = fc.oneof(
        fc.integer().map(String),
        fc.double({ noNaN: true }).map(String),
        fc.stringMatching(/^[-+0-9.,eE]{1,8}$/),
        fc.stringMatching(/^\d{2}\.\d{2}\.\d{4}$/),
        fc.stringMatching(/^\d{4}-\d{2}(-\d{2})?(T\d{2}:\d{2}:\d{2}Z?)?$/),
        fc.constantFrom('true', 'FALSE', 'tRue', '[]', '{"a":[]}', '{', '2020', '0200', 'x', '', null),
        fc.string(),
      )
      fc.assert(
        fc.property(fc.array(value, { maxLength: 4 }), (values) => {
          const type = typeOf(...values) ?? 'string'
          for (const one of values)
            if (one !== null && one !== '') assert.ok(READ_AGAIN[type]?.(one), `${one} is not ${type}`)
        }),
        { numRuns: 2000 },
      )
    })
  })
})

describe('kinds that the config states', () => {
  /** The one column of some values, read as a kind. */
  function columnOf(values: readonly unknown[], kind: ColumnKind) {
    const bytes = Buffer.from(JSON.stringify(values.map((a) => ({ a, b: 1 }))))
    const [column] = readDocument(() => [bytes], { format: 'json', kinds: { a: kind } }).columns
    assert.ok(column)
    return column
  }

  const WORDS = ['red', 'green', 'blue', 'white']

  const CASES: readonly (readonly [ColumnKind, readonly unknown[], exceptions: number])[] = [
    ['text', [1, 2, 3, 4], 0],
    ['number', [1, 2.5, ...WORDS], 4],
    ['number', ['1,5', '2,5', ...WORDS], 4],
    ['year', [1200, 1300, 5], 0],
    ['identifier', [12, 12, 14, 'x'], 1],
    ['date', ['2024-01-02', ...WORDS], 4],
    ['boolean', ['yes', 'no', ...WORDS], 4],
    ['link', ['https://example.org/', ...WORDS], 4],
    ['email', ['a@example.org', ...WORDS], 4],
    ['phone', ['+7 495 123-45-67', ...WORDS], 4],
    ['code', ['ab-12', 'ab-12', 'long text of words'], 1],
  ]

  test('numbers of nines are numbers in a column whose kind the config states', () => {
    const { absent, max, standIns } = columnOf([1, 2, 3, 4, 9999, 9999, 9999], 'number')
    assert.deepEqual([absent, max, standIns], [undefined, '9999', undefined])
  })

  for (const [kind, values, exceptions] of CASES)
    test(`a column is read as the config states, and what does not fit is an exception: ${kind} of ${values.join(', ')}`, () => {
      const column = columnOf(values, kind)
      assert.equal(column.kind, kind)
      assert.equal(column.exceptions?.count ?? 0, exceptions)
      if (['number', 'year', 'date'].includes(kind)) assert.ok(column.histogram ?? column.min !== undefined)
    })

  test('a kind that no value fits is ignored', () => {
    for (const [kind] of CASES.filter(([one]) => one !== 'text' && one !== 'code'))
      assert.equal(
        columnOf(
          WORDS.map((word) => `a ${word} car`),
          kind,
        ).kind,
        'text',
        kind,
      )
  })

  test('in dates that may be of either order the day comes first', () => {
    const [first, last] = [columnOf(['02/01/2024', '03/01/2024'], 'date'), columnOf(['01/20/2024'], 'date')]
    assert.deepEqual([first.min, first.max], ['02/01/2024', '03/01/2024'])
    assert.equal(last.kind, 'date')
  })

  test('what is stated for a dataset counts before what is stated for all', () => {
    const kinds = { x: { a: 'text' }, '*': { a: 'number', b: 'date' } } as const
    assert.deepEqual(statedOf(kinds, 'x'), { a: 'text', b: 'date' })
    assert.deepEqual(statedOf(kinds, 'y'), { a: 'number', b: 'date' })
    assert.equal(statedOf({}, 'x'), undefined)
    assert.equal(statedOf({}, 'constructor'), undefined)
    assert.equal(statedOf(kinds, undefined), undefined)
  })
})

describe('schemas of records', () => {
  const inferFrom = (text: string) => inferJsonSchema(() => [Buffer.from(text)], undefined)
  const problemsOf = (schema: object, value: unknown) => {
    const validate = new Ajv2020({ allowUnionTypes: true }).compile(schema)
    validate(value)
    return validate.errors ?? []
  }

  test('a document meets the schema that is inferred from it, and so does every example in it', () => {
    const key = fc.constantFrom('id', 'title', '', 'a.b', 'год')
    const { tree } = fc.letrec((tie) => ({
      tree: fc.oneof(
        { maxDepth: 4 },
        fc.oneof(fc.string(), fc.double({ noNaN: true }), fc.integer(), fc.boolean(), fc.constant(null)),
        fc.array(tie('tree'), { maxLength: 4 }),
        fc.dictionary(key, tie('tree'), { maxKeys: 4, noNullPrototype: true }),
      ),
    }))
    fc.assert(
      fc.property(tree, (value) => {
        assert.deepEqual(problemsOf(inferFrom(JSON.stringify(value)), JSON.parse(JSON.stringify(value))), [])
      }),
      {},
    )
  })

  test('what one entry lacks is not required, and what one has null may be null', () => {
    const schema = inferFrom('{"items": [{"id": 1, "note": null}, {"id": 2.5, "note": "x", "more": true}]}')
    assert.deepEqual(schema.properties?.items?.items, {
      type: 'object',
      properties: {
        id: { type: 'number', examples: [1] },
        note: { type: ['string', 'null'], examples: ['x'] },
        more: { type: 'boolean' },
      },
      required: ['id', 'note'],
    })
    assert.ok(problemsOf(schema, { items: [{ id: 'one', note: null }] }).length > 0)
  })

  test('a repeated member is not required, and a number that a program would round is no example', () => {
    assert.equal(inferFrom('[{"a": 1, "a": 2}]').items?.required, undefined)
    assert.equal(inferFrom('[12345678901234567890]').items?.examples, undefined)
  })

  test('entries by key are described as an object, not one by one', () => {
    const keyed = Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`code-${at}`, { title: 'A' }]))
    assert.deepEqual(inferFrom(JSON.stringify(keyed)), { type: 'object' })
  })
})
