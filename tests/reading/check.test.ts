import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Format } from '../../src/lib/interface/index.ts'
import { sniffFormat } from '../../src/lib/reading/encoding.ts'
import {
  createDocumentCheck,
  ExceedsLimit,
  parseJson,
  scanJson,
  sniffEncoding,
  UnreadableDocument,
} from '../../src/lib/reading/index.ts'
import fc from '../support/fast-check.ts'

describe('valid and invalid documents', () => {
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
    for (const [name, format, body, why] of refused)
      test(name, () => assert.match(verdict(format, body), why))

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
})

describe('namespaces', () => {
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
})

describe('encodings and formats', () => {
  const WINDOWS_1251 = Uint8Array.of(0xcf, 0xe0, 0xf0, 0xea, 0xe8) // Парки

  function bytes(...parts: readonly (string | Uint8Array)[]): Uint8Array {
    return Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : part)))
  }

  function encodingOf(body: Uint8Array, charset?: string): string {
    return sniffEncoding(body, charset)
  }

  function formatOf(body: string, mediaType?: string): string | undefined {
    return sniffFormat(body, mediaType)
  }

  describe('the encoding of a document', () => {
    test('is utf-8 by default', () => assert.equal(encodingOf(bytes('[]')), 'utf-8'))
    test('is that of the byte order mark, whatever the header says', () => {
      assert.equal(encodingOf(bytes('\uFEFF[]'), 'windows-1251'), 'utf-8')
      assert.equal(encodingOf(Buffer.from('\uFEFF<a/>', 'utf16le'), 'utf-8'), 'utf-16le')
      assert.equal(encodingOf(Buffer.from('\uFEFF<a/>', 'utf16le').swap16()), 'utf-16be')
    })
    test('is UTF-16 without a mark when every other byte is NUL', () => {
      assert.equal(encodingOf(Buffer.from('[1]', 'utf16le')), 'utf-16le')
      assert.equal(encodingOf(Buffer.from('[1]', 'utf16le').swap16(), 'utf-8'), 'utf-16be')
    })
    test('is that of the xml declaration', () => {
      const prolog = '<?xml version="1.0" encoding="windows-1251"?><a>'
      assert.equal(encodingOf(bytes(prolog, WINDOWS_1251)), 'windows-1251')
    })
    test('is that of the header rather than that of the xml declaration, if both are valid', () => {
      assert.equal(
        encodingOf(bytes('<?xml version="1.0" encoding="koi8-r"?>', WINDOWS_1251), 'cp1251'),
        'windows-1251',
      )
    })
    test('is not the utf-8 of the header if the bytes are not and the declaration has another one', () => {
      const prolog = '<?xml version="1.0" encoding="windows-1251"?><a>'
      assert.equal(encodingOf(bytes(prolog, WINDOWS_1251), 'utf-8'), 'windows-1251')
    })
    test('is not the legacy charset of the header if declaration and bytes are utf-8', () => {
      assert.equal(
        encodingOf(bytes('<?xml version="1.0" encoding="UTF-8"?><a>Парки'), 'windows-1251'),
        'utf-8',
      )
    })
    test('is utf-8 for json that is valid utf-8, even if the header has a legacy charset', () => {
      assert.equal(encodingOf(bytes('["Парки"]'), 'iso-8859-1'), 'utf-8')
      assert.equal(encodingOf(bytes('["', WINDOWS_1251, '"]'), 'windows-1251'), 'windows-1251')
    })
    test('is utf-8 for json, whatever its texts declare', () => {
      assert.equal(encodingOf(bytes('["<?xml encoding=\'koi8-r\'?><meta charset=koi8-r>Парки"]')), 'utf-8')
    })
    test('is that of a meta element of html, in both its forms', () => {
      assert.equal(encodingOf(bytes('<html><meta charset=windows-1251>')), 'windows-1251')
      const long = '<meta http-equiv="Content-Type" content="text/html; charset=koi8-r">'
      assert.equal(encodingOf(bytes(`<html>${long}`)), 'koi8-r')
    })
    test('is utf-8 if the names are of no known encoding', () => {
      assert.equal(encodingOf(bytes('<?xml version="1.0" encoding="nonsense"?>'), 'also-nonsense'), 'utf-8')
    })
    test('is windows-1252 for the name latin1, as on the web', () =>
      assert.equal(encodingOf(bytes('["', Uint8Array.of(0xe9), '"]'), 'iso-8859-1'), 'windows-1252'))
  })

  describe('the format of a document', () => {
    test('is that of its first bytes, whatever the media type says', () => {
      assert.equal(formatOf(' {"a":1}', 'text/html'), 'json')
      assert.equal(formatOf('\uFEFF[1]'), 'json')
      assert.equal(formatOf('<!DOCTYPE html><html>', 'application/json'), 'html')
      assert.equal(formatOf('<?xml version="1.0"?><list/>', 'text/html'), 'xml')
      assert.equal(formatOf('<?xml version="1.0"?>\n<!-- x --><html xmlns="x">', 'application/xml'), 'html')
    })
    test('is html or xml by the media type if the first tag could be either', () => {
      assert.equal(formatOf('<table><tr>', 'text/xml'), 'xml')
      assert.equal(formatOf('<table><tr>', 'text/html; charset=utf-8'), 'html')
      assert.equal(formatOf('<dataset>'), 'xml')
      assert.equal(formatOf('<div>'), 'html')
    })
    test('is unknown for plain text, and the expected one for an empty document', () => {
      assert.equal(formatOf('Too many requests', 'application/json'), undefined)
      assert.equal(formatOf('123', 'application/json'), 'json')
      assert.equal(formatOf('', 'application/problem+json'), 'json')
      assert.equal(formatOf(''), undefined)
    })
  })
})

describe('bounded json', () => {
  const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`

  test('json is parsed up to its limits of bytes, levels and values', () => {
    assert.doesNotThrow(() => parseJson(Buffer.from(nested(64))))
    assert.throws(() => parseJson(Buffer.from(nested(65))), ExceedsLimit)
    assert.deepEqual(parseJson(Buffer.from('[1,2]'), 5), [1, 2])
    assert.throws(() => parseJson(Buffer.from('[1,2]'), 4), ExceedsLimit)
    const commas = Buffer.alloc(1_000_000, ',')
    const scan = scanJson()
    for (let values = 0; values + commas.length < 10_000_000; values += commas.length) scan.write(commas)
    assert.throws(() => scan.write(commas), ExceedsLimit)
  })

  test('what looks like json inside a string does not count, however the text is cut', () => {
    const text = JSON.stringify({
      a: `\\"${'['.repeat(100)}"\\`,
      'ключ[{': ['"', '\\', '\\"', '[['.repeat(80)],
    })
    const bytes = Buffer.from(text)
    assert.deepEqual(parseJson(bytes), JSON.parse(text))
    for (let size = 1; size < bytes.length; size++) {
      const scan = scanJson()
      for (let at = 0; at < bytes.length; at += size) scan.write(bytes.subarray(at, at + size))
      // Outside of strings again: the next brackets count.
      assert.throws(() => scan.write(Buffer.from('['.repeat(65))), ExceedsLimit)
    }
  })
})
