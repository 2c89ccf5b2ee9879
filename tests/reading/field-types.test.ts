import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { openFieldTypes } from '../../src/lib/reading/profile/field-types.ts'
import fc from '../support/fast-check.ts'

function typeOf(...values: (string | null)[]): string | undefined {
  const found = openFieldTypes()
  for (const value of values) found.add([value])
  return found.types()[0]
}

/** Whether a value has a type, found in another way than by the code: by reading it and writing it again. */
const READ_AGAIN: Readonly<Record<string, (text: string) => boolean>> = {
  integer: (text) =>
    /^[-+]?\d+$/.test(text) && BigInt(text.replace('+', '')).toString() === text.replace(/^\+|^-(?=0+$)/, ''),
  year: (text) => text.length === 4 && Number(text) >= 1000 && Number(text) < 3000,
  number: (text) =>
    text.trim() === text &&
    text !== '' &&
    Number.isFinite(Number(text.replace(/[eE].*/, ''))) &&
    !/[xbo_]|Inf/i.test(text),
  boolean: (text) => ['true', 'false'].includes(text.toLowerCase()),
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
    ['string', ['007', '8']],
    ['string', ['1,5']],
    ['string', ['1 000']],
    ['string', [' 1']],
    ['string', ['5.']],
    ['string', ['2023-02-29']],
    ['string', ['2024-13']],
    ['string', ['01.05.2024']],
    ['string', ['2024-01-01T00:00:00+03:00']],
    ['string', ['2024-01-01T24:00:00Z']],
    ['string', ['yes', 'no']],
    ['string', ['{a}']],
    ['string', ['NaN', '1']],
    ['string', ['1', '2024-01-01']],
  ] as const)
    it(`is ${type} for ${values.join(' and ')}, with empty cells too`, () => {
      assert.equal(typeOf('', ...values, null), type)
    })

  it('is stated only where every value has it, for any values', () => {
    const value = fc.oneof(
      fc.integer().map(String),
      fc.double({ noNaN: true }).map(String),
      fc.stringMatching(/^[-+0-9.eE]{1,8}$/),
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
