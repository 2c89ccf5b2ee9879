import type { Format } from '../../src/lib/interface/index.ts'
import { eachRecord, type ReadRecord, type Value, valueToJson } from '../../src/lib/reading/index.ts'
import { readDocument } from '../../src/lib/reading/read.ts'
import fc from '../support/fast-check.ts'

/** Bytes of a text, as a source that gives them in pieces of a size. */
export function sourceOf(text: string | Uint8Array, size = 7) {
  const bytes = typeof text === 'string' ? Buffer.from(text) : text
  return function* () {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
  }
}

/** Everything a document's records say, as comparable plain data. */
export function recordsOf(text: string, format: Format): string[] {
  const records: string[] = []
  eachRecord(sourceOf(text, 1000), { format }, (record) => void records.push(comparable(record)))
  return records
}

function comparable(record: ReadRecord): string {
  return [...record].map(([name, value]) => `${JSON.stringify(name)}=${valueToJson(value)}`).join(' ')
}

/** The reading of a text. */
export function readingOf(text: string, format: Format) {
  return readDocument(sourceOf(text, 1000), { format })
}

const numeral = fc.oneof(
  fc.integer().map(String),
  fc.bigInt().map(String),
  fc.constantFrom('1.10', '-0.0', '1e5', '1E+400', '0.1'),
)
const text = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: 'binary' }),
  fc.constantFrom(' padded ', 'a\r\nb', '<script>&amp;]]>', '', '\u0001', '00123', 'true', '"', '\\'),
)

/** Values of json, numbers as numerals. */
export const value: fc.Arbitrary<Value> = fc.letrec<{ value: Value }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    text,
    numeral.map((digits) => ({ numeral: digits })),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(text, tie('value'), { maxKeys: 3 }).map((object) => ({ members: Object.entries(object) })),
  ),
})).value

/** Lists of records with some columns in common. */
export const records = fc.uniqueArray(text, { minLength: 1, maxLength: 5 }).chain((names) =>
  fc.array(
    fc
      .array(fc.tuple(fc.constantFrom(...names), value), { minLength: 1, maxLength: 5 })
      .map((members) =>
        members.filter(([name], at) => members.findIndex(([other]) => other === name) === at),
      ),
    { minLength: 1, maxLength: 5 },
  ),
)
