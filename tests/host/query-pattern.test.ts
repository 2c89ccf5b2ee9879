import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseFormat } from '../../src/lib/interface/index.ts'
import { QUERY_PATTERNS } from '../../src/lib/site/host/rules.ts'
import fc from '../support/fast-check.ts'

const PIECES = [
  ...['type', 't', '%74', 'y', '%79', 'p', '%70', 'e', '%65', 'tYpe', 'types', 'type=json', 'type=xml'],
  ...['json', 'j', '%6A', '%6a', 's', 'o', '%6F', 'n', 'xml', 'x', '%78', 'JSON'],
  ...['=', '&', '%3D', '%26', '%', '%7', '+', '?', ';', '/', '%00', '%ff', '%zz', 'ж'],
]

test('the pattern of a format matches exactly the queries that request it', () => {
  const patterns = Object.entries(QUERY_PATTERNS).map(([format, text]) => [format, new RegExp(text)] as const)
  const query = fc.array(fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...PIECES) }, fc.string()), {
    maxLength: 10,
  })
  fc.assert(
    fc.property(query, (pieces) => {
      const text = pieces.join('').replaceAll('#', '')
      const found = patterns.find(([, pattern]) => pattern.test(text))?.[0] ?? 'html'
      assert.equal(found, parseFormat(new URLSearchParams(`?${text}`)), text)
    }),
    { numRuns: 20_000 },
  )
})

test('the pattern uses only what PCRE, RE2 and JavaScript share, and needs no quoting', () => {
  for (const pattern of Object.values(QUERY_PATTERNS)) assert.doesNotMatch(pattern, /\(\?[^:]|[{}"'`#/\\\s]/)
})
