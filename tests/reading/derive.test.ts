import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { DataFormat, Format } from '../../src/lib/interface/index.ts'
import {
  createDocumentCheck,
  deriveDocument,
  eachText,
  type Value,
  valueToJson,
} from '../../src/lib/reading/index.ts'
import { parseDocument } from '../../src/lib/reading/parse.ts'
import fc from '../support/fast-check.ts'
import { readingOf, records, recordsOf, sourceOf, value } from './generate.ts'

function derive(text: string, format: Format, to: DataFormat): string {
  let written = ''
  deriveDocument(sourceOf(text, 1000), { format }, to, (chunk) => {
    written += chunk
  })
  return written
}

/** Every text, number and boolean of a document, as it is written. */
function scalarsOf(text: string, format: Format): Set<string> {
  const scalars = new Set<string>()
  const scalar = (_step: string, value: unknown) => {
    if (value !== null) scalars.add(String(isNumeral(value) ? value.numeral : value))
  }
  parseDocument(sourceOf(text, 1000), { format }, { open() {}, close() {}, scalar })
  return scalars
}

const isNumeral = (scalar: unknown): scalar is { numeral: string } =>
  typeof scalar === 'object' && scalar !== null && 'numeral' in scalar

function missingOf(text: string, format: Format, to: DataFormat): string[] {
  const derived = derive(text, format, to)
  const there = new Set([...scalarsOf(derived, to)].map((scalar) => scalar.trim()))
  // What names a column in xml, as in <field name="…">, is the name of a member in json.
  if (to === 'json') eachText(sourceOf(derived, 1000), { format: to }, (name) => there.add(name))
  const wanted = [...scalarsOf(text, format)].map((scalar) =>
    (to === 'xml' ? asXmlHoldsIt(scalar) : scalar).trim(),
  )
  return wanted.filter((scalar) => scalar !== '' && !there.has(scalar))
}

function check(text: string, format: Format): void {
  const whole = createDocumentCheck(format)
  whole.write(Buffer.from(text))
  whole.end()
}

// Invalid xml characters become U+FFFD.
function asXmlHoldsIt(text: string): string {
  return text.replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '\uFFFD')
}

