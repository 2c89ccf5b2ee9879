import assert from 'node:assert/strict'
import { test } from 'node:test'
import { splitNames } from '../../../src/lib/site/view/index.ts'
import fc from '../../support/fast-check.ts'

const shown = (names: readonly string[]) =>
  splitNames(names).map(({ before, own, after }) =>
    [before && `(${before})`, own, after && `(${after})`].join(''),
  )

test('a technical prefix that many columns share is separated from their own names', () => {
  assert.deepEqual(shown(['0_Адрес', '0_Округ', '0_Телефон', '0_Код', '1_Широта', 'Год']), [
    '(0_)Адрес',
    '(0_)Округ',
    '(0_)Телефон',
    '(0_)Код',
    '1_Широта',
    'Год',
  ])
})

test('long prefixes and suffixes are shared as whole words, and what distinguishes the columns is their own part', () => {
  const months = Array.from(
    { length: 24 },
    (_, at) => `${2000 + Math.floor(at / 12)} год, ${1 + (at % 12)} месяц`,
  )
  const names = ['Название', ...months.map((month) => `Количество обращений граждан за ${month}`)]
  assert.equal(shown(names)[1], '(Количество обращений граждан за 2000 год, )1 месяц')
  const [, first, last] = shown([
    'region',
    'population of the area in 2001 (thousands of people)',
    'population of the area in 2002 (thousands of people)',
    'population of the area in 2003 (thousands of people)',
    'population of the area in 2004 (thousands of people)',
  ])
  assert.equal(first, '(population of the area in )2001( (thousands of people))')
  assert.equal(last, '(population of the area in )2002( (thousands of people))')
})

test('short words, and what few columns share, are nobody’s beginning', () => {
  for (const names of [
    ['Дата начала', 'Дата конца', 'Дата отмены', 'Дата выдачи', 'Номер'],
    ['0_a', '0_b', '0_c', 'name', 'year'],
    ['name', 'name', 'name', 'name'],
  ])
    assert.deepEqual(shown(names), names)
})

test('the parts of any name make the whole name, and its own part is never empty', () => {
  const name = fc.array(fc.constantFrom('0_', 'Адрес', ' ', 'of the ', 'x', '.', '2001', '(', ')'), {
    maxLength: 6,
  })
  fc.assert(
    fc.property(
      fc.array(
        name.map((parts) => parts.join('')),
        { maxLength: 12 },
      ),
      (names) => {
        for (const [at, { before, own, after }] of splitNames(names).entries()) {
          assert.equal(before + own + after, names[at])
          assert.ok(own !== '' || names[at] === '')
        }
      },
    ),
  )
})
