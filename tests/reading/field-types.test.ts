import assert from 'node:assert/strict'
import { describe, it, test } from 'node:test'
import { Ajv2020 } from 'ajv/dist/2020.js'
import type { ByteSource, ColumnKind, FieldForm } from '../../src/lib/reading/index.ts'
import { inferJsonSchema } from '../../src/lib/reading/json-schema.ts'
import { readDocument } from '../../src/lib/reading/read.ts'
import { statedOf } from '../../src/lib/site/grids.ts'
import { writeTable } from '../../src/lib/site/readings.ts'
import fc from '../support/fast-check.ts'
import { differsFrom, readParquet } from '../support/loading/parquet.ts'

/** A document with a record for each place in some columns. */
function sourceOf(columns: Readonly<Record<string, readonly unknown[]>>): ByteSource {
  const count = Math.max(...Object.values(columns).map(({ length }) => length))
  const records = Array.from({ length: count }, (_, at) =>
    Object.fromEntries(Object.entries(columns).map(([name, values]) => [name, values[at]])),
  )
  return () => [Buffer.from(JSON.stringify(records))]
}

describe('what the files for programs state of a column', () => {
  const COMMA = { decimalChar: ',' }

  for (const [name, values, kind, field, exact] of [
    ['n', ['1', '-20', '0', '7'], 'number', { type: 'integer' }, 'integer'],
    ['n', ['1', '+3', '98765432109876543210'], 'number', { type: 'integer' }, 'text'],
    ['n', ['1.50', '2', '-1e-7'], 'number', { type: 'number' }, 'number'],
    ['n', ['1.5', '0.1000000000000000055'], 'number', { type: 'number' }, 'text'],
    ['n', ['1', '', '2'], 'number', { type: 'integer' }, 'text'],
    ['n', [' 1', '2'], 'number', { type: 'string' }, 'text'],
    ['n', ['1,5', '20', '-0,25'], 'number', { type: 'number', ...COMMA }, 'text'],
    ['n', ['1,234,567', '0.5', '-1,000.25'], 'number', { type: 'number', groupChar: ',' }, 'text'],
    ['n', ['1.234.567', '0,5', '12'], 'number', { type: 'number', groupChar: '.', ...COMMA }, 'text'],
    ['n', ['1.234.567', '1.234', '12'], 'number', { type: 'number', groupChar: '.', ...COMMA }, 'text'],
    ['n', ['1 000', '-1 234 567,8'], 'number', { type: 'number', groupChar: ' ', ...COMMA }, 'text'],
    ['n', ['1\u202f000.5', '7'], 'number', { type: 'number', groupChar: '\u202f' }, 'text'],
    ['n', ["1'000", '7'], 'number', { type: 'number', groupChar: "'" }, 'text'],
    ['n', ['1 000', '1\u00a0000'], 'number', { type: 'string' }, 'text'],
    ['n', ['12 %', '1,5 %'], 'number', { type: 'number', ...COMMA, bareNumber: false }, 'text'],
    ['n', ['$-12.50', '$5'], 'number', { type: 'number', bareNumber: false }, 'text'],
    ['latitude', ['55,75', '55,8'], 'latitude', { type: 'number', ...COMMA }, 'text'],
    ['year', ['1999', '2026'], 'year', { type: 'year' }, 'integer'],
    ['n', ['1999', '2026'], 'number', { type: 'integer' }, 'integer'],
    ['id', ['5', '8', '8'], 'identifier', { type: 'integer' }, 'integer'],
    ['version', ['1.1', '1.10', '1.2'], 'code', { type: 'string' }, 'text'],
    ['n', ['1', '1.1', '1.2', '2', '2.1', '3'], 'code', { type: 'string' }, 'text'],
    ['n', ['007', '8', '9'], 'code', { type: 'string' }, 'text'],
    ['phone', ['74951234567', '74951234568'], 'phone', { type: 'string' }, 'text'],
    ['n', ['true', 'false'], 'boolean', { type: 'boolean' }, 'boolean'],
    ['n', ['true', 'False'], 'boolean', { type: 'boolean' }, 'text'],
    ['n', ['yes', 'no'], 'boolean', { type: 'string' }, 'text'],
    ['n', ['2024-01', '1999-12'], 'date', { type: 'yearmonth' }, 'text'],
    ['n', ['2024-02-29', '1999-12-31'], 'date', { type: 'date' }, 'date'],
    ['n', ['01.05.2024', '29.02.2024'], 'date', { type: 'date', format: '%d.%m.%Y' }, 'text'],
    ['date', [20240229, 20240301], 'date', { type: 'date', format: '%Y%m%d' }, 'integer'],
    ['n', [20240229, 20240301], 'number', { type: 'integer' }, 'integer'],
    ['time', [1714521600, 1714608000], 'date', { type: 'integer' }, 'integer'],
    ['n', ['2024-02-29T23:59:59Z'], 'date', { type: 'datetime' }, 'instant'],
    ['n', ['2024-01-01T00:00:00'], 'date', { type: 'datetime' }, 'text'],
    ['n', [{ a: 1 }, { b: [] }, [1], {}], 'nested', { type: 'string' }, 'text'],
    ['n', [[1, 2], []], 'nested', { type: 'array' }, 'text'],
    ['n', ['{"a":1}', '{"b":2}'], 'text', { type: 'object' }, 'text'],
    ['n', [null, '', null], 'empty', { type: 'string' }, 'text'],
    ['n', ['30E9', '12e3'], 'code', { type: 'string' }, 'text'],
  ] as const)
    it(`is ${JSON.stringify(field)}, stored as ${exact}, for ${JSON.stringify(values)} in ${name}, read as ${kind}`, () => {
      const source = sourceOf({ [name]: values, longitude: values.map(() => 37) })
      const [column] = readDocument(source, { format: 'json' }).columns
      assert.deepEqual([column?.kind, column?.type], [kind, { field, exact }])
    })

  it('is a text where the config states that the column is one', () => {
    const source = sourceOf({ house: ['1', '2'] })
    const [column] = readDocument(source, { format: 'json', kinds: { house: 'text' } }).columns
    assert.deepEqual(column?.type, { field: { type: 'string' }, exact: 'text' })
  })

  /** The types of Table Schema that do not contradict what the page calls a column. */
  const AGREEING: Readonly<Record<ColumnKind, readonly string[]>> = {
    number: ['number', 'integer'],
    latitude: ['number', 'integer'],
    longitude: ['number', 'integer'],
    year: ['year', 'integer', 'number'],
    identifier: ['integer', 'number'],
    date: ['date', 'datetime', 'yearmonth', 'integer', 'number'],
    boolean: ['boolean'],
    nested: ['object', 'array'],
    text: ['object', 'array'],
    code: [],
    link: [],
    email: [],
    phone: [],
    empty: [],
  }

  const isNumber = (text: string) => text !== '' && Number.isFinite(Number(text.replace(/[eE].*/, '')))

  /** The number that a text is in the form that a field states, as a plain decimal one. */
  function plainOf(text: string, { groupChar = '', decimalChar = '.', bareNumber }: FieldForm) {
    const bare = bareNumber !== false ? text : text.replace(/^[^-+\d]*|\D*$/g, '')
    return bare.replaceAll(groupChar, '').replace(decimalChar, '.')
  }

  /** Whether a value has a type, found in another way than by the code: by reading it and writing it again. */
  const READ_AGAIN: Readonly<Record<string, (text: string, field: FieldForm) => boolean>> = {
    integer: (text) => BigInt(text.replace('+', '')).toString() === text.replace(/^\+|^-(?=0+$)/, ''),
    year: (text) => text.length === 4 && Number(text) >= 1000 && Number(text) < 3000,
    number: (text, field) => isNumber(plainOf(text, field)) && !/[xbo_\s]|Inf/i.test(plainOf(text, field)),
    boolean: (text) => ['true', 'false'].includes(text.toLowerCase()),
    date(text, { format }) {
      const iso = { '%d.%m.%Y': text.split('.').reverse().join('-') }[format ?? ''] ?? text
      return new Date(iso.replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3')).toISOString().length > 0
    },
    datetime: (text) => new Date(text.replace(/Z?$/, 'Z')).toISOString().slice(0, 19) === text.slice(0, 19),
    yearmonth: (text) => new Date(`${text}-01`).toISOString().slice(0, 7) === text,
    object: (text) => !Array.isArray(JSON.parse(text)) && typeof JSON.parse(text) === 'object',
    array: (text) => Array.isArray(JSON.parse(text)),
    string: () => true,
  }

  const value = fc.oneof(
    fc.integer(),
    fc.integer({ min: 1990, max: 2030 }),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.boolean(),
    fc.constant(null),
    fc.array(fc.integer(), { maxLength: 2 }),
    fc.integer().map(String),
    fc.double({ noNaN: true }).map(String),
    fc.stringMatching(/^[-+0-9., eE]{1,9}$/),
    fc.stringMatching(/^\d{1,3}([ .,]\d{3}){0,2}([.,]\d)?( %| €)?$/),
    fc.stringMatching(/^[0-2]\d\.[01]\d\.20[0-2]\d$/),
    fc.stringMatching(/^20[0-2]\d-?[01]\d(-?[0-2]\d)?(T\d{2}:\d{2}:\d{2}Z?)?$/),
    fc.constantFrom(
      'true',
      'FALSE',
      'yes',
      '[]',
      '{"a":[]}',
      '{',
      '2020',
      '0200',
      '1.10',
      'x',
      '',
      '-',
      '-9999',
    ),
    fc.string(),
  )
  const cells = fc.array(value, { minLength: 1, maxLength: 3 }).chain((few) =>
    fc.array(fc.oneof({ arbitrary: fc.constantFrom(...few), weight: 9 }, value), {
      minLength: 1,
      maxLength: 12,
    }),
  )
  const name = fc.constantFrom(
    'a',
    'id',
    'year',
    'date',
    'time',
    'version',
    'phone',
    'latitude',
    'longitude',
    'total',
  )

  it('agrees with the page, with every cell, and with what Parquet stores, for any values', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.dictionary(name, cells, { minKeys: 1, maxKeys: 4, noNullPrototype: true }),
        async (table) => {
          const source = sourceOf(table)
          const { columns, rows } = readDocument(source, { format: 'json' })
          const pieces: Uint8Array[] = []
          const parquetSink = { write: (piece: Uint8Array) => void pieces.push(piece) }
          writeTable(source, { format: 'json' }, columns, { write() {} }, { parquetSink })
          const stored = await readParquet(Buffer.concat(pieces))
          for (const [at, { name, kind, type }] of columns.entries()) {
            const { field, exact } = type
            const cells = rows.map((row) => row[at])
            const what = `${name}: ${kind}, ${JSON.stringify(type)} of ${JSON.stringify(cells)}`
            assert.ok(field.type === 'string' || AGREEING[kind].includes(field.type), what)
            assert.ok(exact === 'text' || field.type !== 'string', what)
            for (const cell of cells)
              if (cell) assert.ok(READ_AGAIN[field.type]?.(cell, field), `${cell}: ${what}`)
            const wrong = cells.map((cell, record) => differsFrom(cell, stored.rows[record]?.[at]))
            assert.deepEqual(wrong.filter(Boolean), [], what)
          }
        },
      ),
      { numRuns: 300 },
    )
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
