import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseCodes } from '../../src/lib/crawl/plan-codes.ts'

const ALIKE = ['Parks', 'parks', 'caf\u00e9', 'cafe\u0301', 'other', 'ПАРК', 'парк']

test('on a disk that distinguishes names every code is accepted, and similar ones are reported', () => {
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

test('on a disk that ignores the difference only the first is accepted, and the others are reported', () => {
  const { codes, problems } = parseCodes(ALIKE, true)
  assert.deepEqual(codes, ['Parks', 'caf\u00e9', 'other', 'ПАРК'])
  assert.equal(problems.length, 3)
  assert.ok(problems.every(({ severity }) => severity === 'gap'))
  assert.match(problems[0]?.message ?? '', /same folder as "Parks"/)
})

test('an invalid code does not clash with a valid one', () => {
  const { codes, problems } = parseCodes(['..', 'a/b', 'a'], true)
  assert.deepEqual(codes, ['a'])
  assert.deepEqual(
    problems.map(({ subject }) => subject),
    ['".."', '"a/b"'],
  )
})
