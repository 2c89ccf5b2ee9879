import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseCodes } from '../../src/lib/crawl/parse-codes.ts'

const ALIKE = ['Parks', 'parks', 'caf\u00e9', 'cafe\u0301', 'other', 'ПАРК', 'парк']

test('on a disk that tells names apart every code is taken, and those that look alike are reported', () => {
  const { codes, problems } = parseCodes(ALIKE, false)
  assert.deepEqual(codes, ALIKE)
  assert.deepEqual(
    problems.map(({ severity, subject }) => [severity, subject]),
    [
      ['warning', '"parks"'],
      ['warning', '"cafe\u0301"'],
      ['warning', '"парк"'],
    ],
  )
})

test('on a disk that takes them for one only the first is taken, and the others are refused by name', () => {
  const { codes, problems } = parseCodes(ALIKE, true)
  assert.deepEqual(codes, ['Parks', 'caf\u00e9', 'other', 'ПАРК'])
  assert.equal(problems.length, 3)
  assert.ok(problems.every(({ severity }) => severity === 'gap'))
  assert.match(problems[0]?.message ?? '', /same folder as "Parks"/)
})

test('a code that cannot be a folder takes no name from one that can', () => {
  const { codes, problems } = parseCodes(['..', 'a/b', 'a'], true)
  assert.deepEqual(codes, ['a'])
  assert.deepEqual(
    problems.map(({ subject }) => subject),
    ['".."', '"a/b"'],
  )
})
