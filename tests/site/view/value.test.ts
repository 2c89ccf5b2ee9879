import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Value } from '../../../src/lib/reading/index.ts'
import { findWebAddress, localeOf, renderJson, showValue } from '../../../src/lib/site/view/index.ts'

const en = localeOf('en')

test('only whole http and https addresses become links', () => {
  assert.deepEqual(showValue(en, 'https://example.org/a?b=1'), {
    kind: 'link',
    href: 'https://example.org/a?b=1',
    text: 'https://example.org/a?b=1',
  })
  for (const text of [
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'data:text/html,x',
    'ftp://example.org',
    '//example.org',
    'see https://example.org',
    'https://a b',
    'https://example.org\u0000',
    'http://',
  ])
    assert.equal(findWebAddress(text), undefined, text)
})

test('numbers are shown as written in the document', () => {
  assert.deepEqual(showValue(en, { numeral: '9007199254740993.10' }), {
    kind: 'number',
    text: '9007199254740993.10',
  })
})

test('blank values, null and empty lists are empty; lists of plain values are lists; everything else is json', () => {
  for (const value of [null, '', '  \n', []]) assert.equal(showValue(en, value).kind, 'none')
  assert.deepEqual(showValue(en, ['a', { numeral: '1' }]), {
    kind: 'list',
    items: [
      { kind: 'text', text: 'a' },
      { kind: 'number', text: '1' },
    ],
  })
  assert.equal(showValue(en, [['a']]).kind, 'json')
})

test('json preserves the order and repetition of members, and the digits of numbers', () => {
  const value = {
    members: [
      ['b', { numeral: '1.50' }],
      ['a', ['x', null, true]],
      ['b', { members: [] }],
      ['c', []],
    ] as const,
  }
  assert.equal(
    renderJson(value),
    '{\n  "b": 1.50,\n  "a": [\n    "x",\n    null,\n    true\n  ],\n  "b": {},\n  "c": []\n}',
  )
})

test('the beginning of a value is shown, whatever its depth and size', () => {
  let deep: Value = 'x'
  for (let level = 0; level < 100_000; level++) deep = [deep]
  const wide = Array.from({ length: 2_000_000 }, () => 'x')
  for (const value of [deep, wide, [['x'.repeat(50_000_000)]]]) {
    const shown = showValue(en, value)
    assert.deepEqual([shown.kind, 'rest' in shown && shown.rest], ['json', '…'])
    assert.equal('text' in shown && shown.text.length, 4000)
  }
})
