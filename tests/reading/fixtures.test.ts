import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { FORMATS } from '../../src/lib/interface/index.ts'
import type { Reading } from '../../src/lib/reading/index.ts'
import { readDocument } from '../../src/lib/reading/read.ts'

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