describe('deriving xml from json', () => {
  test('the derived xml is well-formed and has the same records, whatever they contain', () => {
    const legal = (members: readonly (readonly [string, unknown])[]) =>
      new Set(members.map(([name]) => asXmlHoldsIt(name))).size === members.length
    fc.assert(
      fc.property(records, (list) => {
        fc.pre(list.every(legal))
        const json = `[${list.map((members) => valueToJson({ members })).join(',')}]`
        const xml = derive(json, 'json', 'xml')
        check(xml, 'xml')
        assert.deepEqual(recordsOf(xml, 'xml'), recordsOf(replaceIllegal(json), 'json'))
      }),
      { numRuns: 500 },
    )
  })

  test('any json gives well-formed xml', () => {
    fc.assert(
      fc.property(value, (any) => {
        check(derive(valueToJson(any), 'json', 'xml'), 'xml')
      }),
      { numRuns: 500 },
    )
  })

  test('the xml has every value of a document of any shape', () => {
    const list = records.map((all) => all.map((members) => ({ members })))
    const member = fc.oneof(list, value)
    const wrapped = fc.dictionary(
      fc.string(),
      fc.oneof(member, fc.dictionary(fc.string(), member).map(membersOf)),
      {
        maxKeys: 5,
      },
    )
    fc.assert(
      fc.property(fc.oneof(wrapped.map(membersOf), member), (any) => {
        assert.deepEqual(missingOf(valueToJson(any), 'json', 'xml'), [])
      }),
      { numRuns: 500 },
    )
  })

  test('a header name without any cells is in the xml and among the columns', () => {
    for (const json of [
      '[[[" padded "],[]]]',
      '[["a","b"],["1"]]',
      '[["a","b"],[],["1"]]',
      '{"x":[["a"],[]]}',
    ]) {
      assert.deepEqual(missingOf(json, 'json', 'xml'), [], json)
      const columns = (text: string, format: Format) =>
        readingOf(text, format).columns.map(({ name }) => name)
      assert.deepEqual(columns(derive(json, 'json', 'xml'), 'xml'), columns(json, 'json'), json)
    }
    assert.equal(readingOf('[["a","b"],["1"],["2"]]', 'json').columns.length, 2)
  })

  test('GeoJSON features keep members other than properties', () => {
    const feature = (id: number, more: string) =>
      `{"type":"Feature","id":"f${id}","geometry":{"type":"Point","coordinates":[${id}.50,2]},"properties":{"p":"p${id}"}${more}}`
    const json = `{"type":"FeatureCollection","name":"n","features":[${feature(1, ',"bbox":[7,8]')},${feature(2, '')}],"crs":{"c":"EPSG:1"}}`
    const there = scalarsOf(derive(json, 'json', 'xml'), 'xml')
    for (const text of ['FeatureCollection', 'n', 'f1', 'f2', '1.50', 'p1', 'p2', '7', '8', 'EPSG:1'])
      assert.ok(there.has(text), text)
  })

  test('field names go into attributes, and the numbers keep their text', () => {
    const xml = derive('[{"1_Адрес \\"x\\"":1.10,"":null,"n":[true,{"a":"b"}]}]', 'json', 'xml')
    assert.equal(
      xml,
      '<?xml version="1.0" encoding="UTF-8"?>\n<data>\n<record>' +
        '<field name="1_Адрес &quot;x&quot;" type="number">1.10</field><field name="" type="null"/>' +
        '<field name="n" type="array"><item type="boolean">true</item><item type="object"><field name="a">b</field></item></field>' +
        '</record>\n</data>\n',
    )
  })

  test('an empty list stays an empty list', () => {
    assert.equal(readingOf(derive('{"items":[],"total":0}', 'json', 'xml'), 'xml').shape, 'empty')
    assert.equal(derive('<list/>', 'xml', 'json'), '[]\n')
  })
})

