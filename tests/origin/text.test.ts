import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readableName, slugOf } from '../../scripts/origin/package/plan-dataset.ts'
import { encode } from '../../scripts/origin/text/encode.ts'
import { parseExactJson } from '../../scripts/origin/text/exact-json.ts'
import { escapeAttribute, escapeText, xmlName, xmlNames } from '../../scripts/origin/text/xml.ts'

test('reads and writes json without changing a number', () => {
  const text = '[9007199254740993,1.0,-0,1e400,1E5,0.1,true,"9007199254740993",{"a":2.50}]'
  assert.equal(JSON.stringify(parseExactJson(text)), text)
})

test('makes a valid xml name from any text', () => {
  const names = {
    '1 Адрес': '_1_Адрес',
    'a:b': 'a_b',
    'xml:lang': '_xml_lang',
    XmlName: '_XmlName',
    '': '_',
    '-a': '_-a',
    '🚲': '🚲',
    'a\0b': 'a_b',
    '\ud800': '_',
  }
  for (const [text, name] of Object.entries(names)) assert.equal(xmlName(text), name)
  assert.equal(xmlName('Ёж ґ é 🚲', 'windows-1251'), 'Ёж______')
  assert.deepEqual(xmlNames(['a b', 'a_b', 'a-b', 'a b']), ['a_b', 'a_b_2', 'a-b', 'a_b_3'])
})

test('escapes markup characters, and replaces invalid ones', () => {
  assert.equal(escapeText('<a>&\r\n\u0001\ud800"'), '&lt;a&gt;&amp;&#13;\n\ufffd\ufffd"')
  assert.equal(escapeAttribute('"\'\t\r\n\ufffe'), '&quot;&#39;&#9;&#13;&#10;\ufffd')
})

test('encodes windows-1251, with references for other characters', () => {
  const bytes = Buffer.concat([...encode(['Ёж № – \u0098 é 🚲'], 'windows-1251')])
  assert.equal(new TextDecoder('windows-1251').decode(bytes), 'Ёж № – &#152; &#233; &#128690;')
})

test('makes stable keys and readable titles from names', () => {
  assert.equal(slugOf('U.S. Bureau of Labor Statistics'), 'us-bureau-of-labor-statistics')
  assert.equal(slugOf('Département de la Santé'), 'departement-de-la-sante')
  assert.equal(slugOf('Комитет <по> "именам"'), 'комитет-по-именам')
  assert.equal(slugOf('Район Ёлки'), 'район-ёлки')
  assert.equal(slugOf('***'), 'unnamed')
  assert.equal(readableName('londonTube_lines-2'), 'London Tube lines 2')
  assert.equal(readableName('_'), '_')
})
