import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { FORMATS, type Format } from '../../src/lib/interface/index.ts'
import {
  createDocumentCheck,
  eachText,
  type Reading,
  UnreadableDocument,
  valueToJson,
} from '../../src/lib/reading/index.ts'
import { readDocument } from '../../src/lib/reading/read.ts'
import fc from '../support/fast-check.ts'
import { sourceOf, value } from './generate.ts'

describe('case documents', () => {
  const CASES = new URL('../fixtures/reading/', import.meta.url)

  // What a case expects: fields of the reading as they are, and columns in short.
  const SHORT: Readonly<Record<string, (reading: Reading) => unknown>> = {
    columns: ({ columns }) => columns.map(({ name, kind }) => `${name}:${kind}`),
    filled: ({ columns }) => columns.map(({ filled }) => filled),
    min: ({ columns }) => columns.map(({ min }) => min ?? null),
    units: ({ columns }) => columns.map(({ unit }) => unit ?? null),
    max: ({ columns }) => columns.map(({ max }) => max ?? null),
  }

  function seen(reading: Reading, key: string): unknown {
    return SHORT[key]?.(reading) ?? (reading as unknown as Record<string, unknown>)[key] ?? null
  }

  describe('documents of every shape are read as their case states', () => {
    for (const name of readdirSync(CASES).sort()) {
      test(name.replaceAll('-', ' '), () => {
        const folder = new URL(`${name}/`, CASES)
        const file = readdirSync(folder).find((entry) => entry.startsWith('input.')) ?? ''
        const format = FORMATS.find((candidate) => file.endsWith(candidate)) ?? 'html'
        const bytes = readFileSync(new URL(file, folder))
        const expected: Record<string, unknown> = JSON.parse(
          readFileSync(new URL('expected.json', folder), 'utf8'),
        )
        const reading = readDocument(() => [bytes], { format })
        for (const [key, value] of Object.entries(expected)) assert.deepEqual(seen(reading, key), value, key)
        const byByte = readDocument(() => Array.from(bytes, (byte) => Uint8Array.of(byte)), { format })
        assert.deepEqual(byByte, reading, 'the size of the pieces makes no difference')
      })
    }
  })
})

describe('damaged case documents', () => {
  const CASES = new URL('../fixtures/reading/', import.meta.url)

  function faultOf(bytes: Uint8Array, format: Format): string {
    try {
      const check = createDocumentCheck(format)
      for (const piece of sourceOf(bytes, 50)()) check.write(piece)
      check.end()
      return 'none'
    } catch (error) {
      assert.ok(error instanceof UnreadableDocument, String((error as Error).stack))
      assert.throws(() => readDocument(sourceOf(bytes, 50), { format }), UnreadableDocument)
      return error.fault
    }
  }

  function* wholeDocuments(): Iterable<{ name: string; format: Format; bytes: Buffer }> {
    for (const name of readdirSync(CASES)) {
      const file = readdirSync(new URL(`${name}/`, CASES)).find((entry) => entry.startsWith('input.')) ?? ''
      const format = FORMATS.find((candidate) => file.endsWith(candidate)) ?? 'html'
      yield { name, format, bytes: readFileSync(new URL(`${name}/${file}`, CASES)) }
    }
  }

  describe('a document cut anywhere is never accepted', () => {
    for (const { name, format, bytes } of wholeDocuments()) {
      if (format === 'html' && !bytes.includes('</html>')) continue
      test(`${name} (${format})`, () => {
        const end = bytes.toString('latin1').trimEnd().length - (name.includes('utf-16') ? 1 : 0)
        assert.equal(faultOf(bytes, format), 'none')
        for (let length = 0; length < end; length++) {
          const fault = faultOf(bytes.subarray(0, length), format)
          assert.ok(
            fault === 'cut' || (format !== 'json' && fault === 'malformed'),
            `${fault} at byte ${length}`,
          )
        }
      })
    }
  })

  describe('damaged documents cause no error other than UnreadableDocument', () => {
    for (const format of FORMATS) {
      test(`random bytes as ${format}`, () => {
        fc.assert(
          fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => void faultOf(bytes, format)),
          { numRuns: 300 },
        )
      })

      test(`${format} with some characters changed`, () => {
        const documents = [...wholeDocuments()].filter((document) => document.format === format)
        const change = fc.tuple(fc.nat(), fc.constantFrom(...'<>&"\'{}[]:,/\\!?-a1 \n\0\u0001'))
        fc.assert(
          fc.property(
            fc.constantFrom(...documents),
            fc.array(change, { minLength: 1, maxLength: 4 }),
            (document, changes) => {
              const bytes = Buffer.from(document.bytes)
              for (const [at, character] of changes) bytes[at % bytes.length] = character.charCodeAt(0)
              try {
                readDocument(sourceOf(bytes), { format })
                eachText(sourceOf(bytes), { format }, () => {})
              } catch (error) {
                assert.ok(error instanceof UnreadableDocument, String((error as Error).stack))
              }
            },
          ),
          { numRuns: 500 },
        )
      })
    }

    test('any json value can be read', () => {
      fc.assert(
        fc.property(value, (any) => {
          const text = valueToJson(any)
          const reading = readDocument(sourceOf(text), { format: 'json' })
          assert.equal(reading.rows.length, Math.min(100, reading.count))
          assert.equal(faultOf(Buffer.from(text), 'json'), 'none')
        }),
        { numRuns: 500 },
      )
    })
  })
})
