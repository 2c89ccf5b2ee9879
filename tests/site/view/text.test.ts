import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  cut,
  languageOf,
  localeOf,
  oneLine,
  partsOfName,
  reflow,
  segmentsOf,
  showCode,
  titleOf,
  visible,
} from '../../../src/lib/site/view/index.ts'

const en = localeOf('en')

test('control characters become visible, line ends are unified, and everything else stays', () => {
  assert.equal(visible('a\u0000b\u001bc\u007f'), 'a␀b␛c␡')
  assert.equal(visible('a\r\nb\rc\td  '), 'a\nb\nc\td  ')
  assert.equal(visible('\ud800 👩‍👩‍👧 سجل'), '\ufffd 👩‍👩‍👧 سجل')
})

test('long text is cut between characters and states how much is missing', () => {
  assert.deepEqual(cut(en, 'short', 10), { text: 'short' })
  assert.deepEqual(cut(en, 'x'.repeat(3000), 240), { text: 'x'.repeat(240), rest: '… +2,760 characters' })
  assert.equal(cut(en, 'ab👍', 3).text, 'ab')
})

test('titles are shown without the tags and references that editors of html leave in them', () => {
  const shown = (title: string) => titleOf({ title, key: 'k' })
  assert.equal(shown('Торговые <b>объекты</b> &#171;Печать&#187;'), 'Торговые объекты «Печать»')
  assert.equal(shown('Schools<br/>and <SPAN style="color: red">parks</SPAN>'), 'Schools and parks')
  assert.equal(shown('&lt;i&gt;Homo sapiens&lt;/i&gt;'), 'Homo sapiens')
  assert.equal(shown('Values <a and b> of c < 3 and <T>'), 'Values <a and b> of c < 3 and <T>')
  assert.equal(shown('<b> </b>'), 'k')
  assert.equal(shown('Roads and bridges <b>'), 'Roads and bridges <b>')
})

test('the language of a text is stated where its letters or words leave no doubt', () => {
  const languages = (own: string, ...texts: string[]) => texts.map((text) => languageOf(text, own))
  assert.deepEqual(languages('en', 'Перечень объектов', 'Пункты доступа Wi-Fi (2024)'), ['', 'ru'])
  assert.deepEqual(languages('ru', 'Перечень объектов', 'Точки доступа Wi-Fi', 'Перелік шкіл', '№ 5'), [
    'ru',
    'ru',
    '',
    '',
  ])
  assert.deepEqual(languages('en', 'Register of schools', 'Weather', 'Liste des écoles'), ['en', '', ''])
})

test('a long name may break after its separators, a short one stays whole', () => {
  assert.deepEqual(partsOfName('0_Показатель_1_наименование'), ['0_', 'Показатель_', '1_', 'наименование'])
  assert.deepEqual(partsOfName('address.street/house--no'), ['address.', 'street/', 'house--', 'no'])
  assert.deepEqual(partsOfName('a_b'), ['a_b'])
})

test('window titles are one line of limited length', () => {
  assert.equal(oneLine('  a\n\n b ', 70), 'a b')
  assert.equal(oneLine('word '.repeat(40), 12), 'word word w…')
})

test('lines that were broken for their length are joined; paragraphs and short lines stay', () => {
  const long = 'A description that somebody wrapped at some seventy'
  assert.equal(reflow(`${long}\ncharacters.\n\nNext.`), `${long} characters.\n\nNext.`)
  assert.equal(reflow('one\ntwo\nthree'), 'one\ntwo\nthree')
  assert.equal(reflow(`${long}:\n- item`), `${long}:\n- item`)
})

test('a code with blanks at its ends is shown in quotes', () => {
  assert.equal(showCode('movies'), 'movies')
  assert.equal(showCode('   '), '"   "')
  assert.equal(showCode(' a'), '" a"')
})

test('code between backticks is marked in sentences', () => {
  assert.deepEqual(segmentsOf('Take `index.json`.'), [
    { text: 'Take ', code: false },
    { text: 'index.json', code: true },
    { text: '.', code: false },
  ])
})