describe('deriving json from xml and html', () => {
  test('the derived json has the same records', () => {
    const xml =
      '<list><item id="007"><name> A &lt;b&gt; </name><org id="1">X</org><tag>a</tag><tag>b</tag></item><item id="1e5"/></list>'
    const json = derive(xml, 'xml', 'json')
    assert.deepEqual(JSON.parse(json), [
      { id: '007', name: ' A <b> ', org: { '@id': '1', '#text': 'X' }, tag: ['a', 'b'] },
      { id: '1e5' },
    ])
    assert.deepEqual(recordsOf(json, 'json'), recordsOf(xml, 'xml'))
  })

  test('a program finds all elements of one name in the json, also in elements of a record, and all of a mixed text', () => {
    const row = (content: string) => `<row><id>1</id>${content}</row>`
    const phones = '<phones><phone>1</phone><phone>2</phone></phones>'
    const xml = `<rows>${row(phones)}${row('<p>one <b>two</b> three</p>')}</rows>`
    assert.deepEqual(JSON.parse(derive(xml, 'xml', 'json')), [
      { id: '1', phones: { phone: ['1', '2'] } },
      { id: '1', p: { '#text': ['one ', ' three'], b: 'two' } },
    ])
  })

  test('the json has every value of xml of any shape', () => {
    fc.assert(
      fc.property(element, (xml) => {
        assert.deepEqual(missingOf(xml, 'xml', 'json'), [])
      }),
      { numRuns: 500 },
    )
  })

  test('a table gives one object per row', () => {
    const html = '<table><tr><th>Code</th><th>N</th></tr><tr><td>a</td><td>1</td></tr></table>'
    assert.deepEqual(JSON.parse(derive(html, 'html', 'json')), [{ Code: 'a', N: '1' }])
  })

  const row = (tag: string, cells: readonly string[]) =>
    `<tr>${cells.map((cell) => `<${tag}>${cell}</${tag}>`).join('')}</tr>`
  const table = (header: readonly string[], ...rows: readonly (readonly string[])[]) =>
    `<table>${row('th', header)}${rows.map((cells) => row('td', cells)).join('')}</table>`
  const PAGE = `<html><body><nav><ul><li><a href="/">Home</a><li><a href="/a">About</a></ul><table><tr><td>Menu</td><td>x</td></tr><tr><td>More</td><td>y</td></tr></table></nav>
    ${table(['School', 'Pupils'], ['First', '10'], ['Second', '20'])}
    <table><tr><td>${table(['Hospital', 'Beds'], ['A', '1'], ['B', '2'], ['C', '3'])}</td></tr></table>
    <table><tr><th>Phone</th><td><a href="tel:1">one</a></td></tr><tr><th>Street</th><td>Main</td></tr></table>
    ${table(['Only', 'a header'])}</body></html>`

  test('all data tables of a page are in the json, the largest as its records', () => {
    assert.deepEqual(JSON.parse(derive(PAGE, 'html', 'json')), {
      records: [
        { Hospital: 'A', Beds: '1' },
        { Hospital: 'B', Beds: '2' },
        { Hospital: 'C', Beds: '3' },
      ],
      rest: {
        'table 1': [
          { School: 'First', Pupils: '10' },
          { School: 'Second', Pupils: '20' },
        ],
        'table 3': [{ Phone: 'one', 'Phone (link)': 'tel:1', Street: 'Main' }],
      },
    })
  })

  test('all tables of a page are in the xml, and a reader finds the same records in it', () => {
    const xml = derive(PAGE, 'html', 'xml')
    check(xml, 'xml')
    assert.deepEqual(
      [...scalarsOf(derive(PAGE, 'html', 'json'), 'json')].filter((one) => !xml.includes(one)),
      [],
    )
    assert.deepEqual(recordsOf(xml, 'xml'), recordsOf(PAGE, 'html'))
    assert.deepEqual(
      readingOf(xml, 'xml').others?.map(({ path, count }) => ({ path, count })),
      [{ path: 'data/rest/field/item', count: 3 }],
    )
  })

  test('where a page has several tables, their captions stay with them', () => {
    const named = (caption: string, ...rows: Parameters<typeof table>) =>
      table(...rows).replace('<table>', `<table><caption> ${caption}\n</caption>`)
    const html = `${named('Schools <b>in 2024</b>', ['School', 'Pupils'], ['First', '10'])}
      ${named('Hospitals', ['Hospital', 'Beds'], ['A', '1'], ['B', '2'])}${table(['x', 'y'], ['1', '2'])}`
    const { rest } = JSON.parse(derive(html, 'html', 'json'))
    assert.deepEqual(Object.keys(rest), ['caption', 'table 1: Schools in 2024', 'table 3'])
    assert.equal(rest.caption, 'Hospitals')
    for (const format of ['json', 'xml'] as const) {
      const derived = derive(html, 'html', format)
      assert.deepEqual(recordsOf(derived, format), recordsOf(html, 'html'))
      assert.equal(readingOf(derived, format).others?.[0]?.count, format === 'json' ? 1 : 2)
    }
  })

  test('a column of html that no row has a cell for stays, and so do all links of a cell', () => {
    const links = (...to: readonly string[]) => to.map((one) => `<a href="/${one}">${one}</a>`).join(' ')
    const html = table(['Name', 'Files', 'Note', ''], ['a', links('a.csv', 'a.xls', 'a.csv')], ['b'])
    const records = [
      {
        Name: 'a',
        Files: 'a.csv a.xls a.csv',
        'Files (link)': '/a.csv',
        'Files (link 2)': '/a.xls',
        Note: null,
      },
      { Name: 'b' },
    ]
    assert.deepEqual(JSON.parse(derive(html, 'html', 'json')), records)
    assert.deepEqual(recordsOf(derive(html, 'html', 'xml'), 'xml'), recordsOf(html, 'html'))
  })

  test('a link of a cell replaces no value of a column that has the name of a column of links', () => {
    const cell = (name: string) => `<a href="/${name}">${name}</a>`
    for (const columns of [
      ['File', 'File (link)'],
      ['File (link)', 'File'],
    ]) {
      const row = (name: string) =>
        columns.map((column) => (column === 'File' ? cell(name) : `text of ${name}`))
      const derived = JSON.parse(derive(table(columns, row('a'), row('b')), 'html', 'json'))
      assert.deepEqual(
        derived.map((record: object) => Object.values(record).sort()),
        ['a', 'b'].map((name) => [`/${name}`, name, `text of ${name}`]),
      )
    }
  })

  test('a page with lists of links has all of them, one within another too', () => {
    const link = (name: string) => `<a href="/${name}">${name}</a>`
    const page = `<ul><li>${link('a')}<ul><li>${link('b')}</li><li>${link('c')}</li></ul></li><li>${link('d')}</li></ul>
      <ol><li>${link('e')}</li><li>${link('f')}</li><li>${link('g')}</li></ol>`
    const json = JSON.parse(derive(page, 'html', 'json'))
    assert.deepEqual(
      json.records.map(({ text }: { text: string }) => text),
      ['e', 'f', 'g'],
    )
    const rest = Object.values(json.rest as Record<string, { text: string }[]>).flat()
    assert.deepEqual(rest.map(({ text }) => text).sort(), ['a b c', 'b', 'c', 'd'])
  })

  test('a document without records gives its complete tree', () => {
    const json = derive('<a x="1"><b><c>1</c><d><e>2</e></d></b><f><g z="3"/></f></a>', 'xml', 'json')
    assert.deepEqual(JSON.parse(json), {
      name: 'a',
      attributes: { x: '1' },
      children: [
        {
          name: 'b',
          children: [
            { name: 'c', children: ['1'] },
            { name: 'd', children: [{ name: 'e', children: ['2'] }] },
          ],
        },
        { name: 'f', children: [{ name: 'g', attributes: { z: '3' } }] },
      ],
    })
  })
})

