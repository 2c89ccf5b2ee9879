import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { parseFormat } from '../../src/lib/interface/index.ts'
import { QUERY_PATTERNS } from '../../src/lib/site/host/rules.ts'
import type { Limits } from '../../src/lib/site/host/types.ts'
import { findTarget, PREFLIGHT_CODES, planPreflight, type Target } from '../../src/lib/site/index.ts'
import fc from '../support/fast-check.ts'

const FACTS = { folder: '/srv/dist', base: '/' }
const FILES = [
  { path: 'index.html', bytes: 100 },
  { path: 'api/v1/get_dataset/Aa/index.json', bytes: 900 },
  { path: 'api/v1/get_dataset/aA/index.json', bytes: 50 },
  { path: 'api/v1/get_dataset/what?/index.json', bytes: 50 },
]

const preflightOf = (limits: Limits, files = FILES) =>
  planPreflight(
    {
      title: 'A host',
      limits,
      render: () => [{ where: 'site', path: '_headers', content: '/a\n  x: 1\n/b\n  x: 2\n' }],
    },
    files,
    FACTS,
  ).problems
const problemsOf = (limits: Limits, files = FILES) =>
  preflightOf(limits, files).map(({ severity, message }) => `${severity}: ${message}`)

const folders = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ path: `sets/${n}/index.json`, bytes: 1 }))

test('reports a folder with too many files, or too many folders', () => {
  const flat = Array.from({ length: 11 }, (_, n) => ({ path: `sets/${n}.json`, bytes: 1 }))
  assert.deepEqual(problemsOf({ folderFiles: 10 }, flat), [
    'breaks: A host accepts at most 10 files in one folder (sets/), there are 11.',
  ])
  assert.deepEqual(problemsOf({ folderFiles: 10 }, folders(11)), [
    'warns: A host accepts at most 10 files in one folder, there are 11 folders and files in sets/. Whether it counts folders is not documented.',
  ])
  assert.deepEqual(problemsOf({ folderFiles: 10 }, folders(10)), [])
})

test('knows the limits that Netlify and Vercel document', () => {
  const { names: _, ...netlify } = (findTarget('netlify') as Target).limits
  const { limits: vercel } = findTarget('vercel') as Target
  assert.match(problemsOf(netlify, folders(54_001))[0] ?? '', /^warns: .*54,000 files/)
  const large = [{ path: 'a.json', bytes: 1_100_000_000 }]
  assert.match(problemsOf(vercel, large)[0] ?? '', /^breaks: .*1,000,000,000 bytes/)
})

const CASES: readonly (readonly [what: string, limits: Limits, says: RegExp])[] = [
  ['files', { files: 3 }, /^breaks: .*\b3 files.*\b4\b/],
  ['entries', { entries: 9 }, /^breaks: .*\b9 entries.*\b10\b/],
  ['bytes that take a paid plan', { freeBytes: 1000 }, /^warns: .*\b1,000 bytes.*\b1,100\b/],
  ['bytes', { siteBytes: 1000 }, /^breaks: .*\b1,000 bytes.*\b1,100\b/],
  [
    'a file that is too large',
    { fileBytes: 500 },
    /^breaks: .*\b500 bytes.*\b1 is larger: api\/v1\/get_dataset\/Aa\/index\.json \(900 bytes\)\.$/,
  ],
  [
    'names',
    { names: { pattern: /[?#]/, reason: 'it takes no ?' } },
    /^breaks: 1 names are refused: it takes no \?: api\/v1\/get_dataset\/what\?\/index\.json\.$/,
  ],
  ['case', { ignoresCase: true }, /^breaks: 2 paths .*: .*Aa.*aA/],
  ['addresses', { urlBytes: 36 }, /^breaks: 1 addresses are longer than 36 bytes: .*what/],
  ['rules', { rules: { _headers: { most: 1, rule: /^\// } } }, /^breaks: _headers .*\b1 rules.*\b2\b/],
  ['the size of a host file', { hostFileBytes: { _headers: 9 } }, /^breaks: _headers .*\b9 bytes/],
  ['what comes near a limit', { siteBytes: 1200 }, /^warns: .*\b1,200 bytes.*\b1,100\b/],
]

for (const [what, limits, says] of CASES)
  test(`reports ${what}, with numbers`, () => {
    const [first, ...others] = problemsOf(limits)
    assert.match(first ?? '', says)
    assert.deepEqual(others, [])
  })

test('reports each limit with a permanent code', () => {
  const limits: Limits = {
    ...{
      files: 3,
      entries: 9,
      siteBytes: 1000,
      freeBytes: 1000,
      folderFiles: 1,
      fileBytes: 500,
      urlBytes: 36,
    },
    ...{ names: { pattern: /[?#]/, reason: 'it takes no ?' }, ignoresCase: true },
    ...{ rules: { _headers: { most: 1, rule: /^\// } }, hostFileBytes: { _headers: 9 } },
    ...{ folder: { pattern: /./, reason: 'it takes no letter' } },
  }
  const files = [...FILES, { path: 'second.html', bytes: 1 }]
  const found = preflightOf(limits, files).map(({ code }) => code)
  // What the program that calls finds by itself.
  const others = new Set(['closed-folder', 'edited-file', 'left-out'])
  assert.deepEqual(found.toSorted(), PREFLIGHT_CODES.filter((code) => !others.has(code)).toSorted())
})

test('reports nothing for a site within the limits', () => {
  assert.deepEqual(
    problemsOf({ files: 100, fileBytes: 1000, siteBytes: 10_000, entries: 100, urlBytes: 99 }),
    [],
  )
})

test('lists three examples and counts the others', () => {
  const files = Array.from({ length: 9 }, (_, n) => ({ path: `a${n}?`, bytes: 1 }))
  assert.match(
    problemsOf({ names: { pattern: /\?/, reason: 'no' } }, files)[0] ?? '',
    /: a0\?, a1\?, a2\?, and 6 more\.$/,
  )
})

describe('the pattern of a format', () => {
  const PIECES = [
    ...['type', 't', '%74', 'y', '%79', 'p', '%70', 'e', '%65', 'tYpe', 'types', 'type=json', 'type=xml'],
    ...['json', 'j', '%6A', '%6a', 's', 'o', '%6F', 'n', 'xml', 'x', '%78', 'JSON'],
    ...['=', '&', '%3D', '%26', '%', '%7', '+', '?', ';', '/', '%00', '%ff', '%zz', 'ж'],
  ]

  test('the pattern of a format matches exactly the queries that request it', () => {
    const patterns = Object.entries(QUERY_PATTERNS).map(
      ([format, text]) => [format, new RegExp(text)] as const,
    )
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
    for (const pattern of Object.values(QUERY_PATTERNS))
      assert.doesNotMatch(pattern, /\(\?[^:]|[{}"'`#/\\\s]/)
  })
})
