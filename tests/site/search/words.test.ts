import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runsIn } from '../../../src/lib/site/search/runs.ts'
import { termsOf, wordsIn } from '../../../src/lib/site/search/words.ts'
import fc from '../../support/fast-check.ts'
import { anyText } from './catalogues.ts'

const stems = (text: string) => wordsIn(text).map(({ folded, stem }) => stem ?? folded)
const folded = (text: string) => wordsIn(text).map((word) => word.folded)

test('the forms of a Russian word have one stem', () => {
  for (const forms of [
    'больница больницы больниц больнице больницами',
    'парк парки парков парками',
    'школа школы школ школе школами',
    'муниципальный муниципальная муниципальных муниципальными',
    'организация организации организаций организациями',
    'зелёный зеленых ЗЕЛЁНЫМ',
  ])
    assert.equal(new Set(stems(forms)).size, 1, `${forms} → ${stems(forms)}`)
})

test('the forms of an English word have one stem', () => {
  for (const forms of [
    'hospital hospitals Hospital’s',
    'city cities',
    'measured measuring measures',
    'licence licences',
  ])
    assert.equal(new Set(stems(forms.replace('’s', ''))).size, 1, forms)
})

test('case, ё, accents, stress marks, soft hyphens and compatibility forms make no difference', () => {
  for (const [one, other] of [
    ['Ёлка', 'елка'],
    ['е\u0308лка', 'ЕЛКА'],
    ['ПА́РК', 'парк'],
    ['боль\u00adница', 'больница'],
    ['Café', 'cafe'],
    ['cafe\u0301', 'CAFÉ'],
    ['ﬁnance', 'finance'],
    ['ＡＢＣ', 'abc'],
    ['İstanbul', 'istanbul'],
  ] as const)
    assert.deepEqual(folded(one), folded(other), `${one}, ${other}`)
  assert.deepEqual(folded('район'), ['район'])
  assert.deepEqual(folded('йод'), ['йод'])
})

test('numbers are words, whatever character precedes them', () => {
  assert.deepEqual(folded('Школа №5, 2023/24, COVID-19'), ['школа', '5', '2023', '24', 'covid', '19'])
})

test('names of columns are found whole and by their parts', () => {
  assert.deepEqual(folded('globalId'), ['globalid', 'global', 'id'])
  assert.deepEqual(folded('XMLName'), ['xmlname', 'xml', 'name'])
  assert.deepEqual(folded('Номер_п/п'), ['номер', 'п', 'п'])
  assert.deepEqual(folded('АдресОбъекта'), ['адресобъекта', 'адрес', 'объекта'])
  assert.deepEqual(folded('Москва РФ McDonald'), ['москва', 'рф', 'mcdonald', 'mc', 'donald'])
})

test('common words are not searched for', () => {
  assert.deepEqual(folded('парки и скверы в Москве'), ['парки', 'скверы', 'москве'])
  assert.deepEqual(folded('state of the air'), ['state', 'air'])
})

test('words are normalised letters and digits of the text, with their positions', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      for (const { folded, stem } of wordsIn(text)) {
        assert.match(folded, /^[\p{L}\p{N}]+$/u)
        assert.notEqual(stem, '')
        assert.equal(termsOf(folded)[0], folded)
        assert.ok(folded.length <= 40)
      }
      for (const { start, end, text: run } of runsIn(text)) assert.equal(text.slice(start, end), run)
    }),
  )
})

test('upper case, ё and a stress mark make no difference for any word', () => {
  const word = fc.array(fc.constantFrom(...'абвгдежзийклмнопрстуфхцчшщъыьэюя'), {
    minLength: 1,
    maxLength: 14,
  })
  fc.assert(
    fc.property(word, (letters) => {
      const plain = letters.join('')
      assert.deepEqual(termsOf(plain.toUpperCase()), termsOf(plain))
      assert.deepEqual(termsOf(plain.replaceAll('е', 'ё')), termsOf(plain))
      assert.deepEqual(termsOf(plain.replaceAll('а', 'а\u0301')), termsOf(plain))
      for (const term of termsOf(plain)) assert.ok(plain.startsWith(term.slice(0, 2)))
    }),
  )
})
