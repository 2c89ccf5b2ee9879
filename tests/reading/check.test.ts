import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Format } from '../../src/lib/interface/index.ts'
import { createDocumentCheck, UnreadableDocument } from '../../src/lib/reading/index.ts'
import fc from '../support/fast-check.ts'

function verdict(format: Format, body: string | Uint8Array, charset?: string): string {
  try {
    const check = createDocumentCheck(format, charset)
    check.write(typeof body === 'string' ? Buffer.from(body) : body)
    return `whole, ${check.end().encoding}`
  } catch (error) {
    assert.ok(error instanceof UnreadableDocument)
    return `${error.fault}: ${error.message}`
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

describe('documents that are accepted', () => {
  const whole: readonly (readonly [string, Format, string | Uint8Array])[] = [
    ['json with a byte order mark', 'json', '\uFEFF{"a":1}'],
    ['json with blank lines around it', 'json', '\n {"a":[1,2.5e-3,true,null,"\\u00e9"]} \r\n'],
    ['a json string alone', 'json', '"x"'],
    ['a json number alone', 'json', '-0.5'],
    [
      'xml with a DOCTYPE and an entity of plain text',
      'xml',
      '<!DOCTYPE a [<!ENTITY nbsp "&#160;">]><a>&nbsp;</a>',
    ],
    ['xml with comments after its root', 'xml', '<a/><!-- the end -->\n'],
    ['html with an implied body', 'html', '<!doctype html><html><p>Hi<br>there</html>'],
    ['a piece of html', 'html', '<table><tr><td>1</td></tr></table>'],
    ['xml whose elements have names of html', 'xml', '<table><body>x</body></table>'],
    ['xml that is called html inside', 'xml', '<list><html>x</html></list>'],
    ['xml of a medical center', 'xml', '<center id="7"><name>North</name></center>'],
    ['xml of the head of an office', 'xml', '<?xml version="1.0"?><Head><title>Director</title></Head>'],
    ['xml of a public body', 'xml', '<body><name>Ministry</name></body>'],
  ]
  for (const [name, format, body] of whole)
    test(name, () => assert.equal(verdict(format, body), 'whole, utf-8'))
})

describe('documents that are rejected, and why', () => {
  const refused: readonly (readonly [string, Format, string, RegExp])[] = [
    ['an empty body is cut', 'json', '', /^cut: The document is empty/],
    ['a blank body is malformed', 'xml', ' \n ', /^malformed: The document is blank \(3 bytes\)/],
    [
      'a login page instead of json is foreign',
      'json',
      '<!doctype html><html></html>',
      /^foreign: .* is html instead of json/,
    ],
    [
      'an xml error instead of json is foreign',
      'json',
      '<?xml version="1.0"?><error/>',
      /^foreign: .* is xml instead of json/,
    ],
    [
      'a login page instead of xml is foreign',
      'xml',
      '\n<html><body>Log in</body></html>',
      /^foreign: .* is html instead of xml/,
    ],
    [
      'well-formed XHTML instead of xml is foreign',
      'xml',
      '<?xml version="1.0"?><!DOCTYPE html><html xmlns="http://www.w3.org/1999/xhtml"><body/></html>',
      /^foreign: .* is html instead of xml/,
    ],
    [
      'html under a prefix, behind a long comment, is foreign',
      'xml',
      `<!--${'x'.repeat(40_000)}--><h:html xmlns:h="http://www.w3.org/1999/xhtml"/>`,
      /^foreign: .* is html instead of xml/,
    ],
    [
      'a piece of XHTML is foreign',
      'xml',
      '<div xmlns="http://www.w3.org/1999/xhtml"><p>Log in</p></div>',
      /^foreign: .* is html instead of xml/,
    ],
    ...[
      '<script>document.cookie="seen=1";location.reload()</script>',
      '<h1>503 Service Unavailable</h1>',
      `<!--${'x'.repeat(40_000)}--><div><p>Maintenance</p></div>`,
      '<?xml version="1.0"?><center><h1>Blocked</h1></center>',
    ].map((page): [string, Format, string, RegExp] => [
      `a well-formed page of a firewall is foreign: ${page.slice(-40)}`,
      'xml',
      page,
      /^foreign: .* is html instead of xml/,
    ]),
    ['json instead of xml is foreign', 'xml', '{"error":1}', /^foreign: .* is json instead of xml/],
    ['json instead of html is foreign', 'html', '[1]', /^foreign: .* is json instead of html/],
    [
      'xml instead of html is foreign',
      'html',
      '<?xml version="1.0"?><list/>',
      /^foreign: .* is xml instead of html/,
    ],
    ['a name of an object of the language is no entity', 'xml', '<a>&constructor;</a>', /^malformed/],
    ['plain text instead of html is foreign', 'html', 'Too many requests', /^foreign/],
    ['json that stops inside a string is cut', 'json', '{"a":"b', /^cut: .* line 1/],
    ['json that stops after a comma is cut', 'json', '[1,', /^cut/],
    ['json that stops inside a word is cut', 'json', '[tr', /^cut/],
    ['a comma before the end is malformed', 'json', '[\n1,\n2,]', /^malformed: .* line 3, column 3/],
    ['two values are malformed', 'json', '{"a":1}\n{"a":2}', /^malformed: .* line 2, column 1/],
    ['a leading zero is malformed', 'json', '[007]', /^malformed: .*007/],
    [
      'NaN is malformed',
      'json',
      '[NaN]',
      /^malformed: The json is broken: unexpected character "N", at line 1, column 2\.$/,
    ],
    ['a raw line break in a string is malformed', 'json', '["a\nb"]', /^malformed: .* control character/],
    ['an unknown escape is malformed', 'json', '["\\x41"]', /^malformed: .* escape/],
    [
      'a name of an object of the language is malformed',
      'json',
      '[constructor]',
      /^malformed: The json is broken: unexpected word "c/,
    ],
    ['xml without its last tag is cut', 'xml', '<a><b/>', /^cut: .* unclosed tag: a, at line 1/],
    ['a wrong end tag is malformed', 'xml', '<a>\n<b></a>', /^malformed: .* line 2/],
    ['a second byte order mark is malformed', 'xml', '\uFEFF\uFEFF<a/>', /^malformed: .* byte order mark/],
    ['two roots are malformed', 'xml', '<a/><b/>', /^malformed/],
    ['an attribute twice is malformed', 'xml', '<a x="1" x="2"/>', /^malformed: .* duplicate attribute/],
    ['an undeclared entity is malformed', 'xml', '<a>&nbsp;</a>', /^malformed: .* undefined entity/],
    [
      'an external entity is not fetched',
      'xml',
      '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>',
      /^malformed/,
    ],
    [
      'entities that multiply are not expanded',
      'xml',
      '<!DOCTYPE a [<!ENTITY x "y"><!ENTITY z "&x;&x;">]><a>&z;</a>',
      /^malformed/,
    ],
    ['html without its end is cut', 'html', '<html><body><p>Hi</p>', /^cut: .* <html> is never closed/],
    ['html that stops in a tag is cut', 'html', '<p>Hi</p><a href="/x', /^cut/],
  ]
  for (const [name, format, body, why] of refused) test(name, () => assert.match(verdict(format, body), why))

  test('bytes that are invalid in the encoding are malformed, with their position', () => {
    assert.match(verdict('json', Uint8Array.of(0x22, 0xff, 0x22)), /^malformed: Bytes that are not utf-8/)
  })

  test('a document that ends inside a character is incomplete', () => {
    assert.match(verdict('json', Uint8Array.of(0x22, 0xd0)), /^cut/)
  })
})

describe('json is validated according to the standard', () => {
  test('a text is accepted exactly if JSON.parse accepts it', () => {
    const piece = fc.constantFrom(
      ...'{}[]:,"\\ \n-+.0123eE',
      'true',
      'false',
      'null',
      '"a"',
      '"b":',
      '1.5',
      '\\u0041',
      'x',
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const text = pieces.join('')
        assert.equal(verdict('json', text).startsWith('whole'), isJson(text))
      }),
      { numRuns: 5000 },
    )
  })

  test('the division into chunks makes no difference', () => {
    fc.assert(
      fc.property(fc.json({ stringUnit: 'binary' }), fc.integer({ min: 1, max: 5 }), (text, size) => {
        const check = createDocumentCheck('json')
        const bytes = Buffer.from(text)
        for (let at = 0; at < bytes.length; at += size) check.write(bytes.subarray(at, at + size))
        assert.equal(check.end().encoding, 'utf-8')
      }),
    )
  })
})
