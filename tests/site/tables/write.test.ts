import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { FORMATS, type Format } from '../../../src/lib/interface/index.ts'
import { type ByteSource, readOr, valueToJson } from '../../../src/lib/reading/index.ts'
import { readDocument } from '../../../src/lib/reading/read.ts'
import { isTabular, measure } from '../../../src/lib/site/mirror.ts'
import { writeTable } from '../../../src/lib/site/readings.ts'
import { records, value } from '../../reading/generate.ts'
import { readCsv } from '../../support/csv.ts'
import fc from '../../support/fast-check.ts'

const SHAPES = new URL('../../fixtures/reading/', import.meta.url)

/** The csv of a document, or undefined where it makes none. */
function csvOf(bytes: Uint8Array, format: Format = 'json'): Buffer | undefined {
  const pieces: Uint8Array[] = []
  const source = () => [bytes]
  const reading = readOr(undefined, () => readDocument(source, { format }))
  if (reading === undefined || !isTabular(measure(reading), bytes.length)) return undefined
  writeTable(source, { format }, reading.columns, { write: (piece) => void pieces.push(piece) })
  return Buffer.concat(pieces)
}

const tableOf = (json: string) => readCsv(csvOf(Buffer.from(json)) ?? '')

describe('the table of a document', () => {
  for (const name of readdirSync(SHAPES).sort())
    test(`has the rows of the page of ${name.replaceAll('-', ' ')}, and is where the page links to`, () => {
      const folder = new URL(`${name}/`, SHAPES)
      const file = readdirSync(folder).find((entry) => entry.startsWith('input.')) ?? ''
      const format = FORMATS.find((candidate) => file.endsWith(candidate)) ?? 'html'
      const bytes = readFileSync(new URL(file, folder))
      const reading = readDocument(() => [bytes], { format })
      const csv = csvOf(bytes, format)
      assert.equal(csv !== undefined, isTabular(measure(reading), bytes.length))
      if (csv === undefined) return assert.ok(['tree', 'empty'].includes(reading.shape))
      assert.equal(csv.length, reading.csvBytes)
      const { names, rows } = readCsv(csv)
      assert.deepEqual(
        names,
        reading.columns.map((column) => column.name),
      )
      assert.equal(rows.length, reading.count)
      const isSingle = names.length === 1
      const shown = reading.rows.map((row) => row.map((text) => (isSingle ? (text ?? '') : text)))
      assert.deepEqual(rows.slice(0, shown.length), wellFormed(shown))
    })

  test('has the texts of any records, in the columns of the reading', () => {
    fc.assert(
      fc.property(records, (list) => {
        const json = `{"rows":[${list.map((members) => valueToJson({ members })).join(',')}]}`.toWellFormed()
        const bytes = Buffer.from(json)
        const reading = readDocument(() => [bytes], { format: 'json' })
        const csv = csvOf(bytes)
        assert.equal(csv !== undefined, isTabular(measure(reading), bytes.length))
        if (csv !== undefined) assert.equal(csv.length, reading.csvBytes)
        if (csv === undefined || reading.columns.length < 2) return
        assert.deepEqual(
          readCsv(csv),
          wellFormed({ names: reading.columns.map((one) => one.name), rows: reading.rows }),
        )
      }),
    )
  })

  test('has the size that the page states in advance, even with one column, blanks, quotes and lone surrogates', () => {
    const sized = fc.array(fc.oneof(value, fc.constantFrom(' ', '\u00a0', ',', '\ud800', '\u{1f600}')), {
      minLength: 1,
      maxLength: 8,
    })
    fc.assert(
      fc.property(sized, fc.boolean(), (values, isAlone) => {
        const other = isAlone ? [] : [['b', 'x'] as const]
        const list = values.map((one) => valueToJson({ members: [['a', one], ...other] }))
        const bytes = Buffer.from(`[${list.join(',')}]`)
        const csv = csvOf(bytes)
        if (csv) assert.equal(csv.length, readDocument(() => [bytes], { format: 'json' }).csvBytes)
      }),
    )
  })

  test('has numbers as written, beyond the precision of a float', () => {
    const numbers = ['12345678901234567890123', '0.1000', '1E400', '-0', '1e5']
    const { rows } = tableOf(
      `[${numbers.map((n) => `{"n":${n},"t":true,"o":[{"a":[1.0,null]}]}`).join(',')}]`,
    )
    assert.deepEqual(
      rows,
      numbers.map((n) => [n, 'true', '[{"a":[1.0,null]}]']),
    )
  })

  test('has all of 300 columns, including late ones, and distinguishes an empty text from no value', () => {
    const wide = Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`c${at}`, `v${at}`]))
    const { names, rows } = tableOf(JSON.stringify([{ first: '' }, { ...wide, first: null }]))
    assert.equal(names.length, 301)
    assert.deepEqual(rows[0], ['', ...Array(300).fill(null)])
    assert.deepEqual(rows[1], [null, ...Object.values(wide)])
  })

  test('begins with a byte order mark, and every line ends in CRLF', () => {
    assert.equal(csvOf(Buffer.from('[{"a":1,"b":"é"},{"a":2}]'))?.toString(), '\ufeffa,b\r\n1,é\r\n2,\r\n')
  })

  test('does not exist for records with hardly a common column, which would be mostly commas', () => {
    const sparse = Array.from({ length: 2000 }, (_, at) => ({ [`c${at}`]: 1, id: at }))
    assert.equal(csvOf(Buffer.from(JSON.stringify(sparse))), undefined)
  })

  test('does not exist for too many columns or an unreadable document', () => {
    const wide = Object.fromEntries(Array.from({ length: 2001 }, (_, at) => [`c${at}`, at]))
    assert.equal(csvOf(Buffer.from(JSON.stringify([wide, wide]))), undefined)
    assert.equal(csvOf(Buffer.from('[{"a":1},')), undefined)
  })
})

test('memory use does not grow with the document', () => {
  const heapWith = (count: number) => {
    let most = 0
    let written = 0
    const source: ByteSource = function* () {
      yield Buffer.from('[')
      for (let at = 0; at < count; at++)
        yield Buffer.from(`${at ? ',' : ''}{"id":${at},"name":"${'long '.repeat(40)}${at}"}`)
      yield Buffer.from(']')
    }
    writeTable(source, { format: 'json' }, readDocument(source, { format: 'json' }).columns, {
      write(piece) {
        written += piece.length
        most = Math.max(most, process.memoryUsage().heapUsed)
      },
    })
    assert.ok(written > count * 200)
    return most
  }
  heapWith(20_000)
  assert.ok(heapWith(200_000) < heapWith(20_000) + 40_000_000)
})

// Half of a pair of surrogates, which json can hold, has no UTF-8.
function wellFormed<T>(value: T): T {
  return JSON.parse(JSON.stringify(value), (_, text) =>
    typeof text === 'string' ? text.toWellFormed() : text,
  ) as T
}