test('a page that ends inside a tag gives complete xml', () => {
  check(derive('<html><body><b>1</b></body></html><html><ul><li><a ', 'html', 'xml'), 'xml')
  check(derive('<html><body></body></html><div><div ', 'html', 'xml'), 'xml')
})

const membersOf = (object: Record<string, Value>) => ({ members: Object.entries(object) })

const element = fc.letrec<{ element: string }>((tie) => ({
  element: fc
    .record({
      name: fc.constantFrom('a', 'b', 'item', 'row', 'field'),
      attributes: fc.uniqueArray(fc.constantFrom('a', 'id', 'name', 'type'), { maxLength: 2 }),
      children: fc.oneof(
        { depthSize: 'medium', withCrossShrink: true },
        fc.array(
          fc.integer({ min: 0, max: 999 }).map((number) => `t${number}`),
          { maxLength: 1 },
        ),
        fc.array(
          fc.oneof({ weight: 3, arbitrary: tie('element') }, { weight: 1, arbitrary: fc.constant('text') }),
          {
            maxLength: 5,
          },
        ),
      ),
      seed: fc.integer({ min: 0, max: 999 }),
    })
    .map(({ name, attributes, children, seed }) => {
      const written = attributes.map((attribute) => ` ${attribute}="v${seed}${attribute}"`).join('')
      return `<${name}${written}>${children.join('')}</${name}>`
    }),
})).element

function replaceIllegal(json: string): string {
  const clean = (parsed: string): string => JSON.stringify(asXmlHoldsIt(parsed))
  return json.replace(/"(?:[^"\\]|\\.)*"/g, (literal) => clean(JSON.parse(literal)))
}
