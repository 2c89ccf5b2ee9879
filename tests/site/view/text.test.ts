import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  cut,
  localeOf,
  oneLine,
  reflow,
  segmentsOf,
  showCode,
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
