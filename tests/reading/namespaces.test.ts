import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createDocumentCheck } from '../../src/lib/reading/index.ts'

const XML = 'http://www.w3.org/XML/1998/namespace'
const XMLNS = 'http://www.w3.org/2000/xmlns/'

const REFUSED = {
  namespaces: [
    '<a><x:b/></a>',
    '<a x:b="1"/>',
    '<a><b xmlns:p="u"/><p:c/></a>',
    '<a><b xmlns:p="u"><p:c/></b><p:c/></a>',
    '<a xmlns:p="u" xmlns:q="u" p:x="1" q:x="2"/>',
    '<a xmlns:p=""/>',
    '<a xmlns:xmlns="u"/>',
    '<a xmlns:xml="u"/>',
    `<a xmlns:p="${XML}"/>`,
    `<a xmlns:p="${XMLNS}"/>`,
    `<a xmlns="${XML}"/>`,
    `<a xmlns="${XMLNS}"/>`,
    '<a xmlns:b="u"><b:c:d/></a>',
    '<a xmlns:b="u" b:c:d="1"/>',
    '<:a/>',
    '<a:/>',
    '<a :b="1"/>',
    '<a b:="1"/>',
    '<a xmlns:="u"/>',
    '<a xmlns:b="u"><b:1/></a>',
    '<xmlns:a/>',
    '<a><?x:y z?></a>',
  ],
  'the document type': [
    '<!DOCTYPE><a/>',
    '<!DOCTYPE [<!ENTITY x "1">]><a/>',
    '<!DOCTYPE 1a><a/>',
    '<!DOCTYPE a PUBLIC "x"><a/>',
    '<!DOCTYPE a SYSTEM><a/>',
    '<!DOCTYPE a [] x><a/>',
    '<!DOCTYPE a [garbage]><a/>',
    '<!DOCTYPE a [<!ENTITY x]><a/>',
    '<!DOCTYPE a [<!ENTITY x "a & b">]><a/>',
    '<!DOCTYPE a [<!ENTITY x "100 %">]><a/>',
    '<!DOCTYPE a [<!ENTITY x:y "1">]><a/>',
    '<!DOCTYPE a [<!NOTATION x junk>]><a/>',
    '<!DOCTYPE a [<!ENTITY % p "x"><!ELEMENT a (%p;)>]><a/>',
    '<!DOCTYPE a [<!ELEMENT a>]><a/>',
    '<!DOCTYPE a [<!ATTLIST a b>]><a/>',
    '<!DOCTYPE a [<!-- a -- b -->]><a/>',
    '<!DOCTYPE a [<?xml version="1.0"?>]><a/>',
  ],
}

const TAKEN = [
  '<a xmlns="u" xmlns:p="v" p:x="1" x="2"><p:b xmlns:p="w" p:x="1"><p:c/></p:b><p:c xml:lang="ru" xml:space="preserve"/></a>',
  '<a><b xmlns:p="u" p:x="1"/><b xmlns:p="u" p:x="1"/></a>',
  `<a xmlns:xml="${XML}" xml:lang="en"/>`,
  '<r:Ответ xmlns:r="u"><r:строка r:имя="x"/></r:Ответ>',
  '<!DOCTYPE a><a/>',
  '<!DOCTYPE a\n  PUBLIC "-//X//EN" \'http://x.example/a.dtd\' [\n] ><a/>',
  '<!DOCTYPE p:a SYSTEM "a.dtd"><p:a xmlns:p="u"/>',
  `<!DOCTYPE a [
    <!-- what - it is --><?tool do?> <?xml-stylesheet href="x"?>
    <!ELEMENT a (#PCDATA|b)*> <!ELEMENT b EMPTY> <!ELEMENT c ((b, a?)+ | (a))>
    <!ATTLIST a id ID #IMPLIED kind (x | y|z) "x" p:k CDATA #FIXED 'v' n NOTATION (gif) #REQUIRED>
    <!ATTLIST b>
    <!ENTITY имя "значение &#1055; 'x'"> <!ENTITY other "&lt;&имя;"> <!ENTITY % pe "x"> %pe;
    <!ENTITY ext SYSTEM "e.xml"> <!ENTITY pic PUBLIC "p" "p.gif" NDATA gif>
    <!NOTATION gif PUBLIC "image/gif">
  ]><a>&имя;</a>`,
]

function check(xml: string): void {
  const whole = createDocumentCheck('xml')
  whole.write(Buffer.from(xml))
  whole.end()
}

for (const [what, documents] of Object.entries(REFUSED))
  describe(`xml that violates the rules of ${what} is malformed`, () => {
    for (const xml of documents)
      test(xml, () => {
        assert.throws(() => check(xml), { name: 'UnreadableDocument', fault: 'malformed' })
      })
  })

describe('valid xml is accepted', () => {
  for (const xml of TAKEN) test(xml.slice(0, 60), () => check(xml))
})

test('a document type of many declarations, or without an end, takes linear time', () => {
  const many = '<!ATTLIST a b CDATA #IMPLIED c (x|y) "x">'.repeat(1500)
  check(`<!DOCTYPE a [${many}]><a/>`)
  for (const open of ['<!--', '<?p ', '<!ENTITY x "', '<!ATTLIST a', '<!ELEMENT a ('])
    for (const filler of [' ', 'x', '- ', '| x ', ' b CDATA "x"']) {
      const doctype = open + filler.repeat(60_000 / filler.length)
      assert.throws(() => check(`<!DOCTYPE a [${doctype}]><a/>`), { name: 'UnreadableDocument' })
    }
})
